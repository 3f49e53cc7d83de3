import type { PlacementCheck } from "@daemonscope/daemonset/placement/placement";
import { describe, expect, it } from "vitest";
import { decidingFields } from "./deciding-fields.ts";

const taint = (key: string): PlacementCheck => ({
  kind: "taint",
  passed: false,
  taint: { key, value: "", effect: "NoSchedule" },
  outcome: "blocksNew",
});
const selector = (have: string | undefined): PlacementCheck => ({ kind: "nodeSelector", passed: false, key: "disk", want: "ssd", have });
const requirement = (key: string, have: string | undefined, source: "label" | "field" = "label") => ({
  source,
  requirement: { key, operator: "In", values: ["a"] },
  have,
  passed: false,
});

describe("P1 the user-written fields of a node that decide against it", () => {
  it.each<[string, readonly PlacementCheck[], readonly string[]]>([
    ["include its taints", [taint("dedicated")], ["taints"]],
    ["exclude condition taints", [taint("node.kubernetes.io/not-ready")], []],
    ["include a label that the node has", [selector("nvme"), taint("dedicated")], ["disk"]],
    ["exclude a label that the node lacks", [selector(undefined)], []],
    [
      "include each label that a term rejects, once",
      [
        {
          kind: "nodeAffinity",
          passed: false,
          terms: [
            { passed: false, empty: false, requirements: [requirement("gpu", "t4"), requirement("tier", undefined)] },
            { passed: false, empty: false, requirements: [requirement("gpu", "t4"), requirement("metadata.name", "n1", "field")] },
          ],
        },
      ],
      ["gpu"],
    ],
    ["are empty if the template names another node", [{ kind: "nodeName", passed: false, want: "n2", have: "n1" }], []],
    ["are empty if all checks pass", [{ ...taint("dedicated"), passed: true } as PlacementCheck], []],
  ])("%s", (_, checks, fields) =>
    expect(decidingFields(checks).map((field) => (field.kind === "label" ? field.key : "taints"))).toEqual(fields),
  );
});
