import { expect, test } from "vitest";
import type { Step } from "../actions/changes/step.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import type { NodeRecord } from "../records/records.ts";
import { pinnedReading } from "./pinned-reading.ts";
import { reading, TOOLS } from "./preview.fixture.ts";
import { effectsOf, previewSteps } from "./preview-steps.ts";

const NODES = Array.from({ length: 1200 }, (_, at) => `n${at}`);
const STORY = reading({
  nodes: Object.fromEntries(NODES.map((name, at) => [name, { labels: { zone: `zone-${at % 3}`, host: name } }])),
  sets: { a: { on: NODES }, b: { on: NODES } },
});

/** Steps that taint and label most nodes, by selectors that all differ. */
const stepsOf = (count: number): readonly Step[] =>
  Array.from({ length: count }, (_, at) => {
    const nodes = { kind: "selector", selector: `zone notin (zone-${at + 3}),!left-out-${at % 5}` } as const;
    const taint = { key: `t${at}`, value: "v", effect: "NoExecute" };
    return at % 2 === 0 ? { kind: "taint", nodes, taints: [taint] } : { kind: "label", nodes, labels: { [`l${at % 5}`]: "v" } };
  });

/** The story with a count of reads of node labels, node taints or the pods of a pair. */
function countingStory(): { readonly story: ClusterReading; readonly reads: () => number } {
  let reads = 0;
  const watched = (node: NodeRecord): NodeRecord => ({
    ...node,
    get labels() {
      reads++;
      return node.labels;
    },
    get taints() {
      reads++;
      return node.taints;
    },
  });
  const nodes = STORY.nodes().map(watched);
  const story = pinnedReading({
    ...pinnedReading(STORY),
    nodes: () => nodes,
    podsOf: (key, node) => {
      reads++;
      return STORY.podsOf(key, node);
    },
  });
  reads = 0;
  return { story, reads: () => reads };
}

/** Reads in each part of a preview. */
function readsByPart(count: number, steps = stepsOf(count)): readonly number[] {
  const { story, reads } = countingStory();
  function* preview() {
    return yield* effectsOf(story, yield* previewSteps(story, steps, TOOLS));
  }
  const parts = preview();
  const byPart: number[] = [];
  for (let before = 0; ; before = reads()) {
    const { done } = parts.next();
    byPart.push(reads() - before);
    if (done) return byPart;
  }
}

test("reads about as many nodes for a hundred steps with selectors as for two", () => {
  const total = (count: number) => readsByPart(count).reduce((sum, reads) => sum + reads, 0);
  const [few, many] = [total(2), total(100)];
  expect(few).toBeGreaterThan(NODES.length);
  // Each step reads one node of each of the three groups a few times.
  expect(many).toBeLessThan(few + 100 * 3 * 20);
});

test("no time slice of a preview reads more than some hundred nodes or pairs", () => {
  expect(Math.max(...readsByPart(100))).toBeLessThanOrEqual(1000);
});

test("no time slice reads a node more than once if each node is a separate group", () => {
  const nodes = { kind: "selector", selector: "host" } as const;
  const taint: Step = { kind: "taint", nodes, taints: [{ key: "t", effect: "NoSchedule" }] };
  const untaint: Step = { kind: "untaint", nodes, taints: [{ key: "t" }] };
  expect(Math.max(...readsByPart(0, [untaint, taint]))).toBeLessThanOrEqual(NODES.length + 300);
});

test("refuses a step if more nodes join than the limit, also counted over earlier steps", () => {
  const join = (count: number): Step => ({ kind: "join", nodes: { count, labels: {}, taints: [], allocatable: {} } });
  const parts = previewSteps(STORY, [join(4000), join(1001)], TOOLS);
  for (;;) {
    const { done, value } = parts.next();
    if (!done) continue;
    expect(value.steps.map(({ problem }) => problem)).toEqual([undefined, { code: "badCount", count: 1001, most: 1000 }]);
    return;
  }
});
