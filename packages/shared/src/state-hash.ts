import type { ClusterState } from "./cluster-state.ts";
import { recordHash } from "./record-hash.ts";
import type { Slots } from "./slots.ts";

/** Eight hex digits over records, slots and cells, equal in server and browser for equal states (F5). O(cells + changed records). */
export function stateHash(state: ClusterState): string {
  let hash = 0x811c9dc5;
  const mix = (value: number) => {
    hash = Math.imul(hash ^ value, 0x01000193) >>> 0;
  };
  const mixSlots = ({ names, freed }: Slots, records: readonly (object | undefined)[]) => {
    for (let slot = 0; slot < names.length; slot++) {
      const record = records[slot];
      mix(record === undefined ? (freed.get(slot) ?? 0) : recordHash(record));
    }
  };
  mixSlots(state.rows, state.nodes);
  mixSlots(state.columns, state.daemonSets);
  for (const column of state.cells) for (const byte of column) mix(byte);
  return hash.toString(16).padStart(8, "0");
}
