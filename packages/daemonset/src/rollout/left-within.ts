import type { MeasuredTurn } from "../records/pace.ts";

/** What the rest of a rollout is judged by. */
export interface Course {
  /** Nodes that are to come. */
  readonly left: number;
  /** Nodes whose turn it is now, not counting those that do not come by themselves. */
  readonly atOnce: number;
  /** Nodes that came lately, and in what time. */
  readonly came: number;
  readonly elapsedMs: number;
  readonly turn: MeasuredTurn | undefined;
  /** How long the longest of those whose turn it is has had it. */
  readonly oldestMs: number;
}

export interface Within {
  readonly soonestMs: number;
  readonly latestMs: number;
}

/** So many standard deviations to either side hold 8 of 10 of what is distributed normally. */
const Z = 1.3;
/** Before so many rounds were seen whole, what turns take tells too; after them the rate alone does. */
const ROUNDS_KNOWN = 3;
/** Until then: slow nodes of the first round are not among the turns that were measured. */
const UNSEEN_SHARE = 0.8;
const UNSEEN_TURNS = 2;
/** A rate is counted over rounds, and whether the last of them was just over or nearly is not seen. */
const ROUND_SHARE = 0.25;
const TURN_SHARE = 0.3;
/** Of fewer turns than this neither mean nor deviation is known: the fastest nodes come first. Then it is wider, by so much of the time with none. */
export const TURNS_KNOWN = 10;
const EARLY_SOONER = 0.5;
const EARLY_LATER = 1;

/** With no turn seen whole only the number of nodes tells how sure a rate is. */
function byRate({ left, came, elapsedMs }: Course): Within {
  const leftMs = (left / came) * elapsedMs;
  const share = 1 + Z / Math.sqrt(came);
  return { soonestMs: leftMs / share, latestMs: leftMs * share };
}

/** Says within what the rest of a rollout ends: true of 8 rollouts of 10, once ten nodes came (rule R25). Two clocks are read: the rate at which nodes came, and how many turns follow each
 *  other where as many nodes have theirs at once as now; early on the wider of both is told. The last node's turn may be the longest. `came` is above 0.
 *  Measured by left-within.test.ts over rollouts of many kinds. */
export function leftWithin(course: Course): Within {
  const { left, came, elapsedMs, turn, oldestMs } = course;
  if (turn === undefined || turn.meanMs <= 0) return byRate(course);
  const { meanMs, deviationMs, longestMs } = turn;
  const atOnce = Math.max(1, course.atOnce);
  const roundsSeen = came / atOnce;
  const unseen = Math.max(0, 1 - roundsSeen / ROUNDS_KNOWN);
  const roundsLeft = left / atOnce;
  const chanceMs = Z * deviationMs * (Math.sqrt(left) / atOnce + roundsLeft / Math.sqrt(turn.nodes));
  const byTurnsMs = roundsLeft * meanMs;
  const rateMs = (left / came) * elapsedMs;
  const edgeMs = (ROUND_SHARE * rateMs) / Math.max(1, roundsSeen);
  const turns = {
    soonestMs: byTurnsMs - meanMs - chanceMs,
    latestMs: byTurnsMs * (1 + UNSEEN_SHARE * unseen) + TURN_SHARE * meanMs + chanceMs,
  };
  const rate = { soonestMs: rateMs - meanMs - chanceMs - edgeMs, latestMs: rateMs + TURN_SHARE * meanMs + chanceMs + edgeMs };
  const lastMs = Math.max(longestMs - meanMs, Z * deviationMs, Z * (oldestMs - meanMs)) + UNSEEN_TURNS * unseen * meanMs;
  const told = roundsSeen >= ROUNDS_KNOWN ? [rate] : roundsSeen >= 1 ? [rate, turns] : [turns];
  const early = Math.max(0, 1 - turn.nodes / TURNS_KNOWN);
  return {
    soonestMs: Math.max(0, Math.min(...told.map(({ soonestMs }) => soonestMs))) * (1 - EARLY_SOONER * early),
    latestMs: (Math.max(...told.map(({ latestMs }) => latestMs)) + lastMs) * (1 + EARLY_LATER * early),
  };
}
