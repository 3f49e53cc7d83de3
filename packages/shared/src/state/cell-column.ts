import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";

/** The difference between an older column and the column that was derived from it. */
interface Step {
  readonly to: CellColumn;
  readonly rows: readonly number[];
  /** The earlier bytes, in the order of `rows`. */
  readonly oldBytes: Uint8Array;
}

/**
 * The cells of one DaemonSet at one seq, one byte per row. Immutable for callers; `with` returns the next column.
 * *Invariant*: in a chain of derived columns the newest one owns the bytes and writes them in place. An older one
 * stores its difference from its successor, and rebuilds its bytes when a caller reads it. So a frame costs what it
 * changes, and an unread older column is never copied. The steps since the last copy cover at most as many rows as the
 * column has; after that the next column starts with a copy.
 */
export class CellColumn {
  readonly length: number;
  #bytes: Uint8Array | undefined;
  #step: Step | undefined;
  /**
   * Rows in the steps since the last copy. Infinity when a caller keeps the bytes, so that the next column is a copy.
   */
  #written = 0;

  /** Takes ownership of the bytes: the caller must not write them afterwards. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.length = bytes.length;
  }

  static readonly EMPTY = new CellColumn(new Uint8Array(0));

  /** Returns the byte of a row; 0 beyond the last row. O(1); the first read of an older column costs O(rows). */
  at(row: number): CellByte {
    return this.now[row] ?? 0;
  }

  /**
   * The current bytes, valid until the next column is derived from this one. The caller reads them at once and does not
   * keep them.
   */
  get now(): Uint8Array {
    return this.#bytes ?? this.#reread();
  }

  /** The bytes for a caller that keeps them. The next column starts with a copy. */
  get bytes(): Uint8Array {
    this.#written = Number.POSITIVE_INFINITY;
    return this.now;
  }

  /** Returns a column with new bytes in the given rows. O(given rows). */
  with(rows: readonly number[], bytes: ArrayLike<CellByte>): CellColumn {
    const sharedBytes = this.#bytes;
    if (sharedBytes === undefined || (this.#written > 0 && this.#written + rows.length > this.length))
      return new CellColumn(this.now.slice()).with(rows, bytes);
    const next = new CellColumn(sharedBytes);
    const oldBytes = new Uint8Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      oldBytes[at] = sharedBytes[row] ?? 0;
      sharedBytes[row] = bytes[at] ?? 0;
    }
    next.#written = this.#written + rows.length;
    this.#bytes = undefined;
    this.#step = { to: next, rows, oldBytes };
    return next;
  }

  /** Rebuilds the bytes of an older column from the first successor that owns bytes. */
  #reread(): Uint8Array {
    const steps: Step[] = [];
    let column: CellColumn = this;
    while (column.#bytes === undefined && column.#step !== undefined) {
      steps.push(column.#step);
      column = column.#step.to;
    }
    const bytes = column.#bytes?.slice() ?? new Uint8Array(this.length);
    for (const { rows, oldBytes } of steps.reverse())
      for (let at = rows.length - 1; at >= 0; at--) bytes[rows[at] ?? 0] = oldBytes[at] ?? 0;
    this.#bytes = bytes;
    this.#step = undefined;
    this.#written = Number.POSITIVE_INFINITY;
    return bytes;
  }
}
