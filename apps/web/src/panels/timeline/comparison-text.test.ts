import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { StateComparison } from "@daemonscope/shared/state/compare-states";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { comparisonMarkdown, comparisonParts } from "./comparison-text.ts";

const { t } = createTranslator();
const plain = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const OLD = cellByte({ state: "available", ...plain, oldRevision: true });
const NEW = cellByte({ state: "available", ...plain });
const counts = (available: number) => ({
  desiredNumberScheduled: 3,
  currentNumberScheduled: 3,
  numberReady: 3,
  updatedNumberScheduled: 3,
  numberAvailable: available,
  numberUnavailable: 3 - available,
  numberMisscheduled: 0,
});
const COMPARED: StateComparison = {
  nodes: {
    joined: ["n9"],
    left: [],
    notReady: [],
    nowReady: [],
    cordoned: [],
    uncordoned: [],
    taintsAdded: [{ what: "dedicated=db:NoSchedule", nodes: ["a", "b"] }],
    taintsRemoved: [],
    labels: [{ what: { key: "disk", before: "ssd", after: undefined }, nodes: ["c"] }],
  },
  daemonSets: [
    { ...nothing("x/gone"), kind: "deleted" },
    {
      ...nothing("x/log_ger"),
      counts: { before: counts(3), after: counts(2) },
      revision: { before: 3, after: 4 },
      images: [{ container: "agent", before: "agent:1", after: "agent:2" }],
      cells: [{ what: { before: OLD, after: NEW }, nodes: ["a", "b", "c"] }],
    },
  ],
};

function nothing(key: string): StateComparison["daemonSets"][number] {
  return { key, kind: "changed", counts: undefined, revision: undefined, images: [], strategy: undefined, concern: undefined, cells: [] };
}

it("states the differences, the current DaemonSet first, and in Markdown all names", () => {
  const parts = comparisonParts(t, COMPARED, "x/log_ger");
  expect(parts.map(({ title }) => title)).toEqual(["x/log_ger", "Nodes", "x/gone"]);
  expect(comparisonMarkdown("A → B", "tour", parts)).toBe(`# A → B

tour

## x/log\\_ger

- Revision 3 → 4
- Image of agent: agent:1 → agent:2
- AVAILABLE 3 → 2 (−1)
- 3 nodes: old → available: a, b, c

## Nodes

- 1 joined: n9
- Taint dedicated=db:NoSchedule added on 2 nodes: a, b
- Label disk: ssd → none on 1 node: c

## x/gone

- Deleted.
`);
});

it("escapes hostile names in Markdown", () => {
  expect(comparisonMarkdown("t", "o", [{ key: "k", title: "[x](http://y)", lines: [{ text: "# <b>", nodes: ["`a`"] }] }])).toContain(
    "## \\[x\\](http://y)\n\n- \\# \\<b\\>: \\`a\\`",
  );
});
