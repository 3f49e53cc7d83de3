import type { TallyTotals } from "../counts/tally.ts";
import type { RolloutState } from "../records/rollout.ts";
import type { Patience } from "./standstill.ts";

/** A rollout that was watched: whether it was seen to end. */
export interface SeenRollout {
  readonly hash: string;
  readonly isFinished: boolean;
}

export interface UnderWayFacts {
  readonly nowMs: number;
  readonly patience: Patience;
  readonly rollout: RolloutState;
  readonly totals: Pick<TallyTotals, "outdated">;
  readonly minReadySeconds: number;
  readonly revisionSinceMs: number | undefined;
  /** Of the current revision; undefined when nobody watched it. */
  readonly seen: SeenRollout | undefined;
}

/** A rollout that is over by all that was seen: what is wrong now came later. */
export function isOver({ totals, seen }: Pick<UnderWayFacts, "totals" | "seen">): boolean {
  return totals.outdated === 0 && seen?.isFinished === true;
}

/** Until when a revision is so young that pods which are not available yet are those of its rollout. */
function youngUntilMs({ revisionSinceMs, patience, minReadySeconds }: UnderWayFacts): number {
  return revisionSinceMs === undefined ? Number.NEGATIVE_INFINITY : revisionSinceMs + patience.slowMs + minReadySeconds * 1000;
}

/** Says whether pods are being replaced, or come up for the first time, and until when that follows from the revision's age alone (rule R21).
 *  kubectl's sentence does not tell: it also waits for a pod that went down long after. */
export function isUnderWay(facts: UnderWayFacts): { readonly underWay: boolean; readonly untilMs?: number } {
  const { kind } = facts.rollout;
  if (kind === "unobserved") return { underWay: true };
  if (kind !== "updating" && kind !== "waitingForAvailable") return { underWay: false };
  if (facts.totals.outdated > 0) return { underWay: true };
  if (facts.seen !== undefined) return { underWay: !facts.seen.isFinished };
  const untilMs = youngUntilMs(facts);
  return facts.nowMs < untilMs ? { underWay: true, untilMs } : { underWay: false };
}
