import type { DaemonSetPreview } from "@daemonscope/daemonset/preview/effect-preview";
import { expect, it } from "vitest";
import { effectLines } from "./what-if-text.ts";

const counts = { desired: 3, current: 3, misscheduled: 0, updated: 3, available: 3 };
const effect: DaemonSetPreview = { key: "a/b", life: "stays", now: counts, then: counts, unwanted: 0, lost: 0, ghosts: [] };
const taint = { kind: "taint", passed: false, taint: { key: "x", effect: "NoExecute" }, outcome: "evicts" } as const;

it.each<readonly [Partial<DaemonSetPreview>, readonly string[]]>([
  [
    {
      unwanted: 6,
      lost: 6,
      lostBy: taint,
      ghosts: [{ ghost: "goes", nodes: ["n1", "n2", "n3", "n4", "n5", "n6"], check: taint }],
      keepTolerations: [{ key: "x", operator: "Exists", effect: "NoExecute" }],
    },
    [
      "6 nodes would lose the pod: taint x:NoExecute is not tolerated",
      "6 pods would be deleted on n1, n2, n3, n4, n5 and 1 more: taint x:NoExecute is not tolerated",
      "to keep the pods, add the toleration x:NoExecute to ds/b",
    ],
  ],
  [
    { ghosts: [{ ghost: "restarts", nodes: ["n1"] }], rollout: { replaced: 3, atOnce: 1, waves: 3, leastMs: 90_000, byHand: false } },
    ["1 pod would be replaced on n1", "rollout: 3 pods, 1 at once, 3 batches, 90s at least"],
  ],
  [
    { rollout: { replaced: 3, atOnce: 1, waves: 3, leastMs: 90_000, leftMs: 94_000, byHand: false } },
    ["rollout: 3 pods, 1 at once, 3 batches, ~100s at the measured pace"],
  ],
  [
    {
      now: { ...counts, updated: 1 },
      anyway: { counts, rollout: { replaced: 2, atOnce: 1, waves: 2, byHand: false } },
      ghosts: [{ ghost: "restarts", nodes: ["n1"] }],
      rollout: { replaced: 3, atOnce: 1, waves: 3, byHand: false },
    },
    [
      "1 more pod would be replaced on n1",
      "rollout: 3 pods, 1 at once, 3 batches",
      "without the change, the running rollout: 2 pods, 1 at once, 2 batches",
    ],
  ],
  [
    {
      rollout: { replaced: 32, atOnce: 4, waves: 8, byHand: false },
      anyway: { counts, rollout: { replaced: 32, atOnce: 1, waves: 32, byHand: false } },
    },
    ["rollout: 32 pods, 4 at once, 8 batches", "without the change, the running rollout: 32 pods, 1 at once, 32 batches"],
  ],
  [
    {
      ghosts: [{ ghost: "unfit", nodes: ["n1", "n2"] }],
      rollout: { replaced: 3, atOnce: 1, waves: 3, byHand: false, stands: { unfit: 2, endsAt: 2 } },
    },
    [
      "2 pods would not fit and stay Pending on n1, n2",
      "rollout: 3 pods, 1 at once",
      "it would get stuck: 2 new pods without room would use the budget, with at most 2 of 3 updated",
    ],
  ],
  [
    {
      ghosts: [{ ghost: "restarts", nodes: ["n1", "n2", "n3"] }],
      rollout: { replaced: 3, atOnce: 1, waves: 3, byHand: false, stands: { unfit: 0, endsAt: 2 } },
    },
    [
      "3 pods would have to be replaced on n1, n2, n3",
      "rollout: 3 pods, 1 at once",
      "it would get stuck: nodes that are not ready would use the budget, with at most 2 of 3 updated",
    ],
  ],
  [
    { now: { ...counts, updated: 0 }, anyway: { counts }, replacedAnyway: 3 },
    ["3 pods would be replaced by the running rollout anyway, with this template"],
  ],
  [
    { now: { ...counts, updated: 2 }, anyway: { counts }, ghosts: [{ ghost: "restarts", nodes: ["n1", "n2"] }] },
    ["2 more pods would be replaced on n1, n2"],
  ],
  [
    { life: "comes", ghosts: [{ ghost: "comes", nodes: ["n1"], preempts: [{ namespace: "jobs", name: "batch", node: "n1" }] }] },
    ["it would be new", "1 pod would be created on n1; preempts: jobs/batch"],
  ],
  [
    { ghosts: [{ ghost: "replacedByHand", nodes: ["n1"] }], rollout: { replaced: 1, atOnce: 0, waves: 0, byHand: true } },
    ["1 pod would stay old until deleted (OnDelete) on n1"],
  ],
  [{ failingOld: ["agent-a", "agent-b"] }, ["next, delete the failing pods agent-a, agent-b"]],
  [{ unwanted: 1, lostBy: taint, ghosts: [{ ghost: "stays", nodes: ["n1"] }] }, ["1 pod would become misscheduled on n1"]],
  [{ life: "goes", ghosts: [{ ghost: "stays", nodes: ["n1"] }] }, ["it would be deleted", "1 pod would become misscheduled on n1"]],
  [{ again: ["spot-1", "spot-2"] }, ["2 pods would be wanted again on spot-1, spot-2"]],
])("formats each effect as one line %#", (parts, lines) => {
  expect(effectLines({ ...effect, ...parts })).toEqual(lines);
});
