import type { NodeEntry } from "./node-entry.ts";

/** Nodes in columns, as an event log reads them. */
export interface LoggableNodes {
  /** Called with the row of a node before the node changes, is added or dropped. */
  onChange: ((row: number) => void) | undefined;
  find(name: string): number | undefined;
  nameOf(row: number): string;
  /** Undefined if the row has no node. */
  entryAt(row: number): NodeEntry | undefined;
  /** Reports whether the model ignores this entry. Creates no objects. */
  isEntryAt(row: number, entry: NodeEntry): boolean;
  /** Returns the rows of the nodes, ascending. */
  present(): Iterable<number>;
}
