import type { BudgetUnit } from "../budget/budget-unit.ts";
import type { CellByte } from "../cell/cell.ts";
import { TALLY, type TallyField } from "../counts/tally.ts";
import { TallySheet } from "../counts/tally-sheet.ts";
import type { Verdict } from "../placement/placement.ts";
import type { Readying } from "../records/records.ts";
import type { NodeCause } from "../rollout/derive-causes.ts";
import type { PairAssessment } from "./assess-pair.ts";

/** `exclude` is 0: an empty row excludes. */
const VERDICTS: readonly Verdict[] = ["exclude", "keep", "run"];

function grown(length: number, rows: number): number {
  return Math.max(64, rows, length * 2);
}

function setOrDelete<T>(map: Map<number, T>, row: number, value: T | undefined): void {
  if (value !== undefined) map.set(row, value);
  else map.delete(row);
}

/** One DaemonSet's side of every node, in columns by row: bytes for what every node has, maps for what few have; and the totals over them.
 *  *Invariant*: totals, `nodesByHash` and maps are those of the assessments put last. */
export class PairColumns {
  #verdicts = new Uint8Array(0);
  #cells = new Uint8Array(0);
  #tallies = new Uint32Array(0);
  #progressAtMs = new Float64Array(0);
  readonly #hashes: (string | undefined)[] = [];
  readonly #sheet = new TallySheet();
  readonly units = new Map<number, BudgetUnit>();
  readonly causes = new Map<number, NodeCause>();
  readonly readying = new Map<number, readonly Readying[]>();
  readonly fellSinceMs = new Map<number, number>();
  readonly passedOverSinceMs = new Map<number, number>();
  readonly wakeAtMs = new Map<number, number>();
  readonly nodesByHash = new Map<string, number>();

  get totals(): TallySheet["totals"] {
    return this.#sheet.totals;
  }

  /** The latest progress of any node; undefined when there was none. O(rows), over numbers. */
  progressAtMs(): number | undefined {
    let latest = 0;
    for (const at of this.#progressAtMs) if (at > latest) latest = at;
    return latest === 0 ? undefined : latest;
  }

  /** Rows that are in a number. O(rows), over numbers. */
  rowsIn(field: TallyField): readonly number[] {
    const bit = TALLY[field];
    const rows: number[] = [];
    this.#tallies.forEach((tally, row) => {
      if ((tally & bit) !== 0) rows.push(row);
    });
    return rows;
  }

  verdictAt(row: number): Verdict {
    return VERDICTS[this.#verdicts[row] ?? 0] ?? "exclude";
  }

  cellAt(row: number): CellByte {
    return this.#cells[row] ?? 0;
  }

  putVerdict(row: number, verdict: Verdict): void {
    this.#reach(row);
    this.#verdicts[row] = VERDICTS.indexOf(verdict);
  }

  /** The node of the row is gone: nothing is drawn there any more. */
  clearRow(row: number): void {
    this.#reach(row);
    this.#verdicts[row] = 0;
    this.#cells[row] = 0;
  }

  /** Gives back whether the cell changed. */
  put(row: number, assessed: PairAssessment): boolean {
    this.#reach(row);
    this.#sheet.change(this.#tallies[row] ?? 0, assessed.tally);
    this.#tallies[row] = assessed.tally;
    this.#progressAtMs[row] = assessed.progressAtMs;
    this.#moveHash(this.#hashes[row], assessed.hash);
    this.#hashes[row] = assessed.hash;
    setOrDelete(this.units, row, assessed.unit);
    setOrDelete(this.causes, row, assessed.cause);
    setOrDelete(this.readying, row, assessed.readying.length === 0 ? undefined : assessed.readying);
    setOrDelete(this.fellSinceMs, row, assessed.fellSinceMs);
    setOrDelete(this.passedOverSinceMs, row, assessed.passedOverSinceMs);
    setOrDelete(this.wakeAtMs, row, assessed.wakeAtMs);
    if (this.#cells[row] === assessed.cell) return false;
    this.#cells[row] = assessed.cell;
    return true;
  }

  #moveHash(before: string | undefined, after: string | undefined): void {
    if (before === after) return;
    if (before !== undefined) {
      const left = (this.nodesByHash.get(before) ?? 0) - 1;
      if (left > 0) this.nodesByHash.set(before, left);
      else this.nodesByHash.delete(before);
    }
    if (after !== undefined) this.nodesByHash.set(after, (this.nodesByHash.get(after) ?? 0) + 1);
  }

  #reach(row: number): void {
    const { length } = this.#verdicts;
    if (row < length) return;
    const next = grown(length, row + 1);
    const copy = <T extends { set(from: T): void }>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#verdicts = copy(new Uint8Array(next), this.#verdicts);
    this.#cells = copy(new Uint8Array(next), this.#cells);
    this.#tallies = copy(new Uint32Array(next), this.#tallies);
    this.#progressAtMs = copy(new Float64Array(next), this.#progressAtMs);
  }
}
