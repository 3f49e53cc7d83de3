import type { TallyTotals } from "../counts/tally.ts";
import type { Budget } from "../records/budget.ts";
import { causeOfSetKey } from "../records/cause-key.ts";
import type { Cause } from "../records/records.ts";
import type { RolloutState } from "../records/rollout.ts";

/** How long nothing may move before that calls for a person (rule R8). Without `lasting` holders a start is only slow: large images take minutes. */
export interface Patience {
  readonly lastingMs: number;
  /** How long the scheduler's refusals alone must hold it up before that is said: room that comes free is taken within this. */
  readonly refusedMs: number;
  readonly slowMs: number;
  /** With places free the controller acts within seconds: so long it may be busy elsewhere. */
  readonly idleMs: number;
}

/** Below the minute within which a bad image must be called stuck; and a Deployment's default progress deadline. */
export const DEFAULT_PATIENCE: Patience = { lastingMs: 45_000, refusedMs: 5_000, slowMs: 600_000, idleMs: 120_000 };

export interface StandstillFacts {
  readonly patience: Patience;
  readonly rollout: RolloutState;
  readonly totals: Pick<TallyTotals, "unsettled" | "outdated" | "queued">;
  readonly budget: Budget;
  readonly causes: readonly Cause[];
  readonly progressAtMs: number | undefined;
  readonly watchedSinceMs: number | undefined;
  readonly minReadySeconds: number;
  /** Nodes whose pods fail again and again: at times such a pod is not there. */
  readonly loops: readonly unknown[];
  /** Nodes whose old pod may go, as the new one beside it is available, and is not deleted; and since when. */
  readonly passedOver: readonly (readonly [node: string, sinceMs: number])[];
  /** Its rollout was seen to end. */
  readonly isOver: boolean;
}

/** Nodes that keep a rollout from its end, as a holder of the budget, or as a cause where new pods use no place. */
type Blocker = Pick<Budget["holders"][number], "cause" | "count" | "nodes" | "sinceMs" | "lasting"> & {
  /** That a pod went is what the controller did last: `sinceMs` is a movement. */
  readonly isMove: boolean;
};

/** A rollout in which nothing moves, and when that calls for a person. */
export interface Standstill {
  readonly kind: "held" | "stalled" | "passedOver";
  readonly sinceMs: number;
  readonly atMs: number;
  /** From when it is said that the scheduler refuses all that it waits for; undefined where it waits for anything else too. */
  readonly refusedAtMs?: number;
  /** Largest first. */
  readonly blockers: readonly Blocker[];
  /** Waiting alone does not end it: nothing that holds it up goes on by itself. */
  readonly isCertain: boolean;
}

/** Who holds up a rollout whose places are all used, or in which no old pod waits for one. While it surges, a new pod without an old one beside it uses no place. */
function blockersOf({ budget, causes }: StandstillFacts): readonly Blocker[] {
  if (budget.used > 0)
    return budget.holders.map((holder) => ({ ...holder, isMove: holder.reason === "noPod" || holder.reason === "terminating" }));
  return causes
    .filter(({ state }) => state !== "misscheduled")
    .map(({ state, ...cause }) => ({
      ...cause,
      ...(state === "failing" ? { lasting: true } : {}),
      isMove: state === "missing" || state === "terminating",
    }));
}

/** The scheduler has said of each pod that holds it up that it does not fit there, and nothing is on its way out beside one. */
function allRefused({ causes }: StandstillFacts, blockers: readonly Blocker[]): boolean {
  const refused = new Map(causes.flatMap(({ state, cause, count }) => (state === "unscheduled" ? [[causeOfSetKey(cause), count]] : [])));
  return blockers.every(
    ({ lasting, cause, count }) => lasting === true && cause.kind === "reason" && (refused.get(causeOfSetKey(cause)) ?? 0) >= count,
  );
}

function stalled({ patience, budget, progressAtMs, watchedSinceMs, minReadySeconds }: StandstillFacts): Standstill | undefined {
  // When a spec changed is not in the objects: without having seen it nobody can say that nothing follows.
  if (watchedSinceMs === undefined) return undefined;
  const sinceMs = Math.max(progressAtMs ?? 0, watchedSinceMs);
  // What is under way takes its time before the controller looks again: places that come free by themselves, and minReadySeconds.
  const isUnderWay = budget.holders.some(({ lasting }) => lasting !== true);
  const waitsMs = minReadySeconds * 1000 + (isUnderWay ? patience.slowMs : 0);
  return { kind: "stalled", sinceMs, atMs: sinceMs + patience.idleMs + waitsMs, blockers: [], isCertain: false };
}

/** The controller has forgotten a surge: its queue keeps one time for each DaemonSet, the earliest, so of pods that become Ready one after the other it may look
 *  again for the first only. Nothing else is under way that would make it look (rule R26). */
function passedOver({ patience, budget, causes, passedOver: nodes, progressAtMs }: StandstillFacts): Standstill | undefined {
  if (nodes.length === 0 || budget.used > 0 || causes.some(({ state }) => state !== "misscheduled")) return undefined;
  const sinceMs = Math.max(progressAtMs ?? 0, ...nodes.map(([, at]) => at));
  return { kind: "passedOver", sinceMs, atMs: sinceMs + patience.lastingMs, blockers: [], isCertain: true };
}

/** No rollout rests for so long before its next pod comes: this one came after its end, on a node that joined or in the place of one that went. */
function cameLater({ patience, progressAtMs, minReadySeconds }: StandstillFacts, heldSinceMs: number | undefined): boolean {
  if (heldSinceMs === undefined || progressAtMs === undefined) return false;
  return heldSinceMs > progressAtMs + patience.slowMs + minReadySeconds * 1000;
}

/** Undefined while something moves, or nothing is to move. Once all pods are new only one that was never well holds a rollout up, until that was seen to end:
 *  any other is just failing. */
export function standstill(facts: StandstillFacts): Standstill | undefined {
  const { patience, budget, rollout, progressAtMs, minReadySeconds, totals } = facts;
  const isUpdating = rollout.kind === "updating";
  const forgotten = isUpdating ? passedOver(facts) : undefined;
  if (forgotten !== undefined) return forgotten;
  if (rollout.kind === "unobserved" || (isUpdating && totals.queued > 0 && budget.used < budget.allowed)) return stalled(facts);
  if (!isUpdating && rollout.kind !== "waitingForAvailable") return undefined;
  const neverWell = totals.unsettled > 0 || facts.loops.length > 0;
  if (totals.outdated === 0 && (!neverWell || facts.isOver)) return undefined;
  const blockers = blockersOf(facts);
  if (blockers.length === 0) return undefined;
  const heldSince = blockers.flatMap(({ lasting, sinceMs }) => (lasting && sinceMs !== undefined ? [sinceMs] : []));
  const movedAt = blockers.flatMap(({ isMove, sinceMs }) => (isMove && sinceMs !== undefined ? [sinceMs] : []));
  const heldSinceMs = heldSince.length === 0 ? undefined : Math.min(...heldSince);
  if (totals.outdated === 0 && cameLater(facts, heldSinceMs)) return undefined;
  const starts = [progressAtMs, heldSinceMs, ...movedAt].filter((at) => at !== undefined);
  if (starts.length === 0) return undefined;
  const sinceMs = Math.max(...starts);
  // As long as one place is held by something that goes on by itself, the rollout may be slow.
  const isCertain = blockers.every(({ lasting }) => lasting === true);
  const patienceMs = isCertain ? patience.lastingMs : patience.slowMs + minReadySeconds * 1000;
  const refusedAtMs = allRefused(facts, blockers) ? sinceMs + patience.refusedMs : undefined;
  return { kind: "held", sinceMs, atMs: sinceMs + patienceMs, ...(refusedAtMs === undefined ? {} : { refusedAtMs }), blockers, isCertain };
}
