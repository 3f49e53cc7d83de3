import { HashIndex } from "@daemonscope/columns/hash-index";
import { fnv1a32 } from "@daemonscope/kube/values/fnv";
import { type NodeLifecycle, nodeLifecycle, READY_LIFECYCLE } from "../../records/node-lifecycle.ts";
import type { NodeRecord } from "../../records/records.ts";
import type { LoggableNodes } from "./loggable-nodes.ts";
import { NodeArray, type NodesByRow } from "./node-array.ts";
import type { NodeEntry } from "./node-entry.ts";

/** Rows as plain data. */
export interface SavedRows {
  /** By row; empty if a row is free. */
  readonly names: readonly string[];
  /** The last is taken first. */
  readonly free: readonly number[];
  readonly vacant: readonly number[];
  readonly nodes: readonly (readonly [row: number, entry: NodeEntry])[];
}

/** The names of rows, without their nodes. */
export type SavedRowNames = Omit<SavedRows, "nodes">;

const NODES_PER_SLICE = 1000;

/** A number for each node name in the model: nodes that exist, and those that are missing while pods name them. Rows
 *  index the columns of all DaemonSets. Another name gets a row only after `release`, when every column is empty
 *  there. */
export class NodeRows implements LoggableNodes {
  readonly #names: string[] = [];
  /** The name that `#rowByName` compares with. */
  #searchedName = "";
  /** Rows by name. A Map with the names as keys takes five times the memory. */
  readonly #rowByName = new HashIndex(
    (row) => fnv1a32(this.nameOf(row)),
    (row) => this.#names[row] === this.#searchedName,
  );
  readonly #nodes: NodesByRow;
  readonly #free: number[] = [];
  /** Rows that have a name and no node. */
  readonly vacant = new Set<number>();
  /** By row, without those of Ready nodes: few nodes are anything else, and each assessment of a pair reads it. */
  readonly #lifecycles = new Map<number, NodeLifecycle>();
  #saved: SavedRows["nodes"] | undefined;
  onChange: ((row: number) => void) | undefined;
  /** Increases when a node joins, leaves, or changes a field that placement reads. */
  placementVersion = 0;

  constructor(nodes: NodesByRow = new NodeArray()) {
    this.#nodes = nodes;
  }

  /** Fills an empty table from saved rows, in time slices of some milliseconds. */
  *restore({ names, free, vacant, nodes }: SavedRows): Generator<undefined, void> {
    for (const row of free) this.#free.push(row);
    for (const row of vacant) this.vacant.add(row);
    for (const [at, [row, entry]] of nodes.entries()) {
      this.#nodes.put(row, entry);
      this.#putLifecycle(row, entry);
      if (at % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield;
    }
    for (const [row, name] of names.entries()) {
      this.#names.push(name);
      if (name !== "") this.#rowByName.add(fnv1a32(name), row);
      if (row % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield;
    }
  }

  /** Saves in time slices of some milliseconds. Until it ends, the caller must not put or remove a node. */
  *savedInParts(): Generator<undefined, SavedRows> {
    this.#saved ??= yield* this.#savedNodes();
    return { ...this.savedNames, nodes: this.#saved };
  }

  get savedNames(): SavedRowNames {
    return { names: [...this.#names], free: [...this.#free], vacant: [...this.vacant] };
  }

  *#savedNodes(): Generator<undefined, SavedRows["nodes"]> {
    const nodes: (readonly [row: number, entry: NodeEntry])[] = [];
    for (let row = 0; row < this.#names.length; row++) {
      const entry = this.#nodes.at(row);
      if (entry !== undefined) nodes.push([row, entry]);
      if (row % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield;
    }
    return nodes;
  }

  /** One more than the highest row. */
  get extent(): number {
    return this.#names.length;
  }

  /** Returns the row of a name. A new name gets a vacant row. */
  rowOf(name: string): number {
    const known = this.find(name);
    if (known !== undefined) return known;
    const row = this.#free.pop() ?? this.#names.length;
    this.#names[row] = name;
    this.#rowByName.add(fnv1a32(name), row);
    this.vacant.add(row);
    return row;
  }

  find(name: string): number | undefined {
    this.#searchedName = name;
    const row = this.#rowByName.find(fnv1a32(name));
    return row < 0 ? undefined : row;
  }

  nameOf(row: number): string {
    return this.#names[row] ?? "";
  }

  /** Read access to the nodes by row. */
  get nodes(): Omit<NodesByRow, "put" | "putDetails" | "clear"> {
    return this.#nodes;
  }

  entryAt(row: number): NodeEntry | undefined {
    return this.#nodes.at(row);
  }

  isEntryAt(row: number, entry: NodeEntry): boolean {
    return this.#nodes.isRecordAt(row, entry.record) && this.#nodes.hasEqualDetails(row, entry);
  }

  entryNamed(name: string): NodeEntry | undefined {
    const row = this.find(name);
    return row === undefined ? undefined : this.#nodes.at(row);
  }

  recordNamed(name: string): NodeRecord | undefined {
    const row = this.find(name);
    return row === undefined ? undefined : this.#nodes.recordAt(row);
  }

  /** Undefined if the row has no node. */
  lifecycleAt(row: number): NodeLifecycle | undefined {
    if (!this.#nodes.has(row)) return undefined;
    return this.#lifecycles.size === 0 ? READY_LIFECYCLE : (this.#lifecycles.get(row) ?? READY_LIFECYCLE);
  }

  /** Those that are not simply Ready, in no order. */
  lifecycles(): Iterable<readonly [row: number, lifecycle: NodeLifecycle]> {
    return this.#lifecycles;
  }

  #putLifecycle(row: number, { record }: NodeEntry): void {
    const lifecycle = nodeLifecycle(record);
    if (lifecycle === READY_LIFECYCLE) this.#lifecycles.delete(row);
    else this.#lifecycles.set(row, lifecycle);
  }

  put(row: number, entry: NodeEntry): void {
    this.onChange?.(row);
    this.#nodes.put(row, entry);
    this.#putLifecycle(row, entry);
    this.#saved = undefined;
    this.vacant.delete(row);
  }

  /** Replaces an entry without changing its record. */
  putDetails(row: number, entry: NodeEntry): void {
    this.onChange?.(row);
    this.#nodes.putDetails(row, entry);
    this.#saved = undefined;
  }

  vacate(row: number): void {
    this.onChange?.(row);
    this.#nodes.clear(row);
    this.#lifecycles.delete(row);
    this.#saved = undefined;
    this.vacant.add(row);
  }

  release(row: number): void {
    this.#rowByName.remove(fnv1a32(this.nameOf(row)), row);
    this.#names[row] = "";
    this.vacant.delete(row);
    this.#free.push(row);
  }

  /** The nodes that exist, in the order of their rows. */
  *entries(): Iterable<NodeEntry> {
    for (let row = 0; row < this.#names.length; row++) {
      const entry = this.#nodes.at(row);
      if (entry !== undefined) yield entry;
    }
  }

  /** Rows of the nodes that exist. */
  *present(): Iterable<number> {
    for (let row = 0; row < this.#names.length; row++) if (this.#nodes.has(row)) yield row;
  }
}
