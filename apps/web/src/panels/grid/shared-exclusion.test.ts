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
const lacks: Eligibility = { kind: "nodeSelector", what: "gpu=true" };
const tainted: Eligibility = { kind: "taint", what: "nvidia.com/gpu=present:NoSchedule" };

it.each([
  ["states once what all nodes lack", group(), [lacks, lacks, lacks], 600, "not eligible: lacks gpu=true"],
  ["leaves a single node to its cell", group(), [lacks], 600, undefined],
  ["leaves nodes with different reasons to their cells", group(), [lacks, tainted], 600, undefined],
  ["leaves nodes next to one that is not excluded to their cells", group(), [lacks, undefined], 600, undefined],
  ["leaves nodes to their cells if the heading has no space", group(), [lacks, lacks], 188, undefined],
  ["does not repeat a shared taint that the heading shows", group({ sharedTaints: [taint] }), [tainted, tainted], 600, "not eligible"],
] as const)("%s", (_name, nodeGroup, reasons, headWidth, expected) => {
  expect(sharedExclusion(nodeGroup, { headWidth }, reasons, [], t)?.words).toBe(expected);
});

it.each([
  [lacks, "lacks gpu=true", "lacks gpu=true"],
  [{ kind: "nodeSelector", what: "nvidia.com/gpu.present=true" }, "lacks gpu.present=true", "not selected"],
  [{ kind: "nodeAffinity", what: "" }, "affinity does not match", "not selected"],
  [tainted, "gpu=present:NoSchedule not tolerated", "tainted"],
] as const)(
  "states the reason alone in a heading at the left of its cells, in short if its line does not fit: %j",
  (reason, words, short) => {
    expect(sharedExclusion(group(), { headWidth: 88 }, [reason, reason], [], t, true)).toEqual({ words, short });
  },
);

it("states the part of their lives that keeps it off all nodes, and not its taint", () => {
  const notReady: Eligibility = { kind: "taint", what: "node.kubernetes.io/not-ready:NoSchedule" };
  const textOf = (lives: readonly (string | undefined)[], isBeside?: boolean) =>
    sharedExclusion(group(), { headWidth: 600 }, [notReady, notReady], lives, t, isBeside)?.words;
  expect(textOf(["shutting down", "shutting down"])).toBe("not eligible: shutting down");
  expect(textOf(["shutting down", "shutting down"], true)).toBe("shutting down");
  expect(textOf(["shutting down", undefined], true)).toBe("not-ready:NoSchedule not tolerated");
});
