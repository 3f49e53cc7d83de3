import { describeCases } from "./case.fixture.ts";

describeCases([
  {
    id: "F11",
    title: "a DaemonSet that is being deleted waits for the finalizer of its pod",
    status: {
      has: ["STUCK 90m: being deleted: waits for pod agent-n1 (finalizer x.example.com/hold)"],
      lacks: ["has not observed", "to be observed", "stalled"],
    },
    explain: {
      node: "n2",
      has: [
        "nothing is wanted: the DaemonSet is being deleted",
        "cause: being deleted: waits for pod agent-n1 (finalizer x.example.com/hold)",
      ],
      lacks: ["wanted: the controller runs a pod"],
    },
    wait: 3,
    actions: { notOffered: ["undo", "raise", "hold", "nudge"] },
  },
  {
    id: "F23",
    title: "a node that no longer exists is not NotReady",
    status: { has: [/ROLLING: 1 node no longer exists, and its pod counts until .* removes it: gone-1/], lacks: ["NotReady"] },
    explain: { node: "gone-1", has: ["Node gone-1 no longer exists", "agent-gone-1"], lacks: ["There is no node"] },
    wait: 4,
    actions: { notOffered: ["nodes"] },
  },
  {
    id: "F27",
    title: "a larger budget frees only places that are not used already",
    status: { has: [": 2 nodes do not respond, so that their pods cannot end: n7, n8"] },
    explain: { node: "n7", has: ["agent-n7"] },
    wait: 3,
    actions: { offered: ["nodes", "raise"], outcome: { raise: { kind: "morePlaces", places: 1, isStopped: true } } },
  },
]);
