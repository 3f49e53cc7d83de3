import type { TallyTotals } from "../counts/tally.ts";
import type { RolloutState } from "../records/rollout.ts";
import type { StallTimeouts } from "./concern/detect-stall.ts";

/** A watched rollout, and whether its end was seen. */
export interface ObservedRollout {
  readonly hash: string;
  readonly isFinished: boolean;
}

export interface UnderWayFacts {
  readonly nowMs: number;
  readonly patience: StallTimeouts;
  readonly rollout: RolloutState;
  readonly totals: Pick<TallyTotals, "outdated">;
  /** A controller replaces pods under OnDelete. */
  readonly isDriven: boolean;
  readonly minReadySeconds: number;
  readonly revisionSinceMs: number | undefined;
  /** The rollout of the current revision; undefined if it was not watched. */
  readonly seen: ObservedRollout | undefined;
}

/** Reports whether a rollout is seen to be over: any current problem came later. */
export function isRolloutFinished({ totals, seen }: Pick<UnderWayFacts, "totals" | "seen">): boolean {
  return totals.outdated === 0 && seen?.isFinished === true;
}

/** Time until which unavailable pods of a young revision belong to its rollout. */
function youngUntilMs({ revisionSinceMs, patience, minReadySeconds }: UnderWayFacts): number {
  return revisionSinceMs === undefined ? Number.NEGATIVE_INFINITY : revisionSinceMs + patience.slowMs + minReadySeconds * 1000;
}

/** Reports whether pods are being replaced or start for the first time, and until when this follows from the
 *  revision's age alone (rule R21). kubectl's sentence does not show it: kubectl also waits for a pod that failed
 *  long after. */
export function isUnderWay(facts: UnderWayFacts): { readonly underWay: boolean; readonly untilMs?: number } {
  const { kind } = facts.rollout;
  if (kind === "unobserved" || facts.isDriven) return { underWay: true };
  if (kind !== "updating" && kind !== "waitingForAvailable") return { underWay: false };
  if (facts.totals.outdated > 0) return { underWay: true };
  if (facts.seen !== undefined) return { underWay: !facts.seen.isFinished };
  const untilMs = youngUntilMs(facts);
  return facts.nowMs < untilMs ? { underWay: true, untilMs } : { underWay: false };
}
