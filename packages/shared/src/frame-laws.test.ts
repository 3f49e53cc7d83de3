import { CELL_STATES } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyFrame, heartbeatToFrame } from "./apply-frame.ts";
import { decodeCellChanges, encodeCellChanges } from "./codec/cell-changes.ts";
import { decodeKeyframe, encodeKeyframe } from "./codec/keyframe.ts";
import { FrameReader } from "./codec/read-frame.ts";
import { sentFrame } from "./state/cluster-state.fixture.ts";
import { type ClusterState, cellAtPair, nodeNamed } from "./state/cluster-state.ts";
import { compose } from "./state/compose-frames.fixture.ts";
import { emptyState } from "./state/empty-state.ts";
import type { Frame } from "./state/frame.ts";
import { type FrameEffect, mergeEffects, NO_EFFECT } from "./state/frame-effect.ts";
import { allocateRows, ROW_REUSE_SEQS, type RowIdChanges, type RowIds, rowChangesOf, rowIdOf } from "./state/row-ids.ts";
import { stateDifference } from "./state/state-difference.ts";
import { stateHash } from "./state/state-hash.ts";
import { unionOfRows } from "./state/union-of-rows.ts";

const SEED = Number(process.env.SEED ?? 20260102);
const cluster = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: true };

const node = (name: string, labels: Record<string, string>, tainted: boolean): NodeRecord => ({
  name,
  uid: `uid-${name}`,
  labels,
  taints: tainted ? [{ key: "gpu", effect: "NoSchedule" }] : [],
  unschedulable: tainted,
  ready: tainted ? "False" : "True",
  ...(tainted ? { readyReason: "KubeletNotReady" } : {}),
  createdAtMs: 5,
});
const record = (key: string, generation: number) => ({ key, generation }) as DaemonSetRecord;

const name = fc.constantFrom("n1", "n2", "n3", "n4", "n10", "__proto__");
const key = fc.constantFrom("a/x", "a/y", "b/x");
const step = fc.record({
  nodesPut: fc.array(
    fc.tuple(name, fc.dictionary(fc.constantFrom("zone", "pool", "__proto__x"), fc.string({ maxLength: 4 })), fc.boolean()),
    { maxLength: 2 },
  ),
  nodesDropped: fc.array(name, { maxLength: 1 }),
  daemonSetsPut: fc.array(fc.tuple(key, fc.nat(9)), { maxLength: 1 }),
  daemonSetsDropped: fc.array(key, { maxLength: 1 }),
  cells: fc.array(fc.tuple(name, key, fc.nat(255)), { maxLength: 6 }),
  beats: fc.boolean(),
  /** Seqs that pass before the step: enough that freed slots are reused. */
  rests: fc.constantFrom(0, 0, 1, ROW_REUSE_SEQS),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Builds changes as the server does: a removed name frees a slot, a new name gets one. */
function changesOf<T>(slots: RowIds, seq: number, gone: readonly string[], added: ReadonlyMap<string, T>): RowIdChanges<T> | undefined {
  const freed = gone.flatMap((each) => rowIdOf(slots, each) ?? []);
  const kept = (each: string) => (gone.includes(each) ? undefined : rowIdOf(slots, each));
  const newNames = [...added.keys()].filter((each) => kept(each) === undefined);
  const slotsByName = new Map(allocateRows(slots, newNames.length, seq).map((slot, at) => [newNames[at] ?? "", slot]));
  return rowChangesOf(
    freed.map((slot) => [slot, seq] as const),
    [...added].map(([each, put]) => [kept(each) ?? slotsByName.get(each) ?? -1, put] as const),
  );
}

function frameOf(state: ClusterState, change: Step): Frame {
  const seq = state.seq + 1;
  const nodes = changesOf(
    state.rows,
    seq,
    change.nodesDropped,
    new Map(change.nodesPut.map(([put, labels, tainted]) => [put, node(put, labels, tainted)])),
  );
  const daemonSets = changesOf(
    state.columns,
    seq,
    change.daemonSetsDropped,
    new Map(change.daemonSetsPut.map(([set, generation]) => [set, record(set, generation)])),
  );
  const base: Frame = {
    epoch: state.epoch,
    seq,
    at: state.at + 16,
    ...(nodes === undefined ? {} : { nodes }),
    ...(daemonSets === undefined ? {} : { daemonSets }),
  };
  const after = applied(state, base).state;
  const cells = new Map<number, Map<number, number>>();
  for (const [nodeName, daemonSetKey, byte] of change.cells) {
    const [row, column] = [rowIdOf(after.rows, nodeName), rowIdOf(after.columns, daemonSetKey)];
    if (row !== undefined && column !== undefined) cells.set(column, (cells.get(column) ?? new Map()).set(row, byte));
  }
  return { ...base, cells: encodeCellChanges(new Map(Array.from(cells, ([column, bytes]) => [column, changesIn(bytes)]))) };
}

function changesIn(bytes: ReadonlyMap<number, number>) {
  const rows = [...bytes.keys()].sort((a, b) => a - b);
  return { rows, bytes: rows.map((row) => bytes.get(row) ?? 0) };
}

function applied(state: ClusterState, frame: Frame): { readonly state: ClusterState; readonly effect: FrameEffect } {
  const result = applyFrame(state, frame);
  if (result.kind !== "applied") throw new Error(`a produced frame was refused: ${result.kind}`);
  return result;
}

/** Returns the frames of steps on a state, with heartbeats and quiet times among them. */
function framesOf(start: ClusterState, steps: readonly Step[]): readonly Frame[] {
  const frames: Frame[] = [];
  let state = start;
  const add = (frame: Frame) => {
    frames.push(frame);
    state = applied(state, frame).state;
  };
  for (const change of steps) {
    if (change.rests > 0) add({ epoch: state.epoch, seq: state.seq + change.rests, after: state.seq, at: state.at + 1 });
    add(frameOf(state, change));
    if (!change.beats) continue;
    const sources = { ...state.sources, pods: { state: "live", provenAtMs: state.at } } as const;
    add(heartbeatToFrame({ epoch: state.epoch, seq: state.seq, at: state.at + 5, clockRate: 1, sources, hash: "", sentMs: 0 }));
  }
  return frames;
}

/** Composes many frames into one; undefined for none. */
function composed(frames: readonly Frame[]): Frame | undefined {
  return frames.slice(1).reduce<Frame | undefined>((whole, frame) => {
    const next = whole === undefined ? undefined : compose(whole, sent(frame));
    if (next === undefined) throw new Error("consecutive frames did not compose");
    return next;
  }, frames[0]);
}

const text = (state: ClusterState) => JSON.stringify(encodeKeyframe(state));
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));
/** Encodes and decodes a frame as a browser reads it. A frame that is not a single step is only copied. */
function overTheWire(frame: Frame, before: ClusterState, browser: ClusterState): Frame {
  if (frame.after !== undefined) return sent(frame);
  const read = new FrameReader(browser).read(sentFrame(before, frame).sent);
  expect(read).toEqual(sent(frame));
  if (read === undefined) throw new Error("an encoded frame cannot be decoded");
  return read;
}
const reloaded = (state: ClusterState) => {
  const decoded = decodeKeyframe(sent(encodeKeyframe(state)));
  if (decoded === undefined) throw new Error("an encoded keyframe was refused");
  return decoded;
};
const empty = () => emptyState("e", cluster, 0);
const steps = fc.array(step, { maxLength: 12 });

/** Returns an effect with each written cell once. */
const united = ({ cells, ...rest }: FrameEffect) => ({
  ...rest,
  cells: new Map(Array.from(cells, ([column, lists]) => [column, unionOfRows(lists)])),
});

/** Checks that an effect covers every actual change. */
function expectCovered(before: ClusterState, after: ClusterState, effect: FrameEffect): void {
  const covered = (slots: FrameEffect["rows"]) => new Set([...slots.freed, ...slots.put]);
  const [rows, columns] = [covered(effect.rows), covered(effect.columns)];
  for (const row of after.rows.names.keys()) if (before.nodes[row] !== after.nodes[row]) expect(rows).toContain(row);
  for (const column of after.columns.names.keys()) {
    if (before.daemonSets[column] !== after.daemonSets[column]) expect(columns).toContain(column);
    const written = new Set(effect.cells.get(column)?.flat());
    for (const row of after.rows.names.keys()) {
      const isSame = (before.cells[column]?.at(row) ?? 0) === (after.cells[column]?.at(row) ?? 0);
      const isReported = written.has(row) || effect.rows.freed.includes(row) || effect.columns.freed.includes(column);
      if (!isSame) expect(isReported, `cell ${row} of ${column}`).toBe(true);
    }
  }
}

describe(`laws of the frame log, seed ${SEED}`, () => {
  it("F1 F14 a keyframe plus later frames equals the later keyframe, byte for byte, also with reused slots", () => {
    fc.assert(
      fc.property(steps, fc.nat(12), (laterSteps, joinAt) => {
        const frames = framesOf(empty(), laterSteps);
        let server = empty();
        let browser = reloaded(server);
        for (const [at, frame] of frames.entries()) {
          if (at === joinAt) browser = reloaded(server);
          const before = server;
          server = applied(server, frame).state;
          browser = applied(browser, overTheWire(frame, before, browser)).state;
          expect(stateHash(browser)).toBe(stateHash(server));
        }
        expect(text(browser)).toBe(text(server));
        expect(stateHash(reloaded(server))).toBe(stateHash(server));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
  it("F12 F13 a composed frame equals its frames in any grouping, and its effect covers all differences", () => {
    fc.assert(
      fc.property(steps, steps, fc.nat(30), (before, laterSteps, cut) => {
        const start = framesOf(empty(), before).reduce((state, frame) => applied(state, frame).state, empty());
        const frames = framesOf(start, laterSteps);
        let after = start;
        let effect = NO_EFFECT;
        for (const frame of frames) {
          const next = applied(after, frame);
          effect = mergeEffects(effect, next.effect);
          after = next.state;
        }
        const all = composed(frames);
        if (all === undefined) return;
        const once = applied(start, sent(all));
        expect(text(once.state)).toBe(text(after));
        expect(stateHash(once.state)).toBe(stateHash(after));
        expect(united(once.effect)).toEqual(united(effect));
        expectCovered(start, after, effect);
        const [left, right] = [composed(frames.slice(0, cut)), composed(frames.slice(cut))];
        if (left !== undefined && right !== undefined) expect(compose(left, right)).toEqual(all);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
  it("F1 frames give the same state whichever intermediate states are read, and leave the first unchanged", () => {
    fc.assert(
      fc.property(steps, steps, fc.infiniteStream(fc.boolean()), (before, laterSteps, reads) => {
        const start = framesOf(empty(), before).reduce((state, frame) => applied(state, frame).state, empty());
        const frames = framesOf(start, laterSteps);
        const shown = text(start);
        const states = [start];
        for (const frame of frames) {
          const next = applied(states.at(-1) ?? start, frame).state;
          states.push(next);
          if (reads.next().value) text(next);
        }
        const oneByOne = frames.reduce((state, frame) => reloaded(applied(state, frame).state), start);
        expect(text(states.at(-1) ?? start)).toBe(text(oneByOne));
        expect(text(start)).toBe(shown);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("F12 refuses to compose over a gap, a repeat, another epoch or damaged cells", () => {
    const frame: Frame = { epoch: "e", seq: 1, at: 1 };
    expect(compose(frame, { ...frame, seq: 2 })).toEqual({ ...frame, seq: 2, after: 0 });
    expect(compose(frame, { ...frame, seq: 3 })).toBeUndefined();
    expect(compose(frame, frame)).toBeUndefined();
    expect(compose(frame, { ...frame, seq: 2, epoch: "f" })).toBeUndefined();
    expect(compose({ ...frame, cells: "!!!!" }, { ...frame, seq: 2 })).toBeUndefined();
    expect(compose(frame, { ...frame, seq: 2, cells: "AAA=" })).toBeUndefined();
  });
  it("F2 refuses a gap, a repeat and another epoch", () => {
    const frame: Frame = { epoch: "e", seq: 1, at: 1 };
    expect(applyFrame(empty(), { ...frame, seq: 2 }).kind).toBe("gap");
    expect(applyFrame(empty(), { ...frame, seq: 2, after: 1 }).kind).toBe("gap");
    expect(applyFrame(empty(), { ...frame, epoch: "f" }).kind).toBe("otherEpoch");
    const { state } = applied(empty(), frame);
    expect(applyFrame(state, frame).kind).toBe("gap");
  });
  it("F2 refuses cells that are damaged, unassigned or out of range, and leaves the state unchanged", () => {
    const cells = (column: number, row: number) => encodeCellChanges(new Map([[column, { rows: [row], bytes: [1] }]]));
    const { state } = applied(empty(), first([[0, node("n1", {}, false)]], [[0, record("a/x", 1)]]));
    const before = text(state);
    const kinds = ["!!!!", "AAA=", "/////wEB", cells(0, 1), cells(1, 0)].map(
      (damaged) => applyFrame(state, { epoch: "e", seq: 2, at: 2, cells: damaged }).kind,
    );
    expect(new Set(kinds)).toEqual(new Set(["damaged"]));
    expect(text(state)).toBe(before);
  });
  it.each([
    ["a slot that another node has", { put: [[0, node("n2", {}, false)]] }],
    ["a name that has another slot", { put: [[1, node("n1", {}, false)]] }],
    [
      "a name twice",
      {
        put: [
          [1, node("n2", {}, false)],
          [2, node("n2", {}, false)],
        ],
      },
    ],
    ["a slot after a gap", { put: [[5, node("n2", {}, false)]] }],
    ["a slot with an invalid number", { freed: [[-1, 2]] }],
    ["more slots than any cluster has", { freed: [[2 ** 31, 2]] }],
  ] as const satisfies readonly (readonly [string, RowIdChanges<NodeRecord>])[])("F2 refuses %s", (_what, nodes) => {
    const { state } = applied(empty(), first([[0, node("n1", {}, false)]], []));
    expect(applyFrame(state, { epoch: "e", seq: 2, at: 2, nodes }).kind).toBe("damaged");
    expect(nodeNamed(state, "n1")).toBeDefined();
  });
  it("F2 refuses a keyframe with inconsistent parts", () => {
    const whole = encodeKeyframe(applied(empty(), first([[0, node("n1", {}, false)]], [[0, record("a/x", 1)]])).state);
    expect(decodeKeyframe(whole)).toBeDefined();
    for (const damaged of [{ freeRows: [[7, 1]] }, { daemonSets: [] }, { nodes: 2 }, { schema: 3 }])
      expect(decodeKeyframe({ ...whole, head: { ...whole.head, ...damaged } as typeof whole.head })).toBeUndefined();
    for (const damaged of [{ cells: ["AAAA"] }, { cells: [] }])
      expect(decodeKeyframe({ ...whole, parts: whole.parts.map((part) => ({ ...part, ...damaged })) })).toBeUndefined();
  });
  it("F11 other nodes keep their rows when a node joins or leaves, and a row is reused only after ROW_REUSE_SEQS", () => {
    const three = (["n1", "n2", "n3"] as const).map((each, row) => [row, node(each, {}, false)] as const);
    let { state } = applied(empty(), first(three, [[0, record("a/x", 1)]]));
    const { names } = applied(state, { epoch: "e", seq: 2, at: 2, nodes: { freed: [[1, 2]] } }).state.rows;
    expect(names).toEqual(["n1", undefined, "n3"]);
    ({ state } = applied(state, { epoch: "e", seq: 2, at: 2, nodes: { freed: [[1, 2]] } }));
    expect(allocateRows(state.rows, 2, 2 + ROW_REUSE_SEQS - 1)).toEqual([3, 4]);
    expect(allocateRows(state.rows, 2, 2 + ROW_REUSE_SEQS)).toEqual([1, 3]);
    expect(allocateRows(reloaded(state).rows, 2, 2 + ROW_REUSE_SEQS)).toEqual([1, 3]);
  });
  it("F1 a node that left and returned within one tick starts without history", () => {
    let { state } = applied(empty(), first([[0, node("n1", {}, false)]], [[0, record("a/x", 1)]]));
    ({ state } = applied(state, { epoch: "e", seq: 2, at: 2, cells: encodeCellChanges(new Map([[0, { rows: [0], bytes: [6] }]])) }));
    expect(cellAtPair(state, "n1", "a/x")).toBe(6);
    ({ state } = applied(state, { epoch: "e", seq: 3, at: 3, nodes: { freed: [[0, 3]], put: [[1, node("n1", {}, true)]] } }));
    expect(cellAtPair(state, "n1", "a/x")).toBe(0);
    expect(nodeNamed(state, "n1")?.unschedulable).toBe(true);
  });
  it("F1 an unchanged part stays the same object", () => {
    const { state } = applied(
      empty(),
      first(
        [[0, node("n1", {}, false)]],
        [
          [0, record("a/x", 1)],
          [1, record("a/y", 1)],
        ],
      ),
    );
    const changed = applied(state, {
      epoch: "e",
      seq: 2,
      at: 2,
      cells: encodeCellChanges(new Map([[1, { rows: [0], bytes: [6] }]])),
    }).state;
    expect([changed.rows, changed.columns, changed.nodes, changed.daemonSets]).toEqual([
      state.rows,
      state.columns,
      state.nodes,
      state.daemonSets,
    ]);
    expect(changed.nodes).toBe(state.nodes);
    expect(changed.rows).toBe(state.rows);
    expect(changed.cells[0]).toBe(state.cells[0]);
    expect(changed.cells[1]).not.toBe(state.cells[1]);
    expect([state.cells[1]?.at(0), changed.cells[1]?.at(0)]).toEqual([0, 6]);
    const afterHeartbeat = applied(
      state,
      heartbeatToFrame({ epoch: "e", seq: 1, at: 9, clockRate: 1, sources: state.sources, hash: "", sentMs: 0 }),
    ).state;
    expect([
      afterHeartbeat.seq,
      afterHeartbeat.at,
      afterHeartbeat.cells === state.cells,
      afterHeartbeat.daemonSets === state.daemonSets,
    ]).toEqual([1, 9, true, true]);
  });
  it("F1 the field order of a record affects neither keyframe nor hash", () => {
    const stateWith = (labels: Record<string, string>) => applied(empty(), first([[0, node("n1", labels, true)]], [])).state;
    const [one, other] = [stateWith({ zone: "a", pool: "b" }), stateWith({ pool: "b", zone: "a" })];
    expect(text(other)).toBe(text(one));
    expect(stateHash(other)).toBe(stateHash(one));
  });
  it("F5 one changed cell or slot changes the hash", () => {
    const { state } = applied(empty(), first([[0, node("n1", {}, false)]], [[0, record("a/x", 1)]]));
    const cell = applied(state, { epoch: "e", seq: 2, at: 2, cells: encodeCellChanges(new Map([[0, { rows: [0], bytes: [6] }]])) }).state;
    const moved = applied(state, { epoch: "e", seq: 2, at: 2, nodes: { freed: [[0, 2]], put: [[1, node("n1", {}, false)]] } }).state;
    expect(new Set([state, cell, moved].map((each) => stateHash(each))).size).toBe(3);
  });
});

const first = (nodes: readonly (readonly [number, NodeRecord])[], daemonSets: readonly (readonly [number, DaemonSetRecord])[]): Frame => ({
  epoch: "e",
  seq: 1,
  at: 1,
  nodes: { put: nodes },
  daemonSets: { put: daemonSets },
});

test("cell changes survive a round trip", () => {
  const column = fc.dictionary(fc.nat(200_000).map(String), fc.nat(255), { minKeys: 1, maxKeys: 20 });
  fc.assert(
    fc.property(fc.dictionary(fc.nat(5000).map(String), column, { maxKeys: 6 }), (columnsByNumber) => {
      const columns = Object.entries(columnsByNumber).map(
        ([at, bytes]) => [Number(at), changesIn(new Map(Object.entries(bytes).map(([row, byte]) => [Number(row), byte])))] as const,
      );
      const changes = new Map(columns);
      expect(decodeCellChanges(encodeCellChanges(changes))).toEqual(changes);
    }),
    { seed: SEED },
  );
});

test("all cell states fit into four bits", () => {
  expect(CELL_STATES.length).toBeLessThanOrEqual(16);
});

test("a comparison of any two states lists every difference, in both directions, and no equal cell", () => {
  fc.assert(
    fc.property(steps, steps, (firstSteps, secondSteps) => {
      const applyAll = (state: ClusterState, frames: readonly Frame[]) => frames.reduce((each, frame) => applied(each, frame).state, state);
      const before = applyAll(empty(), framesOf(empty(), firstSteps));
      const after = applyAll(before, framesOf(before, secondSteps));
      for (const [from, to] of [
        [before, after],
        [after, before],
      ] as const) {
        const effect = stateDifference(from, to);
        expectCovered(from, to, effect);
        expect(effect.sources).toBe(from.sources !== to.sources);
        for (const [column, lists] of effect.cells)
          for (const row of lists.flat()) {
            const isAnother = effect.rows.freed.includes(row) || effect.columns.freed.includes(column);
            expect(isAnother ? 0 : (from.cells[column]?.at(row) ?? 0)).not.toBe(to.cells[column]?.at(row));
          }
      }
      expect(stateDifference(after, after)).toMatchObject({ whole: false, cells: new Map(), sources: false });
      expect(stateDifference(before, { ...after, epoch: "another" }).whole).toBe(true);
    }),
    { seed: SEED },
  );
});
