import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { NODE_FIELD_OF_CHECK } from "@daemonscope/daemonset/placement/placement";
import type { PairPreview } from "@daemonscope/shared/http/what-if";
import { describe, expect, it } from "vitest";
import { previewChecks } from "./preview-checks.ts";

const CHECKS: readonly PlacementCheck[] = [
  { kind: "nodeName", passed: true, want: "n1", have: "n1" },
  { kind: "nodeSelector", passed: true, key: "disk", want: "ssd", have: "ssd" },
  {
    kind: "nodeAffinity",
    passed: true,
    terms: [
      {
        passed: true,
        empty: false,
        requirements: [
          { source: "label", requirement: { key: "zone", operator: "In", values: ["a", "b"] }, have: "a", passed: true },
          { source: "label", requirement: { key: "gpu", operator: "Exists", values: [] }, have: "1", passed: true },
        ],
      },
    ],
  },
  { kind: "taint", passed: false, taint: { key: "gpu", value: "yes", effect: "NoSchedule" }, outcome: "blocksNew" },
];
const pair = (checks: readonly PlacementCheck[], verdict: PairPreview["verdict"] = "run") =>
  ({ verdict, checks }) as unknown as PairPreview;

describe("the checks of a pair before and after a change", () => {
  it("contain every kind of check, in the order of the controller", () => {
    expect(CHECKS.map(({ kind }) => kind)).toEqual(Object.keys(NODE_FIELD_OF_CHECK));
    expect(previewChecks(pair(CHECKS), pair([])).map(({ kind }) => kind)).toEqual(Object.keys(NODE_FIELD_OF_CHECK));
  });
  it("have one line each", () => {
    const lines = previewChecks(pair(CHECKS), pair(CHECKS)).flatMap((check) => check.lines.map(({ text }) => text));
    expect(lines).toEqual(["n1", "disk=ssd", "zone In [a, b] gpu Exists", "gpu=yes:NoSchedule"]);
  });
  it("differ if a check is missing afterwards", () => {
    const changed = previewChecks(pair(CHECKS), pair([])).filter(({ changes }) => changes);
    expect(changed.map(({ kind }) => kind)).toEqual(Object.keys(NODE_FIELD_OF_CHECK));
    expect(changed.flatMap(({ lines }) => lines.map(({ before, after }) => [before, after]))).toEqual([
      ["passed", "absent"],
      ["passed", "absent"],
      ["passed", "absent"],
      ["failed", "absent"],
    ]);
  });
});
