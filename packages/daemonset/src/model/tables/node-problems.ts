import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { BudgetSlot } from "../../budget/budget-slot.ts";
import { BY_HOLDER } from "../../budget/derive-budget.ts";
import { GroupIndex } from "../../budget/group-index.ts";
import type { GroupedNodes } from "../../budget/group-nodes.ts";
import { TopN } from "../../budget/top-n.ts";
import { TALLY } from "../../counts/tally.ts";
import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";
import { type BecomingAvailable, MAX_BECOMING_AVAILABLE } from "../../records/records.ts";
import { BY_CAUSE, type NodeCause } from "../../rollout/concern/derive-causes.ts";
import type { StallTimeouts } from "../../rollout/concern/detect-stall.ts";
import type { OverdueNodeList } from "../../rollout/concern/overdue.ts";
import { OverdueIndex } from "../../rollout/concern/overdue-index.ts";

/** The problem of one node, and its pods that become available. */
interface NodeProblem {
  readonly unit: BudgetSlot | undefined;
  readonly cause: NodeCause | undefined;
  readonly readying: readonly BecomingAvailable[] | undefined;
  readonly tally: number;
}

/** Tally fields whose first nodes are named. */
type NamedTally = "toDelete" | "keptUnready";

/** All nodes of a DaemonSet with their problems, by row. */
interface ProblemRows {
  readonly units: ReadonlyMap<number, BudgetSlot>;
  readonly causes: ReadonlyMap<number, NodeCause>;
  readonly readying: ReadonlyMap<number, readonly BecomingAvailable[]>;
  rowsIn(field: NamedTally): readonly number[];
}

const soonestFirst = (a: BecomingAvailable, b: BecomingAvailable): number =>
  a.availableAtMs - b.availableAtMs || compareTexts(a.node, b.node);

const isSameSlot = (a: BudgetSlot | undefined, b: BudgetSlot | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.sinceMs === b.sinceMs && a.endsAtMs === b.endsAtMs && BY_HOLDER.isOne(a, b));

function isSameCause(a: NodeCause | undefined, b: NodeCause | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.sinceMs === b.sinceMs && a.fromMs === b.fromMs && a.patience === b.patience && BY_CAUSE.isOne(a, b);
}

/** The summary of problem nodes for a record, updated by differences: it costs the number of changes instead of the
 *  thousands of waiting nodes. *Invariant*: it equals the result of the plain functions over all rows (budgetOf,
 *  groupCauses, overdueNodes). */
export class NodeProblems {
  readonly #rows: ProblemRows;
  readonly #nameOf: (row: number) => string;
  readonly #holders = new GroupIndex<BudgetSlot>(BY_HOLDER);
  readonly #causes = new GroupIndex<NodeCause>(BY_CAUSE);
  readonly #overdue: OverdueIndex;
  readonly #readying = new TopN<BecomingAvailable>(MAX_BECOMING_AVAILABLE, soonestFirst);
  readonly #named = new Map<NamedTally, TopN<string>>();

  constructor(rows: ProblemRows, nameOf: (row: number) => string, patience: StallTimeouts) {
    this.#rows = rows;
    this.#nameOf = nameOf;
    this.#overdue = new OverdueIndex(patience, () => this.#byName(rows.causes));
    for (const [row, unit] of rows.units) this.#holders.put(nameOf(row), unit, unit.sinceMs, unit.endsAtMs);
    for (const [row, cause] of rows.causes) this.#putCause(nameOf(row), cause);
    for (const readying of rows.readying.values()) for (const each of readying) this.#readying.add(each);
  }

  /** Updates the groups for a changed row. O(1) for almost all rows. */
  change(row: number, before: NodeProblem, after: NodeProblem): void {
    if (!isSameSlot(before.unit, after.unit)) {
      const name = this.#nameOf(row);
      if (before.unit !== undefined) this.#holders.drop(name, before.unit, before.unit.sinceMs, before.unit.endsAtMs);
      if (after.unit !== undefined) this.#holders.put(name, after.unit, after.unit.sinceMs, after.unit.endsAtMs);
    }
    if (!isSameCause(before.cause, after.cause)) {
      const name = this.#nameOf(row);
      if (before.cause !== undefined) this.#dropCause(name, before.cause);
      if (after.cause !== undefined) this.#putCause(name, after.cause);
    }
    for (const each of before.readying ?? []) this.#readying.drop(each);
    for (const each of after.readying ?? []) this.#readying.add(each);
    for (const [field, names] of this.#named) {
      const isCounted = (after.tally & TALLY[field]) !== 0;
      if (isCounted === ((before.tally & TALLY[field]) !== 0)) continue;
      if (isCounted) names.add(this.#nameOf(row));
      else names.drop(this.#nameOf(row));
    }
  }

  holders(): readonly GroupedNodes<BudgetSlot>[] {
    return this.#holders.list(() => this.#byName(this.#rows.units));
  }

  causes(): readonly GroupedNodes<NodeCause>[] {
    return this.#causes.list(() => this.#byName(this.#rows.causes));
  }

  /** Returns the nodes that are late at `nowMs`. The caller's time never goes back. */
  overdue(nowMs: number, movedAtMs: number | undefined): OverdueNodeList {
    return this.#overdue.listAt(nowMs, movedAtMs);
  }

  /** The soonest first, at most MAX_BECOMING_AVAILABLE. */
  readying(): readonly BecomingAvailable[] {
    return this.#readying.list(() => [...this.#rows.readying.values()].flat());
  }

  /** The first names in order, at most HOLDER_NODES_LIMIT. */
  firstIn(field: NamedTally): readonly string[] {
    const all = () => this.#rows.rowsIn(field).map(this.#nameOf);
    let names = this.#named.get(field);
    if (names === undefined) {
      names = new TopN(HOLDER_NODES_LIMIT, compareTexts);
      for (const name of all()) names.add(name);
      this.#named.set(field, names);
    }
    return names.list(all);
  }

  #putCause(name: string, cause: NodeCause): void {
    this.#causes.put(name, cause, cause.sinceMs);
    this.#overdue.put(name, cause);
  }

  #dropCause(name: string, cause: NodeCause): void {
    this.#causes.drop(name, cause, cause.sinceMs);
    this.#overdue.drop(name, cause);
  }

  *#byName<T>(rows: ReadonlyMap<number, T>): Iterable<readonly [node: string, value: T]> {
    for (const [row, value] of rows) yield [this.#nameOf(row), value];
  }
}
