import { bucketStartMs, type MeasuredPace, PACE_BUCKET_MS, PACE_BUCKETS, type Pace } from "../records/pace.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { leftWithin, TURNS_KNOWN, type Within } from "./left-within.ts";

/** What can be said of the rest of a rollout (rule R25): never a promise, and never which node is next. */
export type Forecast =
  /** No rollout is under way, it is done by hand (OnDelete), or not all was read. */
  | { readonly kind: "none" }
  /** Fewer than three turns of nodes were seen, or ten nodes came, in less than half a minute. */
  | { readonly kind: "unmeasured" }
  /** It stands still, or nothing came within the time that is told of. */
  | { readonly kind: "still" }
  | {
      readonly kind: "moving";
      readonly perMinute: number;
      readonly leftMs: number;
      /** The end lies within these in 8 rollouts of 10. */
      readonly within: Within;
      /** It rests on few nodes, and is a guess that is wide on purpose. */
      readonly isEarly: boolean;
      /** What it rests on. */
      readonly by: { readonly nodes: number; readonly elapsedMs: number };
      /** Nodes that do not come by themselves, for which the time is not. */
      readonly held: number;
      readonly faster?: FasterBudget;
    };

/** What a larger budget would give, where the budget is what holds it back. */
export interface FasterBudget {
  readonly field: "maxUnavailable" | "maxSurge";
  readonly percent: number;
  readonly leftMs: number;
}

const MINUTE_MS = 60_000;
/** So many of the last buckets make a rate, where enough nodes came in them. */
const SHORT_BUCKETS = 6;
const ENOUGH_NODES = 10;
/** With fewer whose turn was seen whole, or fewer than ENOUGH_NODES, nothing is said in less than half a minute: without turns a first wave looks like a pace. */
const FIRST_TURNS = 3;
/** Tried in this order: the first that is larger than what is set. */
const LARGER_PERCENTS = [10, 25] as const;
/** Less gain than this is within what a forecast is worth. */
const WORTH_FACTOR = 1.5;
/** The budget is what holds it back when the rate is at least this part of places ÷ turn. */
const FILLED_SHARE = 0.5;

/** Nodes that came within the last `buckets`, and since when that counts: whole buckets and the running one, not from before it was watched. */
function within({ counts, fromMs, sinceMs }: MeasuredPace, nowMs: number, buckets: number) {
  const startMs = bucketStartMs(nowMs) - (buckets - 1) * PACE_BUCKET_MS;
  const skipped = Math.max(0, (startMs - fromMs) / PACE_BUCKET_MS);
  const nodes = counts.slice(skipped).reduce((sum, count) => sum + count, 0);
  return { nodes, elapsedMs: nowMs - Math.max(startMs, sinceMs) };
}

/** Nodes that came lately, and in what time: the last three minutes, or ten where fewer than ten nodes came in three. */
function lately(pace: MeasuredPace, nowMs: number): { readonly nodes: number; readonly elapsedMs: number } {
  const short = within(pace, nowMs, SHORT_BUCKETS);
  return short.nodes >= ENOUGH_NODES ? short : within(pace, nowMs, PACE_BUCKETS);
}

/** Nodes a minute that came lately. 0 when none did, or when fewer than ten did (or three whose turns were seen) and it is watched for less than one bucket. */
export function perMinute(pace: MeasuredPace, nowMs: number): number {
  const { nodes, elapsedMs } = lately(pace, nowMs);
  const isFew = nodes < ENOUGH_NODES && (pace.turn?.nodes ?? 0) < FIRST_TURNS;
  if (elapsedMs <= 0 || (isFew && elapsedMs < PACE_BUCKET_MS)) return 0;
  return nodes / (elapsedMs / MINUTE_MS);
}

/** Nodes in each of the last PACE_BUCKETS, oldest first; the last is the running one. */
export function lastCounts({ counts, fromMs }: MeasuredPace, nowMs: number): readonly number[] {
  const startMs = bucketStartMs(nowMs) - (PACE_BUCKETS - 1) * PACE_BUCKET_MS;
  return Array.from({ length: PACE_BUCKETS }, (_, at) => counts[(startMs - fromMs) / PACE_BUCKET_MS + at] ?? 0);
}

/** Turns follow each other: so many that each place is taken, the last one counted whole. */
function leftByTurns(remaining: number, places: number, turnMs: number): number {
  return places <= 0 ? Number.POSITIVE_INFINITY : Math.ceil(remaining / places) * turnMs;
}

function fasterBudget(record: DaemonSetRecord, pace: Pace, coming: number, held: number, rate: number, leftMs: number) {
  const { budget, derived } = record;
  const { turn } = pace;
  if (turn === undefined || turn.medianMs <= 0 || derived === null) return undefined;
  if (budget.kind !== "maxUnavailable" && budget.kind !== "maxSurge") return undefined;
  const places = Math.max(0, budget.allowed - held);
  if (rate < FILLED_SHARE * (places / (turn.medianMs / MINUTE_MS))) return undefined;
  for (const percent of LARGER_PERCENTS) {
    const allowed = Math.ceil((derived.desiredNumberScheduled * percent) / 100);
    if (allowed <= budget.allowed) continue;
    const fasterMs = leftByTurns(coming, allowed - held, turn.medianMs);
    if (fasterMs * WORTH_FACTOR <= leftMs) return { field: budget.kind, percent, leftMs: fasterMs };
  }
  return undefined;
}

/** Concerns of a rollout that does not move. */
const STANDS = new Set<string | undefined>(["budgetHeld", "stalled", "surgeImpossible"]);

/** Says how long the rest of a rollout takes at the rate at which nodes came lately. */
export function forecastOf(record: DaemonSetRecord, nowMs: number): Forecast {
  const { underWay, strategy, concern, pace, budget } = record;
  if (!underWay || strategy === "OnDelete" || record.derived === null || record.rollout.kind === "unobserved") return { kind: "none" };
  if (concern?.stuck === true || STANDS.has(concern?.kind)) return { kind: "still" };
  if (pace === undefined) return { kind: "unmeasured" };
  if (pace.remaining === 0) return { kind: "none" };
  const rate = perMinute(pace, nowMs);
  if (rate === 0) return nowMs - pace.sinceMs < PACE_BUCKET_MS ? { kind: "unmeasured" } : { kind: "still" };
  const lasting = budget.holders.reduce((sum, { lasting, count }) => sum + (lasting === true ? count : 0), 0);
  const held = Math.min(lasting, pace.remaining);
  const coming = pace.remaining - held;
  if (coming === 0) return { kind: "still" };
  const leftMs = (coming / rate) * MINUTE_MS;
  const by = lately(pace, nowMs);
  const going = budget.holders.filter((holder) => holder.lasting !== true);
  const oldestMs = Math.max(0, ...going.map(({ sinceMs }) => (sinceMs === undefined ? 0 : nowMs - sinceMs)));
  const course = { left: coming, atOnce: budget.used - lasting, came: by.nodes, elapsedMs: by.elapsedMs, turn: pace.turn, oldestMs };
  const faster = fasterBudget(record, pace, coming, held, rate, leftMs);
  const isEarly = (pace.turn ?? by).nodes < TURNS_KNOWN;
  return {
    kind: "moving",
    perMinute: rate,
    leftMs,
    within: leftWithin(course),
    isEarly,
    by,
    held,
    ...(faster === undefined ? {} : { faster }),
  };
}

const stepOf = (ms: number): number => (ms <= 2 * MINUTE_MS ? 10_000 : ms <= 60 * MINUTE_MS ? MINUTE_MS : 5 * MINUTE_MS);

/** A time that is only about right, in steps that it is worth: 10 s up to two minutes, then minutes, above an hour five. Rounded up, never 0. */
export function aboutMs(ms: number): number {
  const step = stepOf(ms);
  return Math.max(1, Math.ceil(ms / step)) * step;
}

/** The same for the earlier end of a span: rounded down; 0 below the first step. */
export const atLeastMs = (ms: number): number => Math.floor(ms / stepOf(ms)) * stepOf(ms);
