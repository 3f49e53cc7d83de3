import type { Eligibility } from "@daemonscope/daemonset/placement/eligibility";
import { expect, it } from "vitest";
import type { NodeGroup } from "../../data/rows/node-group.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { sharedExclusion } from "./shared-exclusion.ts";

const { t } = createTranslator();
const taint = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" };
const group = (parts: Partial<NodeGroup> = {}): NodeGroup => ({
  name: "general",
  rows: new Uint32Array(),
  tallies: [],
  sharedTaints: [],
  zone: undefined,
  ...parts,
});
const lacks: Eligibility = { kind: "selector", what: "gpu=true" };
const tainted: Eligibility = { kind: "taint", what: "nvidia.com/gpu=present:NoSchedule" };

it.each([
  ["what all lack is said once", group(), [lacks, lacks, lacks], 600, "excluded: lacks gpu=true"],
  ["of one node its cell says it", group(), [lacks], 600, undefined],
  ["nodes that are kept off by different things say it themselves", group(), [lacks, tainted], 600, undefined],
  ["so do those beside one that is not excluded", group(), [lacks, undefined], 600, undefined],
  ["and where the heading has no room", group(), [lacks, lacks], 188, undefined],
  ["a taint that all share stands there already", group({ sharedTaints: [taint] }), [tainted, tainted], 600, "excluded"],
] as const)("%s", (_name, of, reasons, headWidth, told) => {
  expect(sharedExclusion(of, { headWidth }, reasons, t)).toBe(told);
});
