import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import fc from "fast-check";
import { expect, test } from "vitest";
import { initialVersionStamp, nextVersionStamp } from "../computed/computed.ts";
import { LABEL_KEYS, type Labelled } from "./label-keys.ts";

type Labels = Readonly<Record<string, string>> | undefined;
const recordsOf = (nodes: readonly Labels[]) =>
  nodes.map((labels, row) => (labels === undefined ? undefined : readyNode(`n${row}`, { labels })));
const labelledFrom = (nodes: readonly Labels[]): Labelled => ({ ...initialVersionStamp(), records: recordsOf(nodes) });
const listed = (nodes: readonly Labels[]) =>
  LABEL_KEYS.whole(labelledFrom(nodes), undefined).keys.map(({ key, nodes: count, values }) => `${key} ${count}/${values}`);

test("lists each key with its nodes and values, also with one node, one value or an empty value", () => {
  expect(listed([{ os: "linux", zone: "a" }, { os: "linux", zone: "b", worker: "" }, undefined, {}])).toEqual([
    "os 2/1",
    "worker 1/1",
    "zone 2/2",
  ]);
});

test("lists a key named like an Object.prototype property only if a node has it", () => {
  const unusual = Object.fromEntries([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
  expect(listed([{}, unusual])).toEqual(["__proto__ 1/1", "constructor 1/1"]);
  expect(listed([{}])).toEqual([]);
});

test("lists 400 keys of 5,000 nodes, also a key with a unique value per node", () => {
  const nodes = Array.from({ length: 5000 }, (_, at) => ({ hostname: `n${at}`, [`k${at % 399}`]: "v" }));
  const keys = LABEL_KEYS.whole(labelledFrom(nodes), undefined).keys;
  expect(keys).toHaveLength(400);
  expect(keys[0]).toEqual({ key: "hostname", nodes: 5000, values: 5000 });
});

const labels = fc.dictionary(fc.constantFrom("a", "b", "c", "constructor"), fc.constantFrom("", "1", "2"));
const node = fc.option(labels, { nil: undefined });

test("incremental counts equal a full recount after any change, and earlier counts do not change", () => {
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 1, maxLength: 6 }),
      fc.array(fc.array(fc.tuple(fc.nat(7), node), { maxLength: 4 }), { maxLength: 5 }),
      (first, steps) => {
        let source = labelledFrom(first);
        let nodes: Labels[] = [...first];
        let kept = LABEL_KEYS.whole(source, undefined);
        const seen = [{ kept, text: JSON.stringify(kept.keys) }];
        for (const step of steps) {
          nodes = [...nodes];
          for (const [row, labels] of step) nodes[row] = labels;
          for (let row = 0; row < nodes.length; row++) nodes[row] ??= undefined;
          const rows = [...new Set(step.map(([row]) => row))];
          source = { ...nextVersionStamp(source, rows), records: recordsOf(nodes) };
          kept = LABEL_KEYS.next(kept, source, rows);
          expect(kept.keys).toEqual(LABEL_KEYS.whole(source, undefined).keys);
          seen.push({ kept, text: JSON.stringify(kept.keys) });
        }
        for (const { kept: earlier, text } of seen) expect(JSON.stringify(earlier.keys)).toBe(text);
      },
    ),
    { seed: 30, numRuns: 200 },
  );
});
