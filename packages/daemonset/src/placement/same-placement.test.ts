import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import { expect, test } from "vitest";
import { emptyTemplate } from "../model/objects.fixture.ts";
import { PLACEMENT_FIELDS, type PlacementTemplate } from "../records/placement-template.ts";
import { samePlacement } from "./same-placement.ts";

/** A value for each field that placement reads, different from that of an empty template. */
const OTHER: Required<PlacementTemplate> = {
  nodeName: "n1",
  nodeSelector: { disk: "ssd" },
  requiredNodeAffinity: {},
  tolerations: [{ operator: "Exists" }],
  hostNetwork: true,
};

test.each(PLACEMENT_FIELDS)("P1 templates with a different %s have different placement", (field) => {
  const other = { ...emptyTemplate, [field]: OTHER[field] };
  expect([samePlacement(emptyTemplate, other), samePlacement(other, emptyTemplate), samePlacement(other, { ...other })]).toEqual([
    false,
    false,
    true,
  ]);
});

test("P2 templates that differ only in fields unused by placement have the same placement", () => {
  const other: PodTemplateSummary = { ...emptyTemplate, labels: { app: "other" }, containers: [], priorityClassName: "high" };
  expect(samePlacement(emptyTemplate, other)).toBe(true);
});
