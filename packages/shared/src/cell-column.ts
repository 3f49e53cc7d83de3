import type { CellByte } from "@daemonscope/daemonset/cell/cell";

/** How an older column differs from the one that was made of it. */
interface Step {
  readonly to: CellColumn;
  readonly rows: readonly number[];
  /** What they were, in the order of `rows`. */
  readonly were: Uint8Array;
}

/** The cells of one DaemonSet at one seq: a byte a row. Never changed; `with` makes the next.
 *  *Invariant*: of columns that were made one of the other the newest has the bytes, and is written in place; an older one knows what it was where it differs from the one after it, and has bytes of its own once
 *  somebody reads it. So a frame writes what it changes, and what nobody looks back at is copied by nobody. Steps are as many as a column has rows at most: then the next one begins with a copy. */
export class CellColumn {
  readonly length: number;
  #bytes: Uint8Array | undefined;
  #step: Step | undefined;
  /** Rows in the steps from the last copy to here; no number of rows may follow where somebody keeps the bytes. */
  #written = 0;

  /** Takes the bytes over: whoever gives them writes them no more. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.length = bytes.length;
  }

  static readonly EMPTY = new CellColumn(new Uint8Array(0));

  /** The byte of a row; 0 beyond the last. O(1), and once O(rows) for a column that another was made of. */
  at(row: number): CellByte {
    return this.now[row] ?? 0;
  }

  /** The bytes as they are until the next column is made of this one: to be read at once, and not kept. */
  get now(): Uint8Array {
    return this.#bytes ?? this.#reread();
  }

  /** The bytes for whoever keeps them. The next column begins with a copy. */
  get bytes(): Uint8Array {
    this.#written = Number.POSITIVE_INFINITY;
    return this.now;
  }

  /** The column in which these rows have other bytes. O(rows of these). */
  with(rows: readonly number[], bytes: ArrayLike<CellByte>): CellColumn {
    const own = this.#bytes;
    if (own === undefined || (this.#written > 0 && this.#written + rows.length > this.length))
      return new CellColumn(this.now.slice()).with(rows, bytes);
    const next = new CellColumn(own);
    const were = new Uint8Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      were[at] = own[row] ?? 0;
      own[row] = bytes[at] ?? 0;
    }
    next.#written = this.#written + rows.length;
    this.#bytes = undefined;
    this.#step = { to: next, rows, were };
    return next;
  }

  /** Makes the bytes of a column that another was made of, from the first of those after it that has any. */
  #reread(): Uint8Array {
    const steps: Step[] = [];
    let column: CellColumn = this;
    while (column.#bytes === undefined && column.#step !== undefined) {
      steps.push(column.#step);
      column = column.#step.to;
    }
    const bytes = column.#bytes?.slice() ?? new Uint8Array(this.length);
    for (const { rows, were } of steps.reverse()) for (let at = rows.length - 1; at >= 0; at--) bytes[rows[at] ?? 0] = were[at] ?? 0;
    this.#bytes = bytes;
    this.#step = undefined;
    this.#written = Number.POSITIVE_INFINITY;
    return bytes;
  }
}
