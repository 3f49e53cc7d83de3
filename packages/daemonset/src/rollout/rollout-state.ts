import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { RolloutState } from "../records/rollout.ts";

/** The facts that kubectl checks, in its order. */
interface RolloutFacts {
  readonly name: string;
  readonly strategy: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly reported: DaemonSetCounts;
}

/** Returns the state of a rollout in kubectl's own sentence, from `.status` alone, as kubectl does. Source: kubectl
 *  pkg/polymorphichelpers/rollout_status.go, DaemonSetStatusViewer.Status (rules R1–R5). */
export function rolloutStateOf(facts: RolloutFacts): RolloutState {
  if (facts.strategy !== "RollingUpdate")
    return { kind: "onDelete", message: "rollout status is only available for RollingUpdate strategy type" };
  if (facts.generation > facts.observedGeneration)
    return { kind: "unobserved", message: "Waiting for daemon set spec update to be observed..." };
  const { desiredNumberScheduled: desired, updatedNumberScheduled: updated, numberAvailable: available } = facts.reported;
  const waiting = `Waiting for daemon set "${facts.name}" rollout to finish:`;
  if (updated < desired) return { kind: "updating", message: `${waiting} ${updated} out of ${desired} new pods have been updated...` };
  if (available < desired)
    return { kind: "waitingForAvailable", message: `${waiting} ${available} of ${desired} updated pods are available...` };
  return { kind: desired === 0 ? "noNodes" : "complete", message: `daemon set "${facts.name}" successfully rolled out` };
}
