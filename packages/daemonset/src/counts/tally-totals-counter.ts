import { TALLY, TALLY_FIELDS, type TallyField, type TallyTotals } from "./tally.ts";

/** Totals of tallies, maintained by differences. */
export class TallyTotalsCounter {
  readonly #totals = Object.fromEntries(TALLY_FIELDS.map((field) => [field, 0])) as Record<TallyField, number>;

  /** Adds the tallies of many nodes. O(nodes + distinct tallies). */
  addAll(tallies: ArrayLike<number>): void {
    const nodesByTally = new Map<number, number>();
    for (let at = 0; at < tallies.length; at++) {
      const tally = tallies[at] ?? 0;
      nodesByTally.set(tally, (nodesByTally.get(tally) ?? 0) + 1);
    }
    for (const [tally, nodes] of nodesByTally)
      for (const field of TALLY_FIELDS) if ((tally & TALLY[field]) !== 0) this.#totals[field] += nodes;
  }

  get totals(): TallyTotals {
    return this.#totals;
  }

  /** Replaces the tally of one node. */
  change(before: number, after: number): void {
    let changed = before ^ after;
    if (changed === 0) return;
    for (const field of TALLY_FIELDS) {
      const bit = TALLY[field];
      if ((changed & bit) === 0) continue;
      this.#totals[field] += (after & bit) !== 0 ? 1 : -1;
      changed &= ~bit;
      if (changed === 0) return;
    }
  }
}
