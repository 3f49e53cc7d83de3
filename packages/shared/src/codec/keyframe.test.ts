import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { afterFrame, clusterStateOf } from "../state/cluster-state.fixture.ts";
import type { Keyframe, WireNodeColumns } from "../state/frame.ts";
import { stateHash } from "../state/state-hash.ts";
import { decodeCellColumn, encodeCellColumn } from "./cell-column.ts";
import { decodeKeyframe, encodeKeyframe, keyframeInParts, NODES_PER_PART } from "./keyframe.ts";
import { KeyframeReader } from "./keyframe-reader.ts";
import { keyframeOfText, keyframeText } from "./keyframe-text.ts";
import { readNodes } from "./read-nodes.ts";
import { NodesWriter } from "./write-nodes.ts";

const SEED = Number(process.env.SEED ?? 20260303);

/** Typical names of users and clouds, names that only look alike, and arbitrary names. */
const name = fc.oneof(
  fc.nat(2000).map((each) => `general-a-${String(each).padStart(5, "0")}`),
  fc.tuple(fc.nat(3), fc.nat(255), fc.nat(255)).map(([a, b, c]) => `ip-10-${a}-${b}-${c}.eu-west-1.compute.internal`),
  fc.constantFrom("n9", "n10", "n010", "n-0", "007", "1", "9007199254740993", "node", "__proto__", "n1n", 'x\n"y\\'),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const timeMs = fc.oneof(
  fc.integer({ min: 1_700_000_000, max: 1_700_000_900 }).map((each) => each * 1000),
  fc.integer({ min: 0, max: 2 ** 41 }),
);
const node: fc.Arbitrary<NodeRecord> = fc.record(
  {
    name,
    uid: fc.oneof(fc.uuid({ version: 4 }), fc.uuid(), fc.string({ maxLength: 8 })),
    labels: fc.dictionary(
      fc.constantFrom("zone", "pool", "kubernetes.io/hostname", "__proto__"),
      fc.oneof(fc.constantFrom("a", "b", ""), name),
    ),
    taints: fc.array(
      fc.record({ key: fc.constantFrom("gpu", "db"), effect: fc.constantFrom("NoSchedule" as const, "NoExecute" as const) }),
      { maxLength: 2 },
    ),
    unschedulable: fc.boolean(),
    ready: fc.constantFrom("True" as const, "False" as const, "Unknown" as const),
    readySinceMs: timeMs,
    readyReason: fc.constantFrom("KubeletNotReady", "NodeStatusUnknown"),
    createdAtMs: timeMs,
  },
  { requiredKeys: ["name", "uid", "labels", "taints", "unschedulable", "ready", "createdAtMs"] },
);

const decodeNodes = (columns: WireNodeColumns): readonly NodeRecord[] => {
  const parts = readNodes(columns);
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
};
/** Labels as entries, because `__proto__` is a label like any other. */
const plain = (nodes: readonly NodeRecord[]) => nodes.map(({ labels, ...rest }) => ({ ...rest, labels: Object.entries(labels).sort() }));
const encodeNodes = (nodes: readonly NodeRecord[]) => {
  const writer = new NodesWriter(nodes);
  for (const each of nodes) writer.put(each);
  return writer.columns;
};
const jsonRoundTrip = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe(`keyframes, seed ${SEED}`, () => {
  it("F1 nodes survive encoding into columns, for any names and times", () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 30 }), (nodes) => {
        const columns = jsonRoundTrip(encodeNodes(nodes));
        expect(plain(decodeNodes(columns))).toEqual(plain(nodes));
        expect(JSON.stringify(encodeNodes(decodeNodes(columns)))).toBe(JSON.stringify(columns));
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
  it("F1 cells survive encoding into text, with few or many exceptions", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.constantFrom(6, 6, 6, 6, 6, 6, 6, 6, 6, 4, 70), { maxLength: 200 }).map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, (column) => {
        expect(decodeCellColumn(encodeCellColumn(column), column.length)).toEqual(column);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
  it("F15 a truncated or damaged keyframe decodes to undefined or to some state, and never throws", () => {
    const nodes = ["ip-10-0-0-1", "ip-10-0-0-9", "ip-10-0-1-1"].map((each, at) => ({
      ...NODE,
      name: each,
      uid: `00000000-0000-4000-8000-00000000000${at}`,
    }));
    const text = keyframeText(encodeKeyframe(clusterStateOf(nodes, [{ key: "a/x" }], [[6], [6], [4]])));
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(3), fc.string({ maxLength: 2 }), (at, cut, put) => {
        let keyframe: Keyframe;
        try {
          keyframe = keyframeOfText(text.slice(0, at) + put + text.slice(at + cut));
        } catch {
          return;
        }
        decodeKeyframe(keyframe);
      }),
      { seed: SEED, numRuns: 5000 },
    );
    const { head, parts } = keyframeOfText(text);
    const [part] = parts;
    if (part === undefined) throw new Error("no part");
    for (const count of [1e9, -1, 2, 4, Number.NaN]) {
      expect(decodeKeyframe({ head, parts: [{ ...part, nodes: { ...part.nodes, count } }] })).toBeUndefined();
      expect(decodeKeyframe({ head: { ...head, nodes: count }, parts })).toBeUndefined();
    }
    expect(decodeKeyframe({ head, parts: [] })).toBeUndefined();
    expect(decodeKeyframe({ head, parts: [part, part] })).toBeUndefined();
  });
});

const NODE: NodeRecord = {
  name: "",
  uid: "",
  labels: { zone: "a" },
  taints: [],
  unschedulable: false,
  ready: "True",
  readySinceMs: 60_000,
  createdAtMs: 0,
};

describe("a keyframe in several parts", () => {
  const nodes = Array.from({ length: 2 * NODES_PER_PART + 9 }, (_, at) => ({ ...NODE, name: `n-${at}`, uid: `u-${at}` }));
  const state = clusterStateOf(
    nodes,
    [{ key: "a/x" }, { key: "a/y" }],
    nodes.map((_, at) => [at % 7, 6]),
  );
  /** Two rows of the first part and one of the last are free. */
  const [freed, seq] = [[1, NODES_PER_PART - 1, nodes.length - 1], state.seq + 1];
  const withHoles = afterFrame(state, { nodes: { freed: freed.map((row) => [row, seq]) } }).state;

  it.each([
    ["without free rows", state],
    ["with free rows", withHoles],
  ])("F1 gives the same state, %s", (_, whole) => {
    const text = keyframeText(encodeKeyframe(whole));
    expect(text.split("\n")).toHaveLength(1 + 3 + 1);
    const decoded = decodeKeyframe(keyframeOfText(text));
    expect(decoded && stateHash(decoded)).toBe(stateHash(whole));
    expect(decoded && keyframeText(encodeKeyframe(decoded))).toBe(text);
  });
  it("its head lists the DaemonSets and the number of nodes, and each part the number of nodes read", () => {
    const { head, parts } = encodeKeyframe(withHoles);
    const reader = KeyframeReader.forHead(head);
    if (reader === undefined) throw new Error("the head was refused");
    expect([reader.nodesRead, reader.nodesTotal]).toEqual([0, nodes.length - 3]);
    expect(reader.first).toMatchObject({ seq: withHoles.seq, columns: withHoles.columns, rows: { names: [] }, nodes: [] });
    expect(reader.first.cells.map(({ length }) => length)).toEqual([0, 0]);
    const read = parts.map((part) => [drain(reader.take(part)), reader.nodesRead]);
    expect(read).toEqual([
      [true, NODES_PER_PART],
      [true, 2 * NODES_PER_PART],
      [true, nodes.length - 3],
    ]);
    expect(drain(reader.whole())?.daemonSets).toBe(reader.first.daemonSets);
  });
  it("gives no state if a part is missing, repeated or incomplete", () => {
    const { head, parts } = encodeKeyframe(withHoles);
    const [first, second, third] = parts;
    if (first === undefined || second === undefined || third === undefined) throw new Error("three parts");
    for (const wrong of [
      [first, second],
      [first, first, third],
      [...parts, third],
      [{ ...first, cells: [] }, second, third],
    ])
      expect(decodeKeyframe({ head, parts: wrong })).toBeUndefined();
  });
});

test("a name that follows from the previous one takes two characters, and a hostname equal to the node name one", () => {
  const nodes = Array.from({ length: 300 }, (_, at) => {
    const each = `general-a-${String(at * 3).padStart(5, "0")}`;
    return { ...NODE, name: each, labels: { "kubernetes.io/hostname": each } };
  });
  const { names, labels } = encodeNodes(nodes);
  expect(names.length).toBeLessThan(2 * nodes.length + 20);
  expect(labels).toEqual([{ key: "kubernetes.io/hostname", values: [], of: "B".repeat(nodes.length) }]);
});

it("reads and writes at most 500 nodes between two yields", () => {
  const count = NODES_PER_PART + 700;
  const list = Array.from({ length: count }, (_, at) => ({ ...NODE, name: `n${at}` }));
  const state = clusterStateOf(list, [], []);
  const counts = { read: 0, written: 0 };
  const counted = list.map((each) =>
    Object.defineProperty({ ...each }, "uid", {
      get: () => {
        counts.written++;
        return "";
      },
    }),
  );
  const nodes = {
    length: count,
    at: (row: number) => {
      counts.read++;
      return counted[row];
    },
  };
  const most = { read: 0, written: 0 };
  for (const _ of keyframeInParts({ ...state, nodes })) {
    most.read = Math.max(most.read, counts.read);
    most.written = Math.max(most.written, counts.written);
    counts.read = 0;
    counts.written = 0;
  }
  expect(most).toEqual({ read: 500, written: 500 });
});
