import { words } from "@daemonscope/daemonset/model/parted-column";
import { recordHash, valueHash } from "@daemonscope/shared/record-hash";
import type { SlotRecords } from "@daemonscope/shared/slots";

/** The hashes of the records of nodes by slot, as a log's states have them one after the other: four bytes each, where a table of records takes forty. 0 where none is known. */
export class NodeHashes {
  readonly #hashes = words();

  /** Another record is at the slot from here on. */
  put(slot: number, record: object): void {
    this.#hashes.put(slot, valueHash(record));
  }

  /** recordHash of what is at a slot, which is one of these. */
  at(slot: number, records: SlotRecords<object>): number {
    const known = this.#hashes.at(slot);
    if (known !== 0) return known;
    const hash = recordHash(records.at(slot) ?? records);
    this.#hashes.put(slot, hash);
    return hash;
  }
}
