import { uint32Column } from "@daemonscope/columns/chunked-column";
import { recordHash, valueHash } from "@daemonscope/shared/state/record-hash";
import type { RowRecords } from "@daemonscope/shared/state/row-ids";

/** The hashes of node records by slot, for successive states of a log. A hash takes four bytes, a record in a table
 *  forty. 0 means unknown. */
export class NodeHashes {
  readonly #hashes = uint32Column();

  /** Stores the hash of a slot's new record. */
  put(slot: number, record: object): void {
    this.#hashes.put(slot, valueHash(record));
  }

  /** Returns the recordHash of a slot's record. `records` must be the log's current records. */
  at(slot: number, records: RowRecords<object>): number {
    const known = this.#hashes.at(slot);
    if (known !== 0) return known;
    const hash = recordHash(records.at(slot) ?? records);
    this.#hashes.put(slot, hash);
    return hash;
  }
}
