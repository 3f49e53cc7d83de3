import type { NodeUpdateStats } from "../../records/rollout-pace.ts";

/** The measurement that the forecast of a rollout uses. */
export interface RemainingInput {
  /** Remaining nodes. */
  readonly left: number;
  /** Nodes in update now, without those that do not update by themselves. */
  readonly atOnce: number;
  /** Recently updated nodes, and in what time. */
  readonly updated: number;
  readonly elapsedMs: number;
  readonly turn: NodeUpdateStats | undefined;
  /** Elapsed time of the longest running node update. */
  readonly oldestMs: number;
}

export interface RemainingEstimate {
  readonly soonestMs: number;
  readonly latestMs: number;
}

/** A span of this number of standard deviations to either side contains 8 of 10 normally distributed values. */
const Z = 1.3;
/** Until this number of complete rounds, update times count too; after it the rate alone does. */
const ROUNDS_KNOWN = 3;
/** Until then: the measured updates do not include slow nodes of the first round. */
const UNSEEN_SHARE = 0.8;
const UNSEEN_TURNS = 2;
/** The uncertainty of the rate, in rounds. The measurement may end right after a round, or shortly before its end. */
const ROUND_SHARE = 0.25;
/** The part of a mean node update that is added to the latest end. */
const TURN_SHARE = 0.3;
/** With fewer node updates neither mean nor deviation is known, because the fastest nodes come first. The span is
 *  then wider, by these shares at no update. */
export const MIN_NODE_UPDATES = 10;
const EARLY_SOONER = 0.5;
const EARLY_LATER = 1;

/** Without a complete node update only the number of nodes determines the certainty of the rate. */
function byRate({ left, updated, elapsedMs }: RemainingInput): RemainingEstimate {
  const leftMs = (left / updated) * elapsedMs;
  const share = 1 + Z / Math.sqrt(updated);
  return { soonestMs: leftMs / share, latestMs: leftMs * share };
}

/** Returns the span in which the rest of a rollout ends: correct for 8 rollouts of 10, from the third updated node
 *  on (rule R25). It combines two estimates: the rate of recent nodes, and consecutive node updates at the current
 *  concurrency. Early on it returns the wider of both. The update of the last node may be the longest. `updated` is
 *  above 0. Measured by estimate-remaining.test.ts over rollouts of many kinds. */
export function estimateRemaining(course: RemainingInput): RemainingEstimate {
  const { left, updated, elapsedMs, turn, oldestMs } = course;
  if (turn === undefined || turn.meanMs <= 0) return byRate(course);
  const { meanMs, deviationMs, longestMs } = turn;
  const atOnce = Math.max(1, course.atOnce);
  const roundsSeen = updated / atOnce;
  const unseen = Math.max(0, 1 - roundsSeen / ROUNDS_KNOWN);
  const roundsLeft = left / atOnce;
  const chanceMs = Z * deviationMs * (Math.sqrt(left) / atOnce + roundsLeft / Math.sqrt(turn.nodes));
  const byTurnsMs = roundsLeft * meanMs;
  const rateMs = (left / updated) * elapsedMs;
  const edgeMs = (ROUND_SHARE * rateMs) / Math.max(1, roundsSeen);
  const turns = {
    soonestMs: byTurnsMs - meanMs - chanceMs,
    latestMs: byTurnsMs * (1 + UNSEEN_SHARE * unseen) + TURN_SHARE * meanMs + chanceMs,
  };
  const rate = { soonestMs: rateMs - meanMs - chanceMs - edgeMs, latestMs: rateMs + TURN_SHARE * meanMs + chanceMs + edgeMs };
  const lastMs = Math.max(longestMs - meanMs, Z * deviationMs, Z * (oldestMs - meanMs)) + UNSEEN_TURNS * unseen * meanMs;
  const estimates = roundsSeen >= ROUNDS_KNOWN ? [rate] : roundsSeen >= 1 ? [rate, turns] : [turns];
  const early = Math.max(0, 1 - turn.nodes / MIN_NODE_UPDATES);
  return {
    soonestMs: Math.max(0, Math.min(...estimates.map(({ soonestMs }) => soonestMs))) * (1 - EARLY_SOONER * early),
    latestMs: (Math.max(...estimates.map(({ latestMs }) => latestMs)) + lastMs) * (1 + EARLY_LATER * early),
  };
}
