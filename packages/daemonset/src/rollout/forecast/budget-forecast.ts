import type { DaemonSetRecord } from "../../records/records.ts";
import type { NodeUpdateStats } from "../../records/rollout-pace.ts";
import { forecastOf, leftAtRate } from "./forecast.ts";

/** The effect of a larger budget, if the budget is the limit. */
interface FasterBudget {
  readonly field: "maxUnavailable" | "maxSurge";
  readonly percent: number;
  readonly leftMs: number;
}

const MINUTE_MS = 60_000;
/** Tried in this order: the first that is larger than the current budget and gains `WORTH_FACTOR` counts. */
const LARGER_PERCENTS = [10, 25] as const;
/** A smaller gain is within the error of a forecast. */
const WORTH_FACTOR = 1.5;
/** The budget is the limit if the rate is at least this share of slots ÷ update time. */
const FILLED_SHARE = 0.5;

/** The measured rate of a rollout, and the budget under which it was measured. */
interface RateAtBudget {
  readonly perMinute: number;
  readonly allowed: number;
  /** Slots that no node update uses, because their nodes need a user. */
  readonly held: number;
  readonly turn: NodeUpdateStats | undefined;
}

/** Returns how long `nodes` take with `allowed` slots. With the measured budget, it is nodes ÷ rate. Fewer slots take
 *  proportionally longer. More slots take the rounds of a node update if the slots are the limit, and never longer. */
function leftAtBudget({ perMinute: rate, allowed: measured, held, turn }: RateAtBudget, nodes: number, allowed: number): number {
  const leftMs = leftAtRate(nodes, rate);
  const [placesNow, places] = [measured - held, allowed - held];
  if (places === placesNow) return leftMs;
  if (places <= 0 || placesNow <= 0) return Number.POSITIVE_INFINITY;
  if (places < placesNow) return leftMs * (placesNow / places);
  if (turn === undefined || turn.medianMs <= 0 || rate < FILLED_SHARE * (placesNow / (turn.medianMs / MINUTE_MS))) return leftMs;
  return Math.min(leftMs, Math.ceil(nodes / places) * turn.medianMs);
}

/** Returns the measured rate of a moving rollout. Undefined without one. */
function measuredRate(record: DaemonSetRecord, nowMs: number): (RateAtBudget & { readonly leftMs: number }) | undefined {
  const forecast = forecastOf(record, nowMs);
  if (forecast.kind !== "moving") return undefined;
  const { perMinute, held, leftMs } = forecast;
  return { perMinute, held, leftMs, allowed: record.budget.allowed, turn: record.pace?.turn };
}

/** Returns the first larger budget that is worth its gain. Undefined if there is none. */
export function fasterBudgetOf(record: DaemonSetRecord, nowMs: number): FasterBudget | undefined {
  const { budget, derived, pace } = record;
  const rate = measuredRate(record, nowMs);
  if (rate === undefined || derived === null || pace === undefined) return undefined;
  if (budget.kind !== "maxUnavailable" && budget.kind !== "maxSurge") return undefined;
  for (const percent of LARGER_PERCENTS) {
    const allowed = Math.ceil((derived.desiredNumberScheduled * percent) / 100);
    if (allowed <= budget.allowed) continue;
    const fasterMs = leftAtBudget(rate, pace.remaining - rate.held, allowed);
    if (fasterMs * WORTH_FACTOR <= rate.leftMs) return { field: budget.kind, percent, leftMs: fasterMs };
  }
  return undefined;
}

/** Returns how long a moving rollout takes for `nodes` with another budget (rule R25). For its remaining nodes and its
 *  budget it is `leftMs` of its forecast. Undefined without a measured pace. */
export function forecastAtBudget(record: DaemonSetRecord, nowMs: number, nodes: number, allowed: number): number | undefined {
  const rate = measuredRate(record, nowMs);
  const leftMs = rate === undefined ? Number.POSITIVE_INFINITY : leftAtBudget(rate, nodes, allowed);
  return Number.isFinite(leftMs) ? leftMs : undefined;
}
