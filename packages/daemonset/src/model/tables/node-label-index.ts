import { ownValue } from "@daemonscope/kube/base/own-value";
import type { StringMap } from "@daemonscope/kube/objects";
import type { NodeRows } from "./node-rows.ts";

interface RowsOfKey {
  readonly valueByRow: Map<number, string>;
  readonly rowsByValue: Map<string, Set<number>>;
}

function setValue({ valueByRow, rowsByValue }: RowsOfKey, row: number, value: string | undefined): void {
  const before = valueByRow.get(row);
  if (before === value) return;
  if (before !== undefined) {
    const rows = rowsByValue.get(before);
    rows?.delete(row);
    if (rows?.size === 0) rowsByValue.delete(before);
    valueByRow.delete(row);
  }
  if (value === undefined) return;
  valueByRow.set(row, value);
  const rows = rowsByValue.get(value);
  if (rows === undefined) rowsByValue.set(value, new Set([row]));
  else rows.add(row);
}

/** Rows of nodes by the values of some labels. A key costs a pass over the nodes when it is first read, and a lookup
 *  for each node that changes from then on. Without a reader it costs nothing. */
export class NodeLabelIndex {
  readonly #rows: NodeRows;
  readonly #byKey = new Map<string, RowsOfKey>();

  constructor(rows: NodeRows) {
    this.#rows = rows;
  }

  put(row: number, labels: StringMap): void {
    for (const [key, rows] of this.#byKey) setValue(rows, row, ownValue(labels, key));
  }

  drop(row: number): void {
    for (const rows of this.#byKey.values()) setValue(rows, row, undefined);
  }

  /** Returns the rows of the nodes that have the label, by its value. */
  rowsByValue(key: string): ReadonlyMap<string, ReadonlySet<number>> {
    return this.#of(key).rowsByValue;
  }

  valueAt(row: number, key: string): string | undefined {
    return this.#of(key).valueByRow.get(row);
  }

  #of(key: string): RowsOfKey {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const rows: RowsOfKey = { valueByRow: new Map(), rowsByValue: new Map() };
    for (const row of this.#rows.present()) setValue(rows, row, this.#rows.nodes.labelAt(row, key));
    this.#byKey.set(key, rows);
    return rows;
  }
}
