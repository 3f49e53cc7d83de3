import { appendTo } from "@daemonscope/kube/base/append-to";
import { CAUSES } from "../../causes/causes.ts";
import type { CauseKind } from "../../records/cause-fact.ts";
import type { NodeCause } from "./derive-causes.ts";
import type { StallTimeouts } from "./detect-stall.ts";
import { overdueSinceMs, timeLimitMs } from "./overdue.ts";

/** Nodes with one kind of cause, by row. */
interface FailingGroup {
  readonly kind: CauseKind;
  readonly rows: readonly number[];
}

interface Moment {
  readonly nowMs: number;
  readonly patience: StallTimeouts;
  /** Time of the last progress: the start of a wait without a known start. */
  readonly movedAtMs: number | undefined;
}

/** Reports whether a node has a problem: the API names it, or it takes longer than is ordinary. */
function isFailing(found: NodeCause, { nowMs, patience: limits, movedAtMs }: Moment): boolean {
  const { patience, state, cause } = found;
  if (patience === "none") return true;
  if (patience === "never") return state === "failing";
  if (CAUSES[cause.kind].matches.length > 0) return true;
  const sinceMs = overdueSinceMs(found) ?? movedAtMs;
  return sinceMs !== undefined && nowMs >= sinceMs + timeLimitMs(limits, patience);
}

const CAUSES_PER_SLICE = 2048;

/** Returns the failing nodes of the most common kind, of equal ones the first by name; undefined if none fails.
 *  Subjects and containers may differ. O(causes), in time slices. */
export function* largestFailingGroup(
  causes: ReadonlyMap<number, NodeCause>,
  isWanted: (row: number) => boolean,
  moment: Moment,
): Generator<undefined, FailingGroup | undefined> {
  const rowsByKind = new Map<CauseKind, number[]>();
  let read = 0;
  for (const [row, found] of causes) {
    if (++read % CAUSES_PER_SLICE === 0) yield;
    if (!isFailing(found, moment) || !isWanted(row)) continue;
    appendTo(rowsByKind, found.cause.kind, row);
  }
  let largest: FailingGroup | undefined;
  for (const [kind, rows] of rowsByKind) {
    const lead = rows.length - (largest?.rows.length ?? 0);
    if (lead > 0 || (lead === 0 && kind < (largest?.kind ?? kind))) largest = { kind, rows };
  }
  return largest;
}
