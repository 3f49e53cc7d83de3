import type { DaemonSetRecord } from "../../records/records.ts";
import { bucketStartMs, type MeasuredRolloutPace, PACE_BUCKET_MS, PACE_BUCKETS } from "../../records/rollout-pace.ts";
import { estimateRemaining, MIN_NODE_UPDATES, type RemainingEstimate } from "./estimate-remaining.ts";

/** The forecast for the rest of a rollout (rule R25): never a promise, and never which node is next. */
export type Forecast =
  /** No rollout is under way, it is manual (OnDelete), no node remains, the spec is not observed, or kinds are
   *  unread. */
  | { readonly kind: "none" }
  /** In less than half a minute, fewer than three complete node updates and fewer than ten updated nodes were seen. */
  | { readonly kind: "unmeasured" }
  /** The rollout is blocked, or no node was updated within the measured time. */
  | { readonly kind: "still" }
  | {
      readonly kind: "moving";
      readonly perMinute: number;
      readonly leftMs: number;
      /** The end lies within this span in 8 rollouts of 10. */
      readonly within: RemainingEstimate;
      /** It is based on few nodes: a guess with a deliberately wide span. */
      readonly isEarly: boolean;
      /** The measurement behind it. */
      readonly by: { readonly nodes: number; readonly elapsedMs: number };
      /** Nodes that do not update by themselves, which the time does not cover. */
      readonly held: number;
    };

const MINUTE_MS = 60_000;
/** The rate uses this number of recent buckets, if enough nodes were updated in them. */
const SHORT_BUCKETS = 6;
const ENOUGH_NODES = 10;
/** Below this number of complete node updates and below ENOUGH_NODES, half a minute gives no rate: without complete
 *  updates a first wave looks like a pace. */
const MIN_COMPLETE_UPDATES = 3;

/** Returns the nodes updated within the last `buckets`, and the elapsed time: whole buckets and the running one, from
 *  the start of the watch at the earliest. */
function updatesWithin({ counts, fromMs, sinceMs }: MeasuredRolloutPace, nowMs: number, buckets: number) {
  const startMs = bucketStartMs(nowMs) - (buckets - 1) * PACE_BUCKET_MS;
  const skipped = Math.max(0, (startMs - fromMs) / PACE_BUCKET_MS);
  const nodes = counts.slice(skipped).reduce((sum, count) => sum + count, 0);
  return { nodes, elapsedMs: nowMs - Math.max(startMs, sinceMs) };
}

/** Returns recently updated nodes, and in what time: the last three minutes, or ten minutes if three had fewer than
 *  ten nodes. */
function recentUpdates(pace: MeasuredRolloutPace, nowMs: number): { readonly nodes: number; readonly elapsedMs: number } {
  const short = updatesWithin(pace, nowMs, SHORT_BUCKETS);
  return short.nodes >= ENOUGH_NODES ? short : updatesWithin(pace, nowMs, PACE_BUCKETS);
}

/** Returns recently updated nodes a minute; 0 if there were none. Within less than one bucket, also returns 0 for fewer
 *  than ten nodes and fewer than three complete node updates. */
export function perMinute(pace: MeasuredRolloutPace, nowMs: number): number {
  const { nodes, elapsedMs } = recentUpdates(pace, nowMs);
  const isFew = nodes < ENOUGH_NODES && (pace.turn?.nodes ?? 0) < MIN_COMPLETE_UPDATES;
  if (elapsedMs <= 0 || (isFew && elapsedMs < PACE_BUCKET_MS)) return 0;
  return nodes / (elapsedMs / MINUTE_MS);
}

/** Returns how long `nodes` take at a rate in nodes a minute. */
export const leftAtRate = (nodes: number, rate: number): number => (nodes / rate) * MINUTE_MS;

/** Concerns of a rollout that does not move. */
const STALLED_CONCERNS = new Set<string | undefined>(["budgetHeld", "stalled", "surgeImpossible"]);

/** Returns how long the rest of a rollout takes at the recent rate. */
export function forecastOf(record: DaemonSetRecord, nowMs: number): Forecast {
  const { underWay, strategy, concern, pace, budget } = record;
  if (!underWay || strategy === "OnDelete" || record.derived === null || record.rollout.kind === "unobserved") return { kind: "none" };
  if (concern?.stuck === true || STALLED_CONCERNS.has(concern?.kind)) return { kind: "still" };
  if (pace === undefined) return { kind: "unmeasured" };
  if (pace.remaining === 0) return { kind: "none" };
  const rate = perMinute(pace, nowMs);
  if (rate === 0) return nowMs - pace.sinceMs < PACE_BUCKET_MS ? { kind: "unmeasured" } : { kind: "still" };
  const lasting = budget.holders.reduce((sum, { lasting, count }) => sum + (lasting === true ? count : 0), 0);
  const held = Math.min(lasting, pace.remaining);
  const remaining = pace.remaining - held;
  if (remaining === 0) return { kind: "still" };
  const leftMs = leftAtRate(remaining, rate);
  const by = recentUpdates(pace, nowMs);
  const running = budget.holders.filter((holder) => holder.lasting !== true);
  const oldestMs = Math.max(0, ...running.map(({ sinceMs }) => (sinceMs === undefined ? 0 : nowMs - sinceMs)));
  const course = { left: remaining, atOnce: budget.used - lasting, updated: by.nodes, elapsedMs: by.elapsedMs, turn: pace.turn, oldestMs };
  const isEarly = (pace.turn ?? by).nodes < MIN_NODE_UPDATES;
  return {
    kind: "moving",
    perMinute: rate,
    leftMs,
    within: estimateRemaining(course),
    isEarly,
    by,
    held,
  };
}

const stepOf = (ms: number): number => (ms <= 2 * MINUTE_MS ? 10_000 : ms <= 60 * MINUTE_MS ? MINUTE_MS : 5 * MINUTE_MS);

/** Rounds up an approximate time to steps that match its accuracy: 10 s up to two minutes, then minutes, above an
 *  hour five. Never 0. */
export function roundUpMs(ms: number): number {
  const step = stepOf(ms);
  return Math.max(1, Math.ceil(ms / step)) * step;
}

/** Rounds down the earlier end of a span to the same steps; 0 below the first step. */
export const roundDownMs = (ms: number): number => Math.floor(ms / stepOf(ms)) * stepOf(ms);
