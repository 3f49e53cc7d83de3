import type { ClusterState } from "./cluster-state.ts";
import { recordHash } from "./record-hash.ts";

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
