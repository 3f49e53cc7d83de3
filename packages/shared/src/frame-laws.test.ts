import { CELL_STATES } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/model/records";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyFrame } from "./apply-frame.ts";
import type { ClusterState } from "./cluster-state.ts";
import { decodeBase64, encodeBase64 } from "./codec/base64.ts";
import { decodeCellChanges, encodeCellChanges } from "./codec/cell-changes.ts";
import { decodeKeyframe, encodeKeyframe } from "./codec/keyframe.ts";
import { emptyState } from "./empty-state.ts";
import type { Frame } from "./frame.ts";
import { stateHash } from "./state-hash.ts";

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
  cells: fc.array(fc.tuple(fc.nat(17), fc.nat(255)), { maxLength: 6 }),
});

function frameOf(state: ClusterState, made: typeof step extends fc.Arbitrary<infer T> ? T : never): Frame {
  const puts = new Set<string>(made.nodesPut.map(([put]) => put));
  const rows = new Set<string>([...state.nodes.keys()].filter((row) => !(made.nodesDropped as string[]).includes(row)).concat([...puts]));
  const sets = new Set<string>(
    [...state.daemonSets.keys()]
      .filter((set) => !(made.daemonSetsDropped as string[]).includes(set))
      .concat(made.daemonSetsPut.map(([set]) => set)),
  );
  const size = rows.size * sets.size;
  const cells = new Map(made.cells.filter(([index]) => index < size));
  return {
    epoch: state.epoch,
    seq: state.seq + 1,
    at: state.at + 16,
    nodesPut: made.nodesPut.map(([put, labels, tainted]) => node(put, labels, tainted)),
    nodesDropped: made.nodesDropped,
    daemonSetsPut: made.daemonSetsPut.map(([set, generation]) => record(set, generation)),
    daemonSetsDropped: made.daemonSetsDropped,
    cells: encodeCellChanges([...cells].sort(([a], [b]) => a - b).map(([index, byte]) => ({ index, byte }))),
  };
}

const text = (state: ClusterState) => JSON.stringify(encodeKeyframe(state));
const reborn = (state: ClusterState) => {
  const decoded = decodeKeyframe(JSON.parse(text(state)));
  if (decoded === undefined) throw new Error("a keyframe of ours was refused");
  return decoded;
};

describe(`laws of the frame log, seed ${SEED}`, () => {
  it("F1 a keyframe with the frames after it equals the later keyframe, byte for byte", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(12), (steps, joinAt) => {
        const server = emptyState("e", cluster, 0);
        let browser = reborn(server);
        steps.forEach((made, at) => {
          if (at === joinAt) browser = reborn(server);
          const frame = frameOf(server, made);
          expect(applyFrame(server, frame).kind).toBe("applied");
          expect(applyFrame(browser, JSON.parse(JSON.stringify(frame))).kind).toBe("applied");
          expect(text(browser)).toBe(text(server));
        });
        expect(stateHash(browser)).toBe(stateHash(server));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
  it("F2 refuses a gap, a repeat and another epoch", () => {
    const state = emptyState("e", cluster, 0);
    const frame: Frame = { epoch: "e", seq: 1, at: 1 };
    expect(applyFrame(state, { ...frame, seq: 2 }).kind).toBe("gap");
    expect(applyFrame(state, { ...frame, epoch: "f" }).kind).toBe("otherEpoch");
    expect(applyFrame(state, frame).kind).toBe("applied");
    expect(applyFrame(state, frame).kind).toBe("gap");
  });
  it("F2 refuses cells that are damaged or beyond the matrix", () => {
    expect(applyFrame(emptyState("e", cluster, 0), { epoch: "e", seq: 1, at: 1, cells: "!!!!" }).kind).toBe("damaged");
    expect(
      applyFrame(emptyState("e", cluster, 0), { epoch: "e", seq: 1, at: 1, cells: encodeCellChanges([{ index: 5, byte: 1 }]) }).kind,
    ).toBe("damaged");
  });
  it("F1 a node that left and came back in one tick starts from nothing", () => {
    const state = emptyState("e", cluster, 0);
    applyFrame(state, { epoch: "e", seq: 1, at: 1, nodesPut: [node("n1", {}, false)], daemonSetsPut: [record("a/x", 1)] });
    applyFrame(state, { epoch: "e", seq: 2, at: 2, cells: encodeCellChanges([{ index: 0, byte: 6 }]) });
    applyFrame(state, { epoch: "e", seq: 3, at: 3, nodesDropped: ["n1"], nodesPut: [node("n1", {}, true)] });
    expect([...state.cells]).toEqual([0]);
  });
  it("F1 the order in which a record lists its fields changes neither keyframe nor hash", () => {
    const one = emptyState("e", cluster, 0);
    const other = emptyState("e", cluster, 0);
    applyFrame(one, { epoch: "e", seq: 1, at: 1, nodesPut: [node("n1", { zone: "a", pool: "b" }, true)] });
    applyFrame(other, { epoch: "e", seq: 1, at: 1, nodesPut: [node("n1", { pool: "b", zone: "a" }, true)] });
    expect(text(other)).toBe(text(one));
    expect(stateHash(other)).toBe(stateHash(one));
  });
  it("F5 one changed cell changes the hash", () => {
    const state = emptyState("e", cluster, 0);
    applyFrame(state, { epoch: "e", seq: 1, at: 1, nodesPut: [node("n1", {}, false)], daemonSetsPut: [record("a/x", 1)] });
    const before = stateHash(state);
    state.cells[0] = 6;
    expect(stateHash(state)).not.toBe(before);
  });
});

test("base64 and cell changes survive the way there and back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    }),
    { seed: SEED },
  );
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(2_000_000), { maxLength: 50 }), (indexes) => {
      const changes = indexes.sort((a, b) => a - b).map((index) => ({ index, byte: index % 256 }));
      expect(decodeCellChanges(encodeCellChanges(changes))).toEqual(changes);
    }),
    { seed: SEED },
  );
});

test("all cell states fit their four bits", () => {
  expect(CELL_STATES.length).toBeLessThanOrEqual(16);
});
