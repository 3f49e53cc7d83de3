import { isEqualJson } from "@daemonscope/kube/equal-json";
import type { NodeRecord } from "../records/records.ts";
import type { NodeEntry } from "./node-entry.ts";

/** Nodes by row, as they are told: a log shares these objects. */
export class WholeNodes {
  readonly #entries: (NodeEntry | undefined)[] = [];

  at(row: number): NodeEntry | undefined {
    return this.#entries[row];
  }

  recordAt(row: number): NodeRecord | undefined {
    return this.#entries[row]?.record;
  }

  /** Whether what stands there is what an entry says, beside its record. */
  isTold(row: number, { conditions, kubeletVersion }: NodeEntry): boolean {
    const entry = this.#entries[row];
    return entry !== undefined && entry.kubeletVersion === kubeletVersion && isEqualJson(entry.conditions, conditions);
  }

  put(row: number, entry: NodeEntry): void {
    this.#entries[row] = entry;
  }

  clear(row: number): void {
    this.#entries[row] = undefined;
  }
}
