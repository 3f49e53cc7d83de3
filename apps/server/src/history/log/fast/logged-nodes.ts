import type { LoggableNodes } from "@daemonscope/daemonset/model/tables/loggable-nodes";
import type { NodeEntry } from "@daemonscope/daemonset/model/tables/node-entry";
import { NODES_PER_PART, type NodesInPart } from "../checkpoint.ts";

/** A node before an event: undefined for a new node, "unchanged" if the model ignores the event. */
export type NodeBefore = NodeEntry | "unchanged" | undefined;

/** The nodes at the time of a checkpoint. They are read when they are packed, or before they change. */
class NodeSnapshot {
  readonly #nodes: LoggableNodes;
  readonly parts: NodesInPart[] = [];
  readonly #kept = new Map<number, NodeEntry>();
  #isRead = false;
  /** A node changed since the checkpoint. */
  isChanged = false;

  constructor(nodes: LoggableNodes) {
    this.#nodes = nodes;
  }

  /** Adds the nodes of the next part. */
  add(rows: readonly number[], ids: readonly number[]): void {
    const part = { rows, ids, entries: () => this.#entries(part) };
    this.parts.push(part);
  }

  change(row: number): void {
    this.isChanged = true;
    if (this.#isRead || this.#kept.has(row)) return;
    const entry = this.#nodes.entryAt(row);
    if (entry !== undefined) this.#kept.set(row, entry);
  }

  /** The parts are read in their order. */
  *#entries(part: NodesInPart): Iterable<NodeEntry> {
    for (const row of part.rows) {
      const entry = this.#kept.get(row) ?? this.#nodes.entryAt(row);
      if (entry !== undefined) yield entry;
    }
    if (part !== this.parts.at(-1)) return;
    this.#isRead = true;
    this.#kept.clear();
  }
}

/** The nodes of a log whose model has them in columns: a number for each name. A change is the difference between two
 *  versions of the model. The plain way is in EntryWriter and RecordedModel: they keep each node as an object. At
 *  100,000 × 12 the process has 241 instead of 388 MB after the first lists. */
export class LoggedNodes {
  readonly #nodes: LoggableNodes;
  readonly #numbers = new Map<string, number>();
  #snapshot: NodeSnapshot | undefined;

  constructor(nodes: LoggableNodes) {
    this.#nodes = nodes;
    nodes.onChange = (row) => this.#snapshot?.change(row);
  }

  end(): void {
    this.#nodes.onChange = undefined;
  }

  /** Returns the version of the model before an event. */
  beforeOf(entry: NodeEntry): NodeBefore {
    const row = this.#nodes.find(entry.record.name);
    if (row === undefined) return undefined;
    return this.#nodes.isEntryAt(row, entry) ? "unchanged" : this.#nodes.entryAt(row);
  }

  /** Returns the version of the model. Labels in another order are equal, so that it may differ from the event's. */
  storedOf(name: string): NodeEntry | undefined {
    const row = this.#nodes.find(name);
    return row === undefined ? undefined : this.#nodes.entryAt(row);
  }

  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  add(name: string, number: number): void {
    this.#numbers.set(name, number);
  }

  /** Returns the number that the node had. */
  remove(name: string): number | undefined {
    const number = this.#numbers.get(name);
    this.#numbers.delete(name);
    return number;
  }

  /** Returns the nodes of a checkpoint, and numbers nodes without a number. The same object if no node changed. Until
   *  it ends, the model must receive no nodes. */
  *inSlices(nextNumber: () => number): Generator<undefined, readonly NodesInPart[]> {
    if (this.#snapshot !== undefined && !this.#snapshot.isChanged) return this.#snapshot.parts;
    const snapshot = new NodeSnapshot(this.#nodes);
    let rows: number[] = [];
    let ids: number[] = [];
    for (const row of this.#nodes.present()) {
      const name = this.#nodes.nameOf(row);
      let number = this.#numbers.get(name);
      if (number === undefined) {
        number = nextNumber();
        this.#numbers.set(name, number);
      }
      ids.push(number);
      if (rows.push(row) < NODES_PER_PART) continue;
      snapshot.add(rows, ids);
      rows = [];
      ids = [];
      yield;
    }
    if (rows.length > 0) snapshot.add(rows, ids);
    this.#snapshot = snapshot;
    return snapshot.parts;
  }
}
