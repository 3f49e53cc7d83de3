import type { ClusterStateOf } from "./cluster-state.ts";
import { recordHash } from "./record-hash.ts";
import type { RowIds, RowRecords } from "./row-ids.ts";

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** Returns the hash of the record in a taken slot. */
type HashAt = (slot: number) => number;

const hashesOf =
  (records: RowRecords<object>): HashAt =>
  (slot) =>
    recordHash(records.at(slot) ?? records);

function mixSlots(hash: number, { names, freed }: RowIds, hashAt: HashAt): number {
  let mixed = hash;
  for (let slot = 0; slot < names.length; slot++)
    mixed = Math.imul(mixed ^ (names[slot] === undefined ? (freed.get(slot) ?? 0) : hashAt(slot)), PRIME);
  return mixed;
}

/**
 * Caches the hash of the nodes, which rarely change between frames. Hashing 100,000 nodes needs a table lookup for
 * each.
 */
const nodeHashes = new WeakMap<ClusterStateOf["nodes"], { readonly rows: RowIds; readonly hash: number }>();

function nodesHash({ rows, nodes }: Pick<ClusterStateOf, "rows" | "nodes">, hashAt: HashAt): number {
  const known = nodeHashes.get(nodes);
  if (known?.rows === rows) return known.hash;
  const hash = mixSlots(SEED, rows, hashAt);
  nodeHashes.set(nodes, { rows, hash });
  return hash;
}

/**
 * Returns eight hex digits over records, slots and cells; equal in server and browser for equal states (F5). O(cells +
 * changed records), plus O(nodes) after a node changed. `hashAt`: for a caller that caches recordHash of the node in
 * each row.
 */
export function stateHash(state: ClusterStateOf, hashAt = hashesOf(state.nodes)): string {
  let hash = mixSlots(nodesHash(state, hashAt), state.columns, hashesOf(state.daemonSets));
  for (const { now } of state.cells) for (let row = 0; row < now.length; row++) hash = Math.imul(hash ^ (now[row] ?? 0), PRIME);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
