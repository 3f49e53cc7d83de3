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

describe("P1 what of a node somebody wrote that decides against it", () => {
  it.each<[string, readonly PlacementCheck[], readonly string[]]>([
    ["its taints", [taint("dedicated")], ["taints"]],
    ["not those of its condition", [taint("node.kubernetes.io/not-ready")], []],
    ["a label that it has", [selector("nvme"), taint("dedicated")], ["disk"]],
    ["no label that it lacks", [selector(undefined)], []],
    [
      "each label that a term does not take, once",
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
    ["nothing where the template names another node", [{ kind: "nodeName", passed: false, want: "n2", have: "n1" }], []],
    ["nothing where all checks pass", [{ ...taint("dedicated"), passed: true } as PlacementCheck], []],
  ])("%s", (_, checks, fields) =>
    expect(decidingFields(checks).map((field) => (field.kind === "label" ? field.key : "taints"))).toEqual(fields),
  );
});
