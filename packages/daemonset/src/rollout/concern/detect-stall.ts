import { SLOW_START_MS } from "../../causes/cause-row.ts";
import { isRefusedCreation } from "../../causes/causes.ts";
import type { TallyTotals } from "../../counts/tally.ts";
import type { Budget } from "../../records/budget.ts";
import { causeKey } from "../../records/cause-key.ts";
import type { Cause } from "../../records/records.ts";
import type { RolloutState } from "../../records/rollout.ts";

/** How long nothing may move before the rollout needs a user (rule R8). A node that uses a budget slot (a holder) is
 *  `lasting` if waiting alone does not free the slot. */
export interface StallTimeouts {
  /** If all holders are lasting. */
  readonly lastingMs: number;
  /** How long only refusals of the scheduler must block the rollout before they are reported. The scheduler uses free
   *  capacity within this time. */
  readonly refusedMs: number;
  /** If a holder is not lasting: its pod may only start slowly, because large images take minutes. */
  readonly slowMs: number;
  /** With free budget slots the controller acts within seconds; this is the time for which it may be busy with other
   *  objects. */
  readonly idleMs: number;
}

/** `lastingMs`: a bad image must count as stuck within a minute. */
export const DEFAULT_STALL_TIMEOUTS: StallTimeouts = { lastingMs: 45_000, refusedMs: 5_000, slowMs: SLOW_START_MS, idleMs: 120_000 };

interface StallFacts {
  readonly patience: StallTimeouts;
  readonly rollout: RolloutState;
  readonly totals: Pick<TallyTotals, "unsettled" | "outdated" | "queued">;
  readonly budget: Budget;
  readonly causes: readonly Cause[];
  readonly progressAtMs: number | undefined;
  readonly watchedSinceMs: number | undefined;
  readonly minReadySeconds: number;
  /** Nodes whose pods fail again and again: at times such a pod does not exist. */
  readonly loops: readonly unknown[];
  /** Nodes whose old pod the controller may delete, because the new one next to it is available, but does not
   *  delete; and since when. */
  readonly passedOver: readonly (readonly [node: string, sinceMs: number])[];
  /** Its rollout was seen to end. */
  readonly isOver: boolean;
}

/** Nodes that keep a rollout from its end, as a holder of the budget, or as a cause if new pods use no budget slot. */
type Blocker = Pick<Budget["holders"][number], "cause" | "detail" | "count" | "nodes" | "sinceMs" | "lasting"> & {
  /** `sinceMs` counts as progress, because a pod ended or is terminating since then. */
  readonly isMove: boolean;
};

/** A rollout in which nothing moves, and when it needs a user (`atMs`). `held`: the blockers keep it from its end.
 *  `stalled`: the controller takes no step, although it could. `passedOver`: the controller forgot a surge. */
export interface Stall {
  readonly kind: "held" | "stalled" | "passedOver";
  readonly sinceMs: number;
  readonly atMs: number;
  /** When to report that the scheduler refuses all pods that the rollout waits for; undefined if it waits for
   *  anything else too. */
  readonly refusedAtMs?: number;
  /** Largest first. */
  readonly blockers: readonly Blocker[];
  /** Waiting alone does not end it: no blocker continues by itself. */
  readonly isCertain: boolean;
}

/** Returns the blockers of a rollout whose budget slots are all used, or in which no old pod waits for one. During a
 *  surge, a new pod without an old one next to it uses no slot. */
function blockersOf({ budget, causes }: StallFacts): readonly Blocker[] {
  if (budget.used > 0)
    return budget.holders.map((holder) => ({
      ...holder,
      isMove: holder.lasting !== true && (holder.reason === "noPod" || holder.reason === "terminating"),
    }));
  return causes
    .filter(({ state }) => state !== "misscheduled")
    .map(({ state, ...cause }) => ({
      ...cause,
      ...(state === "failing" || isRefusedCreation(cause.cause) ? { lasting: true } : {}),
      isMove: (state === "missing" || state === "terminating") && !isRefusedCreation(cause.cause),
    }));
}

/** Reports whether the scheduler refused every blocking pod, and no blocker is a terminating pod. */
function allRefused({ causes }: StallFacts, blockers: readonly Blocker[]): boolean {
  const refused = new Map(causes.flatMap(({ state, cause, count }) => (state === "unscheduled" ? [[causeKey(cause), count]] : [])));
  return blockers.every(({ lasting, cause, count }) => lasting === true && (refused.get(causeKey(cause)) ?? 0) >= count);
}

function stalled({ patience, budget, progressAtMs, watchedSinceMs, minReadySeconds }: StallFacts): Stall | undefined {
  // The objects do not hold the time of a spec change: without having seen it, nothing proves that the controller omits
  // a step.
  if (watchedSinceMs === undefined) return undefined;
  const sinceMs = Math.max(progressAtMs ?? 0, watchedSinceMs);
  // Running work takes time before the controller syncs again: budget slots that become free by themselves, and
  // minReadySeconds.
  const isUnderWay = budget.holders.some(({ lasting }) => lasting !== true);
  const waitMs = minReadySeconds * 1000 + (isUnderWay ? patience.slowMs : 0);
  return { kind: "stalled", sinceMs, atMs: sinceMs + patience.idleMs + waitMs, blockers: [], isCertain: false };
}

/** Returns a stall if the controller has forgotten a surge. Its queue keeps one time for each DaemonSet, the
 *  earliest. If pods become Ready one after the other, it may sync again for the first only. Nothing else is under
 *  way that would trigger a sync (rule R26). */
function passedOver({ patience, budget, causes, passedOver: nodes, progressAtMs }: StallFacts): Stall | undefined {
  if (nodes.length === 0 || budget.used > 0 || causes.some(({ state }) => state !== "misscheduled")) return undefined;
  const sinceMs = Math.max(progressAtMs ?? 0, ...nodes.map(([, at]) => at));
  return { kind: "passedOver", sinceMs, atMs: sinceMs + patience.lastingMs, blockers: [], isCertain: true };
}

/** Reports whether the blocking pod was created after the rollout, on a node that joined or as a
 *  replacement. No rollout pauses that long before its next pod. */
function isAfterRollout({ patience, progressAtMs, minReadySeconds }: StallFacts, heldSinceMs: number | undefined): boolean {
  if (heldSinceMs === undefined || progressAtMs === undefined) return false;
  return heldSinceMs > progressAtMs + patience.slowMs + minReadySeconds * 1000;
}

/** Returns undefined while something moves, or nothing needs to move. Once all pods are new, only a pod that was
 *  never healthy blocks a rollout, until its end was seen: any other pod is just failing. */
export function detectStall(facts: StallFacts): Stall | undefined {
  const { patience, budget, rollout, progressAtMs, minReadySeconds, totals } = facts;
  const isUpdating = rollout.kind === "updating";
  const forgotten = isUpdating ? passedOver(facts) : undefined;
  if (forgotten !== undefined) return forgotten;
  // If the API server refuses a pod, syncNodes returns the error before rollingUpdate runs: free slots stay unused.
  const areCreationsRefused = facts.causes.some(({ state, cause }) => state === "missing" && isRefusedCreation(cause));
  const hasUnusedSlots = isUpdating && totals.queued > 0 && budget.used < budget.allowed && !areCreationsRefused;
  if (rollout.kind === "unobserved" || hasUnusedSlots) return stalled(facts);
  if (!isUpdating && rollout.kind !== "waitingForAvailable") return undefined;
  const hasUnsettledPods = totals.unsettled > 0 || facts.loops.length > 0 || areCreationsRefused;
  if (totals.outdated === 0 && (!hasUnsettledPods || facts.isOver)) return undefined;
  const blockers = blockersOf(facts);
  if (blockers.length === 0) return undefined;
  const heldSince = blockers.flatMap(({ lasting, sinceMs }) => (lasting && sinceMs !== undefined ? [sinceMs] : []));
  const movedAt = blockers.flatMap(({ isMove, sinceMs }) => (isMove && sinceMs !== undefined ? [sinceMs] : []));
  const heldSinceMs = heldSince.length === 0 ? undefined : Math.min(...heldSince);
  // Events of a refused creation can be lost, so that their first time says nothing about the rollout.
  if (totals.outdated === 0 && !areCreationsRefused && isAfterRollout(facts, heldSinceMs)) return undefined;
  const starts = [progressAtMs, heldSinceMs, ...movedAt].filter((at) => at !== undefined);
  if (starts.length === 0) return undefined;
  const sinceMs = Math.max(...starts);
  // While one budget slot has a holder that continues by itself, the rollout may be slow.
  const isCertain = blockers.every(({ lasting }) => lasting === true);
  const patienceMs = isCertain ? patience.lastingMs : patience.slowMs + minReadySeconds * 1000;
  const refusedAtMs = allRefused(facts, blockers) ? sinceMs + patience.refusedMs : undefined;
  return { kind: "held", sinceMs, atMs: sinceMs + patienceMs, ...(refusedAtMs === undefined ? {} : { refusedAtMs }), blockers, isCertain };
}
