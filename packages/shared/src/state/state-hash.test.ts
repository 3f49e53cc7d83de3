import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import fc from "fast-check";
import { expect, it } from "vitest";
import { afterFrame, cellsText } from "./cluster-state.fixture.ts";
import type { ClusterState } from "./cluster-state.ts";
import { emptyState } from "./empty-state.ts";
import { recordHash } from "./record-hash.ts";
import { stateHash } from "./state-hash.ts";

const SEED = Number(process.env.SEED ?? 20261127);

function recordHashAt(records: readonly (object | undefined)[], slot: number): number | undefined {
  const record = records[slot];
  return record === undefined ? undefined : recordHash(record);
}

/** Hashes a whole state sequentially: FNV-1a over 32 bits. */
function plainHash({ rows, nodes, columns, daemonSets, cells }: ClusterState): string {
  let hash = 0x811c9dc5;
  const mix = (value: number) => {
    hash = Math.imul(hash ^ value, 0x01000193) >>> 0;
  };
  const mixSlots = ({ names, freed }: ClusterState["rows"], records: readonly (object | undefined)[]) => {
    for (const slot of names.keys()) mix(recordHashAt(records, slot) ?? freed.get(slot) ?? 0);
  };
  mixSlots(rows, nodes);
  mixSlots(columns, daemonSets);
  for (const column of cells) for (const byte of column.now) mix(byte);
  return hash.toString(16).padStart(8, "0");
}

const NODES = 6;
const step = fc.oneof(
  fc.record({ do: fc.constant("relabel" as const), row: fc.nat(NODES - 1), zone: fc.constantFrom("a", "b") }),
  fc.record({ do: fc.constant("free" as const), row: fc.nat(NODES - 1) }),
  fc.record({ do: fc.constant("record" as const), generation: fc.nat(3) }),
  fc.record({ do: fc.constant("cell" as const), row: fc.nat(NODES - 1), byte: fc.nat(255) }),
);
const node = (row: number, zone: string) => ({ name: `n${row}`, labels: { zone } }) as unknown as NodeRecord;
const daemonSet = (generation: number) => ({ key: "a/b", generation }) as DaemonSetRecord;

it(`F5 the hash of a state covers all of it, regardless of the parts read before, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const identity = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: true };
      let { state } = afterFrame(emptyState("e", identity, 0), {
        nodes: { put: Array.from({ length: NODES }, (_, row) => [row, node(row, "a")] as const) },
        daemonSets: { put: [[0, daemonSet(0)]] },
      });
      for (const change of steps) {
        const isPresent = change.do === "record" || change.do === "relabel" || state.nodes[change.row] !== undefined;
        if (change.do === "relabel") ({ state } = afterFrame(state, { nodes: { put: [[change.row, node(change.row, change.zone)]] } }));
        else if (change.do === "record") ({ state } = afterFrame(state, { daemonSets: { put: [[0, daemonSet(change.generation)]] } }));
        else if (change.do === "free" && isPresent) ({ state } = afterFrame(state, { nodes: { freed: [[change.row, state.seq + 1]] } }));
        else if (change.do === "cell" && isPresent) ({ state } = afterFrame(state, { cells: cellsText([[change.row, 0, change.byte]]) }));
        expect(stateHash(state)).toBe(plainHash(state));
      }
    }),
    { seed: SEED },
  );
});
