import { expect, it, test } from "vitest";
import type { Change } from "../changes/change.ts";
import { formatStep } from "./format-step.ts";
import { stepsOfChanges } from "./step-of-change.ts";

const TAINT = { key: "gpu", value: "yes", effect: "NoSchedule", at: 0 };

test.each<[Change, string]>([
  [{ kind: "taint", nodes: ["n1"], taints: [TAINT], overwrite: true }, "taint n1 gpu=yes:NoSchedule"],
  [{ kind: "untaint", nodes: ["n1"], taints: [TAINT] }, "taint n1 gpu:NoSchedule-"],
  [{ kind: "label", nodes: ["n1"], labels: { a: "b" }, overwrite: true }, "label n1 a=b"],
  [{ kind: "unlabel", nodes: ["n1"], keys: ["a"] }, "label n1 a-"],
  [{ kind: "cordon", nodes: ["n1", "n2"] }, "cordon n1 n2"],
  [{ kind: "nodesLeave", nodes: ["n1"] }, "leave n1"],
  [{ kind: "editDaemonSet", namespace: "x", name: "y", edit: { kind: "revision", to: 3 } }, "undo x/y 3"],
  [{ kind: "deleteDaemonSet", namespace: "x", name: "y", orphan: true }, "delete x/y --cascade=orphan"],
  [{ kind: "deletePods", namespace: "x", pods: ["y-1"] }, "delete-pods x y-1"],
])("formats a change as the step that a user would type: %o", (change, text) => {
  expect(stepsOfChanges([change]).map(formatStep)).toEqual([text]);
});

it("gives no steps for an action if one of its changes has no step", () => {
  expect(
    stepsOfChanges([
      { kind: "cordon", nodes: ["n1"] },
      { kind: "drain", nodes: ["n1"] },
    ]),
  ).toEqual([]);
});
