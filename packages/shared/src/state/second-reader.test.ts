import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { expect, test } from "vitest";
import { encodeCellChanges } from "../codec/cell-changes.ts";
import { encodeKeyframe } from "../codec/keyframe.ts";
import { keyframeText } from "../codec/keyframe-text.ts";
import { clusterStateOf, sentFrame } from "./cluster-state.fixture.ts";

/** A reader written from docs/frames.md alone, without the codec. It reads only what the document specifies. */
const LAST = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LEADING = [..."!#$%&'()*+,-./:;<=>?@[]^_`{|}~"];
const SIX_BITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function reading(text: string) {
  let at = 0;
  const number = (): number => {
    for (let leading = 0; ; ) {
      const digit = text[at++] ?? "";
      const last = LAST.indexOf(digit);
      if (last >= 0) return 62 * leading + last;
      leading = 30 * leading + LEADING.indexOf(digit) + 1;
    }
  };
  const signed = (): number => {
    const value = number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const string = (length = number()): string => {
    at += length;
    return JSON.parse(`"${text.slice(at - length, at)}"`) as string;
  };
  return { number, signed, string, isAtEnd: () => at === text.length };
}

const DIGITS = /(\d+)/;

function namesOf(text: string, count: number): readonly string[] {
  const { number, signed, string, isAtEnd } = reading(text);
  let before: readonly string[] = [];
  const names = Array.from({ length: count }, () => {
    const differs = number() - 1;
    if (differs < 0) {
      before = string().split(DIGITS);
      return before.join("");
    }
    before = before.map((part, index) => {
      if (index % 2 === 0 || (index - 1) / 2 < differs) return part;
      const value = (index - 1) / 2 === differs ? Number(part) + signed() : number();
      return part.startsWith("0") ? String(value).padStart(part.length, "0") : String(value);
    });
    return before.join("");
  });
  expect(isAtEnd()).toBe(true);
  return names;
}

interface Uids {
  readonly digits: string;
  readonly variants: string;
  readonly others?: readonly (readonly [number, string])[];
}

function uidsOf({ digits, variants, others = [] }: Uids, count: number): readonly string[] {
  const left = [...variants].map((variant, at) => {
    const bits = [...digits.slice(20 * at, 20 * at + 20)].map((digit) => SIX_BITS.indexOf(digit).toString(2).padStart(6, "0")).join("");
    const hex = Array.from({ length: 30 }, (_, index) => Number.parseInt(bits.slice(4 * index, 4 * index + 4), 2).toString(16)).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18)}`;
  });
  const other = new Map(others);
  return Array.from({ length: count }, (_, at) => other.get(at) ?? left.shift() ?? "");
}

function numbersOf(text: string, count: number, kind: "number" | "signed" = "number"): readonly number[] {
  const reader = reading(text);
  const numbers = Array.from({ length: count }, () => reader[kind]());
  expect(reader.isAtEnd()).toBe(true);
  return numbers;
}

interface LabelRead {
  readonly key: string;
  readonly values: readonly string[];
  readonly of: readonly number[];
}

// biome-ignore lint/suspicious/noExplicitAny: received JSON, as docs/frames.md describes it
function nodesOf({ count, names: nameText, uids, createdAt, readySince, unitMs, kinds, kindOf, labels }: any): readonly unknown[] {
  const names = namesOf(nameText, count);
  const uid = uidsOf(uids, count);
  let createdMs = 0;
  const createdAtMs = numbersOf(createdAt, count, "signed").map((after) => {
    createdMs += after * unitMs;
    return createdMs;
  });
  const since = numbersOf(readySince, count);
  const kind = numbersOf(kindOf, count);
  const numbered = labels.map((label: { readonly of: string }) => ({ ...label, of: numbersOf(label.of, count) }));
  const signed = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
  return names.map((name, at) => ({
    name,
    uid: uid[at],
    labels: Object.fromEntries(
      numbered.flatMap(({ key, values, of }: LabelRead) => (of[at] === 0 ? [] : [[key, of[at] === 1 ? name : values[(of[at] ?? 0) - 2]]])),
    ),
    ...kinds[kind[at] ?? 0],
    ...(since[at] === 0 ? {} : { readySinceMs: (createdAtMs[at] ?? 0) + signed((since[at] ?? 1) - 1) * unitMs }),
    createdAtMs: createdAtMs[at],
  }));
}

/** Returns the head and the parts of a keyframe. Throws unless the parts have as many nodes as the head states. */
// biome-ignore lint/suspicious/noExplicitAny: received JSON, as docs/frames.md describes it
function readWhole(text: string): readonly any[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error("the last line was cut");
  const [head, ...parts] = lines.map((line) => JSON.parse(line));
  if (parts.reduce((sum, { nodes }) => sum + nodes.count, 0) !== head.nodes) throw new Error("it was cut between two parts");
  return [head, ...parts];
}

function columnOf(text: string, rows: number): readonly number[] {
  const { number, isAtEnd } = reading(text);
  const most = number() - 1;
  if (most < 0) return Array.from({ length: rows }, number);
  const bytes = new Array<number>(rows).fill(most);
  const others = number();
  const palette = Array.from({ length: number() }, number);
  for (let left = others, row = -1; left > 0; left--) {
    const value = number();
    row += Math.floor(value / palette.length) + 1;
    bytes[row] = palette[value % palette.length] ?? -1;
  }
  expect(isAtEnd()).toBe(true);
  return bytes;
}

/** Returns the changed cells of a frame that has no other part: `at`, the bits of the parts, and the cells. */
function cellsOf(text: string): readonly (readonly [column: number, row: number, byte: number])[] {
  const { number, signed, isAtEnd } = reading(text);
  expect(number()).toBe(11);
  signed();
  expect(number()).toBe(2);
  // The number of characters; the characters follow.
  number();
  const cells: (readonly [number, number, number])[] = [];
  for (let column = -1; !isAtEnd(); ) {
    const head = number();
    column += Math.floor(head / 8) + 1;
    const count = head % 8 < 7 ? (head % 8) + 1 : number() + 8;
    const palette = Array.from({ length: count === 1 ? 1 : number() + 1 }, number);
    for (let left = count, row = -1; left > 0; left--) {
      const value = number();
      row += Math.floor(value / palette.length) + 1;
      cells.push([column, row, palette[value % palette.length] ?? -1]);
    }
  }
  return cells;
}

const node = (at: number, name: string, parts: Partial<NodeRecord> = {}): NodeRecord => ({
  name,
  uid: at % 3 === 0 ? `odd-${at}` : `1b2c3d4e-5f60-4a1b-8c2d-${String(at).padStart(12, "0")}`,
  labels: { "kubernetes.io/hostname": name, pool: at % 2 === 0 ? "general" : "gpu" },
  taints: [],
  unschedulable: false,
  ready: "True",
  createdAtMs: 1_767_225_600_000 + at * 7000,
  ...parts,
});
const NODES = [
  node(0, "ip-10-0-0-9"),
  node(1, "ip-10-0-0-10", { readySinceMs: 1_767_225_660_000 }),
  node(2, "ip-10-0-1-2", { readySinceMs: 1_767_225_000_000, taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] }),
  node(3, "worker-007", { ready: "False", readyReason: "KubeletNotReady", labels: { 'a"b\\': "é" } }),
  node(4, "worker-012", { unschedulable: true }),
  ...Array.from({ length: 40 }, (_, at) => node(at + 5, `worker-${at + 100}`)),
];
const BYTES = NODES.map((_, row) => [6, row === 7 ? 4 : 6, row % 5]);
const STATE = clusterStateOf(NODES, [{ key: "a/x" }, { key: "a/y" }, { key: "b/z" }], BYTES);

test("F1 a reader written from the document alone reads the head, nodes and cells of a keyframe", () => {
  const [head, ...parts] = readWhole(keyframeText(encodeKeyframe(STATE)));
  expect(head).toMatchObject({ schema: 10, epoch: STATE.epoch, seq: STATE.seq, nodes: NODES.length });
  expect(head.daemonSets.map(({ key }: { readonly key: string }) => key)).toEqual(["a/x", "a/y", "b/z"]);
  expect(parts.flatMap(({ nodes }) => nodesOf(nodes))).toEqual(NODES);
  expect([0, 1, 2].map((column) => parts.flatMap(({ nodes, cells }) => columnOf(cells[column], nodes.count)))).toEqual(
    [0, 1, 2].map((column) => BYTES.map((bytes) => bytes[column])),
  );
});

test("F1 the reader reads a keyframe in several parts, counts missing nodes and refuses a truncated keyframe", () => {
  const many = Array.from({ length: 12_000 }, (_, at) => node(at, `worker-${at}`));
  const bytes = many.map((_, row) => [row % 5, 6, 6]);
  const text = keyframeText(encodeKeyframe(clusterStateOf(many, [{ key: "a/x" }, { key: "a/y" }, { key: "b/z" }], bytes)));
  const [head, ...parts] = readWhole(text);
  const missing = parts.map((_, at) => head.nodes - parts.slice(0, at + 1).reduce((sum, { nodes }) => sum + nodes.count, 0));
  expect(missing).toEqual(missing.toSorted((a, b) => b - a));
  expect(missing.at(-1)).toBe(0);
  expect(missing.length).toBeGreaterThan(1);
  expect(parts.flatMap(({ nodes }) => nodesOf(nodes))).toEqual(many);
  expect(parts.flatMap(({ nodes, cells }) => columnOf(cells[0], nodes.count))).toEqual(bytes.map(([byte]) => byte));
  for (const cut of [1, 100, text.length / 2]) expect(() => readWhole(text.slice(0, -cut))).toThrow("cut");
});

test("F14 the reader reads the cells of a frame", () => {
  const changes = new Map([
    [0, { rows: [3], bytes: [70] }],
    [2, { rows: [0, 1, 5, 9, 11, 20, 21, 22, 30, 44], bytes: [4, 6, 4, 4, 70, 6, 6, 4, 4, 6] }],
  ]);
  const { sent } = sentFrame(STATE, { epoch: STATE.epoch, seq: STATE.seq + 1, at: STATE.at + 50, cells: encodeCellChanges(changes) });
  const expected = [...changes].flatMap(([column, { rows, bytes }]) => rows.map((row, at) => [column, row, bytes[at]]));
  expect(cellsOf(sent.text)).toEqual(expected);
});
