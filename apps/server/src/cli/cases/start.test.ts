import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F29",
    title: "names the missing Secret of a volume",
    status: { has: ['secret "agent-certs" not found', "on 2 nodes", "FailedMount, reported 36 times"], lacks: [/: Starting/] },
    explain: { node: "n1", has: ['secret "agent-certs" not found'] },
    wait: 3,
    actions: { notOffered: ["room", "raise"] },
  },
  {
    id: "F31",
    title: "names the missing ConfigMap of an environment",
    status: { has: ['configmap "agent-env" not found', "on 2 nodes", "container agent", "CreateContainerConfigError"] },
    explain: { node: "n1", has: ['configmap "agent-env" not found'] },
    wait: 3,
    actions: { notOffered: ["room", "raise"] },
  },
  {
    id: "F35",
    title: "names OOMKilled, its limit and its container instead of CrashLoopBackOff",
    status: { has: ["container agent", "OOMKilled", "why: exit code 137", "64Mi", "8 restarts"] },
    explain: { node: "n1", has: ["OOMKilled", "137"] },
    wait: 3,
    actions: { offered: ["undo"], notOffered: ["room"] },
  },
]);
