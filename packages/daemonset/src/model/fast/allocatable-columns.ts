import { AdaptiveUintColumn } from "@daemonscope/columns/adaptive-uint-column";
import type { NodeAllocatable } from "@daemonscope/kube/objects";

const KIB = 1024;
/** Amounts are stored one higher, because 0 stands for an absent amount. */
const LIMIT = 2 ** 32 - 2;

/** Allocatable amounts by row: some nine bytes a node. The names of extended resources belong to the node's shape. */
export class AllocatableColumns {
  readonly #cpuMillis = new AdaptiveUintColumn();
  readonly #memoryKib = new AdaptiveUintColumn();
  /** Bytes beyond the last whole KiB. Nearly all nodes have none. */
  readonly #memoryRest = new AdaptiveUintColumn();
  readonly #pods = new AdaptiveUintColumn();

  /** Reports whether the columns can hold these amounts. */
  static canHold({ cpuMillis = 0, memoryBytes = 0, pods = 0 }: NodeAllocatable = {}): boolean {
    return cpuMillis <= LIMIT && memoryBytes / KIB <= LIMIT && pods <= LIMIT;
  }

  put(row: number, { cpuMillis, memoryBytes, pods }: NodeAllocatable = {}): void {
    putAt(this.#cpuMillis, row, cpuMillis);
    putAt(this.#memoryKib, row, memoryBytes === undefined ? undefined : Math.floor(memoryBytes / KIB));
    putAt(this.#memoryRest, row, memoryBytes === undefined || memoryBytes % KIB === 0 ? undefined : memoryBytes % KIB);
    putAt(this.#pods, row, pods);
  }

  /** Returns the amounts of a row, with these extended resources; undefined if there are none. */
  at(row: number, extended: readonly string[] | undefined): NodeAllocatable | undefined {
    const cpuMillis = this.#cpuMillis.at(row);
    const memoryKib = this.#memoryKib.at(row);
    const pods = this.#pods.at(row);
    if (cpuMillis === 0 && memoryKib === 0 && pods === 0 && extended === undefined) return undefined;
    const rest = this.#memoryRest.at(row);
    return {
      ...(cpuMillis === 0 ? {} : { cpuMillis: cpuMillis - 1 }),
      ...(memoryKib === 0 ? {} : { memoryBytes: (memoryKib - 1) * KIB + (rest === 0 ? 0 : rest - 1) }),
      ...(pods === 0 ? {} : { pods: pods - 1 }),
      ...(extended === undefined ? {} : { extended }),
    };
  }
}

function putAt(column: AdaptiveUintColumn, row: number, amount: number | undefined): void {
  const stored = amount === undefined ? 0 : amount + 1;
  // A column that no node needs stays empty.
  if (stored === 0 && row >= column.length) return;
  column.reach(row);
  column.put(row, stored);
}
