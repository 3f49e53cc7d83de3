import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { Budget } from "../budget/budget.ts";
import type { Cause } from "../model/records.ts";
import type { Concern, RolloutState } from "./rollout.ts";

/** A rollout is called stuck when nothing moved for so long and something that does not end by itself holds its budget (rule R8). */
export const STUCK_AFTER_MS = 45_000;

export interface ConcernFacts {
  readonly nowMs: number;
  readonly rollout: RolloutState;
  readonly derived: DaemonSetCounts;
  readonly budget: Budget;
  readonly causes: readonly Cause[];
  /** The last time that a pod of the DaemonSet was created or became ready, or its revision was made. */
  readonly progressAtMs: number | undefined;
  readonly minReadySeconds: number;
  /** A host port together with maxSurge: the second pod of a node can never start. */
  readonly surgeImpossible: readonly number[];
  /** Pods of an old revision under OnDelete, in nodes. */
  readonly outdatedNodes: number;
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const isMoving = (rollout: RolloutState): boolean =>
  rollout.kind === "updating" || rollout.kind === "waitingForAvailable" || rollout.kind === "unobserved";

/** When a rollout that stands still becomes stuck; undefined when it cannot. */
export function stuckAtMs(facts: Pick<ConcernFacts, "rollout" | "progressAtMs" | "minReadySeconds" | "budget">): number | undefined {
  if (!isMoving(facts.rollout) || facts.progressAtMs === undefined || facts.budget.used === 0) return undefined;
  return facts.progressAtMs + STUCK_AFTER_MS + facts.minReadySeconds * 1000;
}

function stuck(facts: ConcernFacts): Concern | null {
  const at = stuckAtMs(facts);
  if (at === undefined || facts.nowMs < at || facts.progressAtMs === undefined) return null;
  const holder = facts.budget.holders[0];
  if (holder === undefined) return null;
  const { used, allowed } = facts.budget;
  const of = used > allowed ? `${used} places used of ${allowed}` : `${used} of ${plural(allowed, "place")} used`;
  return {
    kind: "stuck",
    message: `${of}, ${holder.count} held by ${holder.cause}`,
    sinceMs: facts.progressAtMs,
  };
}

/** Finds what calls for a person, the most urgent first; null when nothing does. Always an inference of ours (rules R8–R12). */
export function deriveConcern(facts: ConcernFacts): Concern | null {
  const found = stuck(facts);
  if (found !== null) return found;
  const surging = facts.budget.kind === "maxSurge" && facts.surgeImpossible.length > 0;
  if (surging)
    return {
      kind: "surgeImpossible",
      message: `maxSurge needs two pods on a node, but host ${facts.surgeImpossible.length === 1 ? "port" : "ports"} ${facts.surgeImpossible.join(", ")} can be held by one only: a new pod will wait for ever`,
      sinceMs: undefined,
    };
  const ofState = (state: Cause["state"]) => facts.causes.filter((cause) => cause.state === state);
  const sum = (causes: readonly Cause[]) => causes.reduce((total, cause) => total + cause.count, 0);
  const failing = ofState("failing");
  if (failing.length > 0)
    return { kind: "failing", message: `${plural(sum(failing), "pod")} failing: ${failing[0]?.cause ?? ""}`, sinceMs: failing[0]?.sinceMs };
  if (facts.outdatedNodes > 0)
    return {
      kind: "waitsForYou",
      message: `${plural(facts.outdatedNodes, "pod")} of an old revision ${facts.outdatedNodes === 1 ? "waits" : "wait"} to be deleted by hand`,
      sinceMs: undefined,
    };
  const misscheduled = facts.derived.numberMisscheduled;
  if (misscheduled > 0)
    return {
      kind: "misscheduled",
      message: `${misscheduled} misscheduled: a pod where none is wanted`,
      sinceMs: ofState("misscheduled")[0]?.sinceMs,
    };
  if (isMoving(facts.rollout) && facts.rollout.kind !== "waitingForAvailable") return null;
  const unready = sum(ofState("nodeUnready"));
  if (unready > 0) return { kind: "nodesUnready", message: `${plural(unready, "pod")} on NotReady nodes`, sinceMs: undefined };
  const unscheduled = ofState("unscheduled");
  if (unscheduled.length > 0)
    return {
      kind: "unavailable",
      message: `${plural(sum(unscheduled), "pod")} waiting: ${unscheduled[0]?.cause ?? ""}`,
      sinceMs: unscheduled[0]?.sinceMs,
    };
  return null;
}
