import { fnv1a32 } from "@daemonscope/kube/fnv";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { ClusterState } from "./cluster-state.ts";

const hashes = new WeakMap<object, number>();

/** Records are readonly, so each is read once however often the state is hashed. */
function recordHash(record: object): number {
  let hash = hashes.get(record);
  if (hash === undefined) {
    hash = fnv1a32(stableJson(record));
    hashes.set(record, hash);
  }
  return hash;
}

/** Eight hex digits over records and cells, equal in server and browser for equal states (F5). O(cells + changed records). */
export function stateHash(state: ClusterState): string {
  let hash = 0x811c9dc5;
  const mix = (value: number) => {
    hash = Math.imul(hash ^ value, 0x01000193) >>> 0;
  };
  for (const name of state.rows) mix(recordHash(state.nodes.get(name) ?? state));
  for (const key of state.columns) mix(recordHash(state.daemonSets.get(key) ?? state));
  for (const byte of state.cells) mix(byte);
  return hash.toString(16).padStart(8, "0");
}
