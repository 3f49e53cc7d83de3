import type { ClusterState } from "./cluster-state.ts";
import { recordHash } from "./record-hash.ts";
import type { Slots } from "./slots.ts";

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** The hash of the record at a slot. */
type HashAt = (slot: number, record: object) => number;

const readHash: HashAt = (_slot, record) => recordHash(record);

function mixSlots(hash: number, { names, freed }: Slots, records: readonly (object | undefined)[], hashAt: HashAt): number {
  let mixed = hash;
  for (let slot = 0; slot < names.length; slot++) {
    const record = records[slot];
    mixed = Math.imul(mixed ^ (record === undefined ? (freed.get(slot) ?? 0) : hashAt(slot, record)), PRIME);
  }
  return mixed;
}

function mixBytes(hash: number, bytes: Uint8Array): number {
  let mixed = hash;
  for (let at = 0; at < bytes.length; at++) mixed = Math.imul(mixed ^ (bytes[at] ?? 0), PRIME);
  return mixed;
}

/** What the nodes come to, which stay the same from frame to frame: each of a hundred thousand is looked up in a table. */
const ofNodes = new WeakMap<ClusterState["nodes"], { readonly rows: Slots; readonly hash: number }>();

function nodesHash({ rows, nodes }: Pick<ClusterState, "rows" | "nodes">, hashAt: HashAt): number {
  const known = ofNodes.get(nodes);
  if (known?.rows === rows) return known.hash;
  const hash = mixSlots(SEED, rows, nodes, hashAt);
  ofNodes.set(nodes, { rows, hash });
  return hash;
}

/** stateHash, for who keeps what recordHash is of the node at each row. */
export function stateHashBy(state: ClusterState, hashAt: HashAt): string {
  const hash = state.cells.reduce(
    (mixed, { now }) => mixBytes(mixed, now),
    mixSlots(nodesHash(state, hashAt), state.columns, state.daemonSets, readHash),
  );
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Eight hex digits over records, slots and cells, equal in server and browser for equal states (F5). O(cells + changed records), and O(nodes) after one of them changed. */
export const stateHash = (state: ClusterState): string => stateHashBy(state, readHash);
