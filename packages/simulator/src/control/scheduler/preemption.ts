import type { StoredObject } from "../../store/contract.ts";
import { conditionNamed, isDeleting, specOf, statusOf } from "../objects.ts";
import { misfitOf } from "./filters.ts";

export const PREEMPTED = "PreemptionByScheduler";
const NO_VICTIMS = "No preemption victims found for incoming pod";

/** What preemption could do on one node: push out these pods, or nothing, and why. */
export type Dislodgement =
  | { readonly kind: "victims"; readonly victims: readonly StoredObject[] }
  | { readonly kind: "none"; readonly reasons: readonly string[] };

export const priorityOf = (pod: StoredObject): number => Number(specOf(pod).priority ?? 0);

/** A pod that has not started yet is younger than any other. */
const startOf = (pod: StoredObject): string => String(statusOf(pod).startTime ?? "~");

/** More important ones first: of higher priority, then older ones. */
function byImportance(a: StoredObject, b: StoredObject): number {
  const [before, after] = [startOf(a), startOf(b)];
  return priorityOf(b) - priorityOf(a) || (before < after ? -1 : before > after ? 1 : 0);
}

/** Whom a pod would push out of a node: all pods of lower priority go, then each that there is room for stays after all, the most important first.
 *  Source: pkg/scheduler/framework/plugins/defaultpreemption, SelectVictimsOnNode; without disruption budgets. */
export function dislodge(pod: StoredObject, node: StoredObject, podsOnNode: readonly StoredObject[]): Dislodgement {
  const lower = podsOnNode.filter((other) => priorityOf(other) < priorityOf(pod));
  if (lower.length === 0) return { kind: "none", reasons: [NO_VICTIMS] };
  const kept = podsOnNode.filter((other) => priorityOf(other) >= priorityOf(pod));
  const misfit = misfitOf(pod, node, kept);
  if (misfit !== undefined) return { kind: "none", reasons: misfit.reasons };
  const victims: StoredObject[] = [];
  for (const other of [...lower].sort(byImportance))
    if (misfitOf(pod, node, [...kept, other]) === undefined) kept.push(other);
    else victims.push(other);
  return { kind: "victims", victims };
}

/** True for a pod that is on its way out because a scheduler pushed it. */
export function isBeingPreempted(pod: StoredObject): boolean {
  const target = conditionNamed(pod, "DisruptionTarget");
  return isDeleting(pod) && target?.status === "True" && target.reason === PREEMPTED;
}

export interface Candidate {
  readonly node: string;
  readonly victims: readonly StoredObject[];
}

/** The node where preemption hurts least: the lowest of the highest priorities, then the lowest sum, then the fewest victims, then the first.
 *  Source: pkg/scheduler/framework/preemption, pickOneNodeForPreemption; without start times. */
export function leastHarm(candidates: readonly Candidate[]): Candidate | undefined {
  const harm = ({ victims }: Candidate): readonly number[] => {
    const priorities = victims.map(priorityOf);
    return [Math.max(...priorities), priorities.reduce((sum, priority) => sum + priority + 2 ** 31, 0), victims.length];
  };
  return candidates
    .map((candidate) => ({ candidate, harm: harm(candidate) }))
    .sort((a, b) => a.harm.map((part, at) => part - (b.harm[at] ?? 0)).find((difference) => difference !== 0) ?? 0)[0]?.candidate;
}
