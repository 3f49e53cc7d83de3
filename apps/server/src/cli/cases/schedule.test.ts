import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F12",
    title: "names the node selector that admission added",
    status: { has: ["admission added nodeSelector sandbox.example.com/kata=true", "on 2 nodes"] },
    explain: { node: "n2", has: ["sandbox.example.com/kata=true"] },
    wait: 3,
    actions: { notOffered: ["room", "raise"] },
  },
  {
    id: "F13",
    title: "names the device claim that no device fits",
    status: { has: ["no device fits claim nic on 1 node: n2"] },
    explain: { node: "n2", has: ["claim nic"] },
    wait: 3,
    actions: { notOffered: ["room", "raise"] },
  },
  {
    id: "F20",
    title: "proposes to keep off nodes that take only one pod",
    status: { has: ["fargate-1, fargate-2", "the node takes only one pod", "helps: Keep the DaemonSet off such nodes"] },
    explain: { node: "fargate-1", has: ["the node takes only one pod"] },
    wait: 3,
    actions: {
      offered: ["keepOff"],
      notOffered: ["room", "raise"],
      acts: { keepOff: { label: "eks.amazonaws.com/compute-type=fargate", nodes: 2 } },
      outcome: { keepOff: { kind: "comesToLess", before: 5, after: 3 } },
      kubectl: { keepOff: ["eks.amazonaws.com/compute-type", "NotIn", "fargate", "agent"] },
    },
  },
  {
    id: "F21",
    title: "a request above the allocatable amount needs a smaller request, not room",
    status: { has: ["n2", "is above the allocatable amount", "memory 32Gi", "8Gi", "helps: Lower the requests"] },
    explain: { node: "n2", has: ["the pod's request for memory 32Gi is above the allocatable amount", "the whole node has 8Gi"] },
    wait: 3,
    actions: {
      offered: ["keepOff"],
      notOffered: ["room", "raise"],
      acts: { keepOff: { label: "kubernetes.io/hostname=n2", nodes: 1 } },
      outcome: { keepOff: { kind: "comesToLess", before: 2, after: 1 } },
    },
  },
  {
    id: "F26",
    title: "waits for ending pods of the deleted DaemonSet of the same name",
    status: { has: ["host port 9100", "deleted DaemonSet infra/agent"], lacks: ["STUCK"] },
    explain: { node: "n1", has: ["deleted DaemonSet infra/agent", "ends within 3m20s"] },
    wait: 4,
    actions: { notOffered: ["room", "raise"] },
  },
  {
    id: "F34",
    title: "names the scheduler that has not taken up the pods",
    status: { has: ["scheduler batch-scheduler does not take up the pod", "STUCK 58m"] },
    explain: { node: "n1", has: ["batch-scheduler"] },
    wait: 3,
    actions: { notOffered: ["room", "raise"] },
  },
]);
