import { DEFAULT_GATES } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";
import { expect, test } from "vitest";
import { nearestAutomaticTolerations, nearestTolerations } from "./nearest-tolerations.ts";

const DB: Taint = { key: "dedicated", value: "db", effect: "NoSchedule" };

test("P9 the nearest toleration is one that tolerates the taint, then one that differs in one field", () => {
  const tolerations: readonly Toleration[] = [
    { key: "gpu", operator: "Exists" },
    { key: "dedicated", value: "gpu", effect: "NoExecute" },
    { key: "dedicated", value: "gpu", effect: "NoSchedule" },
    { key: "dedicated", operator: "Exists", effect: "NoExecute" },
    { key: "dedicated", operator: "Exists" },
  ];
  expect(
    nearestTolerations(tolerations, DB, DEFAULT_GATES).map(({ toleration, differsIn, tolerates }) => [
      tolerations.indexOf(toleration),
      tolerates,
      differsIn,
    ]),
  ).toEqual([
    [4, true, undefined],
    [2, false, "value"],
    [3, false, "effect"],
    [1, false, "both"],
    [0, false, undefined],
  ]);
});

test("P10 compares the controller's tolerations too, with one more under hostNetwork", () => {
  const cordon: Taint = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
  expect(nearestAutomaticTolerations(false, cordon, DEFAULT_GATES)).toHaveLength(6);
  expect(nearestAutomaticTolerations(false, cordon, DEFAULT_GATES)[0]?.tolerates).toBe(true);
  expect(nearestAutomaticTolerations(true, DB, DEFAULT_GATES)).toHaveLength(7);
});
