import { AdaptiveUintColumn } from "@daemonscope/columns/adaptive-uint-column";
import { InternedColumn } from "@daemonscope/columns/interned-column";
import { TextIds } from "@daemonscope/columns/text-ids";
import { TimeColumn } from "@daemonscope/columns/time-column";
import { copied, grownLength } from "@daemonscope/columns/uid-table";
import type { BudgetSlot } from "../../budget/budget-slot.ts";
import { TimeMultiset } from "../../budget/time-multiset.ts";
import { TALLY, type TallyField } from "../../counts/tally.ts";
import { TallyTotalsCounter } from "../../counts/tally-totals-counter.ts";
import type { CellByte } from "../../pair/cell/cell.ts";
import type { PlacementVerdict } from "../../placement/placement.ts";
import type { BecomingAvailable } from "../../records/records.ts";
import { isSameProblem, type NodeCause } from "../../rollout/concern/derive-causes.ts";
import type { StallTimeouts } from "../../rollout/concern/detect-stall.ts";
import type { PairAssessment } from "../assess-pair.ts";
import { NodeProblems } from "./node-problems.ts";

/** `exclude` is 0: an empty row excludes. */
const VERDICTS: readonly PlacementVerdict[] = ["exclude", "keep", "run"];

function setOrDelete<T>(map: Map<number, T>, row: number, value: T | undefined): void {
  if (value !== undefined) map.set(row, value);
  else map.delete(row);
}

/** The columns as JSON-like data: arrays with at least one entry per used row, and each map as its entries in
 *  insertion order. */
export interface SavedColumns {
  readonly verdicts: ArrayLike<number>;
  readonly cells: ArrayLike<CellByte>;
  /** Whole numbers of 32 bits. */
  readonly tallies: ArrayLike<number>;
  readonly progressAtMs: ArrayLike<number>;
  /** Distinct hashes, and for each row one more than the index of its hash; 0 for none. */
  readonly hashes: readonly string[];
  readonly hashAt: ArrayLike<number>;
  /** Used budget slots. */
  readonly units: readonly (readonly [row: number, unit: BudgetSlot])[];
  readonly causes: readonly (readonly [row: number, cause: NodeCause])[];
  readonly readying: readonly (readonly [row: number, readying: readonly BecomingAvailable[]])[];
  readonly fellSinceMs: readonly (readonly [row: number, atMs: number])[];
  readonly passedOverSinceMs: readonly (readonly [row: number, atMs: number])[];
  readonly wakeAtMs: readonly (readonly [row: number, atMs: number])[];
  readonly nodesByHash: readonly (readonly [hash: string, nodes: number])[];
}

/** One DaemonSet's facts for every node, in columns by row: bytes for facts of every node, maps for facts of few
 *  nodes, and the totals over them. *Invariant*: totals, `nodesByHash` and maps match the latest assessments. */
export class PairColumns {
  #verdicts = new Uint8Array(0);
  #cells = new Uint8Array(0);
  readonly #tallies = new InternedColumn();
  readonly #progressAtMs = new TimeColumn();
  #areCausesChanged = false;
  /** The latest progress of any row; undefined if the column must be searched. */
  #latestProgressMs: number | undefined;
  /** Number of rows with the latest progress. */
  #rowsAtLatest = 0;
  readonly #hashes = new TextIds();
  /** One more than the number of the hash; 0 for none. */
  readonly #hashAt = new AdaptiveUintColumn();
  readonly #counter = new TallyTotalsCounter();
  readonly units: Map<number, BudgetSlot>;
  readonly causes: Map<number, NodeCause>;
  readonly readying: Map<number, readonly BecomingAvailable[]>;
  readonly fellSinceMs: Map<number, number>;
  readonly passedOverSinceMs: Map<number, number>;
  readonly wakeAtMs: Map<number, number>;
  readonly nodesByHash: Map<string, number>;
  readonly #wakes = new TimeMultiset();
  /** Created on first use. */
  #nodeProblems: NodeProblems | undefined;

  constructor(saved?: SavedColumns) {
    this.units = new Map(saved?.units);
    this.causes = new Map(saved?.causes);
    this.readying = new Map(saved?.readying);
    this.fellSinceMs = new Map(saved?.fellSinceMs);
    this.passedOverSinceMs = new Map(saved?.passedOverSinceMs);
    this.wakeAtMs = new Map(saved?.wakeAtMs);
    this.nodesByHash = new Map(saved?.nodesByHash);
    for (const atMs of this.wakeAtMs.values()) this.#wakes.add(atMs);
    if (saved === undefined || saved.verdicts.length === 0) return;
    this.reach(saved.verdicts.length - 1);
    this.#verdicts.set(saved.verdicts);
    this.#cells.set(saved.cells);
    for (let row = 0; row < saved.progressAtMs.length; row++) this.#progressAtMs.put(row, saved.progressAtMs[row] ?? 0);
    for (let row = 0; row < saved.tallies.length; row++) this.#tallies.put(row, saved.tallies[row] ?? 0);
    this.#putHashes(saved.hashes, saved.hashAt);
    this.#counter.addAll(saved.tallies);
  }

  /** Restores the hashes of all rows. Hashes each text once instead of once for each row. */
  #putHashes(hashes: readonly string[], hashAt: ArrayLike<number>): void {
    const uses = new Uint32Array(hashes.length + 1);
    for (let row = 0; row < hashAt.length; row++) {
      const at = hashAt[row] ?? 0;
      uses[at] = (uses[at] ?? 0) + 1;
    }
    const numbers = new Uint32Array(uses.length);
    for (const [at, hash] of hashes.entries()) {
      const times = uses[at + 1] ?? 0;
      if (times > 0) numbers[at + 1] = this.#hashes.use(hash, times) + 1;
    }
    for (let row = 0; row < hashAt.length; row++) this.#hashAt.put(row, numbers[hashAt[row] ?? 0] ?? 0);
  }

  get saved(): SavedColumns {
    // Numbers hashes in the order of rows, so that the result does not depend on hashes that are gone.
    const indexOf = new Map<number, number>();
    const hashAt = new Uint32Array(this.#hashAt.length);
    for (let row = 0; row < hashAt.length; row++) {
      const id = this.#hashAt.at(row);
      if (id === 0) continue;
      const known = indexOf.get(id) ?? indexOf.size + 1;
      if (known > indexOf.size) indexOf.set(id, known);
      hashAt[row] = known;
    }
    return {
      verdicts: this.#verdicts.slice(),
      cells: this.#cells.slice(),
      tallies: Uint32Array.from({ length: this.#tallies.length }, (_, row) => this.#tallies.at(row)),
      progressAtMs: this.#progressAtMs.saved,
      hashes: Array.from(indexOf.keys(), (id) => this.#hashes.at(id - 1)),
      hashAt,
      units: [...this.units],
      causes: [...this.causes],
      readying: [...this.readying],
      fellSinceMs: [...this.fellSinceMs],
      passedOverSinceMs: [...this.passedOverSinceMs],
      wakeAtMs: [...this.wakeAtMs],
      nodesByHash: [...this.nodesByHash],
    };
  }

  get totals(): TallyTotalsCounter["totals"] {
    return this.#counter.totals;
  }

  /** The latest progress of any node; undefined if there was none. O(rows), over numbers, after the last node with
   *  that time changed. */
  progressAtMs(): number | undefined {
    if (this.#latestProgressMs === undefined) {
      this.#latestProgressMs = this.#progressAtMs.latest();
      this.#rowsAtLatest = this.#progressAtMs.rowsAt(this.#latestProgressMs);
    }
    return this.#latestProgressMs === 0 ? undefined : this.#latestProgressMs;
  }

  #putProgress(row: number, atMs: number): void {
    const before = this.#progressAtMs.at(row);
    if (before === atMs) return;
    this.#progressAtMs.put(row, atMs);
    const latest = this.#latestProgressMs;
    if (latest === undefined) return;
    if (atMs > latest) {
      this.#latestProgressMs = atMs;
      this.#rowsAtLatest = 1;
    } else if (atMs === latest) this.#rowsAtLatest++;
    else if (before === latest && --this.#rowsAtLatest === 0) this.#latestProgressMs = undefined;
  }

  /** Reports whether a row got another cause, or wants a pod now or no longer, since the last call. */
  takeCausesChanged(): boolean {
    const areChanged = this.#areCausesChanged;
    this.#areCausesChanged = false;
    return areChanged;
  }

  /** The problems by node; maintained from the first call on. */
  nodeProblems(nameOf: (row: number) => string, patience: StallTimeouts): NodeProblems {
    this.#nodeProblems ??= new NodeProblems(this, nameOf, patience);
    return this.#nodeProblems;
  }

  /** The earliest time at which time alone changes a row. */
  get nextWakeAtMs(): number | undefined {
    return this.#wakes.earliest();
  }

  /** Returns the rows that a tally field counts. O(rows), over numbers. */
  rowsIn(field: TallyField): readonly number[] {
    const bit = TALLY[field];
    const rows: number[] = [];
    for (let row = 0; row < this.#tallies.length; row++) if ((this.#tallies.at(row) & bit) !== 0) rows.push(row);
    return rows;
  }

  /** Returns how many of these rows a tally field counts. */
  countIn(field: TallyField, rows: Iterable<number>): number {
    let count = 0;
    for (const row of rows) if ((this.#tallies.at(row) & TALLY[field]) !== 0) count++;
    return count;
  }

  /** Returns the rows that want a pod and have none. O(rows), over numbers. */
  rowsWithoutPod(): readonly number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.#tallies.length; row++)
      if ((this.#tallies.at(row) & (TALLY.desired | TALLY.scheduled)) === TALLY.desired) rows.push(row);
    return rows;
  }

  verdictAt(row: number): PlacementVerdict {
    return VERDICTS[this.#verdicts[row] ?? 0] ?? "exclude";
  }

  /** Reports whether the node has a pod of an old revision. */
  isOutdatedAt(row: number): boolean {
    return (this.#tallies.at(row) & TALLY.outdated) !== 0;
  }

  /** Reports whether the node has an available pod of the current revision. */
  isDoneAt(row: number): boolean {
    return (this.#tallies.at(row) & TALLY.done) !== 0;
  }

  cellAt(row: number): CellByte {
    return this.#cells[row] ?? 0;
  }

  putVerdict(row: number, verdict: PlacementVerdict): void {
    this.reach(row);
    this.#verdicts[row] = VERDICTS.indexOf(verdict);
  }

  /** Clears the row of a node that is gone, so that nothing is drawn in it. */
  clearRow(row: number): void {
    this.reach(row);
    this.#verdicts[row] = 0;
    this.#cells[row] = 0;
  }

  /** Returns whether the cell changed. */
  put(row: number, assessed: PairAssessment): boolean {
    this.reach(row);
    const tally = this.#tallies.at(row);
    this.#counter.change(tally, assessed.tally);
    if (tally !== assessed.tally) this.#tallies.put(row, assessed.tally);
    this.#putProgress(row, assessed.progressAtMs);
    const id = this.#hashAt.at(row);
    const hash = id === 0 ? undefined : this.#hashes.at(id - 1);
    if (hash !== assessed.hash) {
      this.#moveHash(hash, assessed.hash);
      if (id !== 0) this.#hashes.release(id - 1);
      this.#putHash(row, assessed.hash);
    }
    const before = { unit: this.units.get(row), cause: this.causes.get(row), readying: this.readying.get(row), tally };
    this.#nodeProblems?.change(row, before, assessed);
    this.#areCausesChanged ||= !isSameProblem(before.cause, assessed.cause) || ((tally ^ assessed.tally) & TALLY.desired) !== 0;
    this.#putWake(row, assessed.wakeAtMs);
    setOrDelete(this.units, row, assessed.unit);
    setOrDelete(this.causes, row, assessed.cause);
    setOrDelete(this.readying, row, assessed.readying.length === 0 ? undefined : assessed.readying);
    setOrDelete(this.fellSinceMs, row, assessed.fellSinceMs);
    setOrDelete(this.passedOverSinceMs, row, assessed.passedOverSinceMs);
    if (this.#cells[row] === assessed.cell) return false;
    this.#cells[row] = assessed.cell;
    return true;
  }

  #putWake(row: number, atMs: number | undefined): void {
    const before = this.wakeAtMs.get(row);
    if (before === atMs) return;
    if (before !== undefined) this.#wakes.drop(before);
    if (atMs !== undefined) this.#wakes.add(atMs);
    setOrDelete(this.wakeAtMs, row, atMs);
  }

  #putHash(row: number, hash: string | undefined): void {
    this.#hashAt.put(row, hash === undefined ? 0 : this.#hashes.use(hash) + 1);
  }

  #moveHash(before: string | undefined, after: string | undefined): void {
    if (before !== undefined) {
      const left = (this.nodesByHash.get(before) ?? 0) - 1;
      if (left > 0) this.nodesByHash.set(before, left);
      else this.nodesByHash.delete(before);
    }
    if (after !== undefined) this.nodesByHash.set(after, (this.nodesByHash.get(after) ?? 0) + 1);
  }

  /** Extends the columns to include a row. If the number of rows is known, the caller reaches the last one first,
   *  because columns that are copied at each growth leave holes in memory. */
  reach(row: number): void {
    const { length } = this.#verdicts;
    if (row < length) return;
    const next = grownLength(length, row + 1);
    this.#verdicts = copied(new Uint8Array(next), this.#verdicts);
    this.#cells = copied(new Uint8Array(next), this.#cells);
    this.#tallies.reach(row);
    this.#progressAtMs.reach(row);
    this.#hashAt.reach(row);
  }
}
