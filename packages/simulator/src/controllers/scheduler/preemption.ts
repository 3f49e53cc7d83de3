import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { guards } from "@daemonscope/simulated-apiserver/api/write/disruption-budgets";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { conditionNamed, isDeleting, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { filterFailureOf } from "./filters.ts";

export const PREEMPTED = "PreemptionByScheduler";
const NO_VICTIMS = "No preemption victims found for incoming pod";

/** The possible preemption on one node: the victims, or the reasons why there are none. */
type PreemptionCandidate =
  | { readonly kind: "victims"; readonly victims: readonly StoredObject[]; readonly violations: number }
  | { readonly kind: "none"; readonly reasons: readonly string[] };

export const priorityOf = (pod: StoredObject): number => Number(specOf(pod).priority ?? 0);

/** Returns the start time as sortable text. A pod that has not started yet is younger than any other. */
const startOf = (pod: StoredObject): string => String(statusOf(pod).startTime ?? "~");

/** Orders more important pods first: by higher priority, then by age. */
const byImportance = (a: StoredObject, b: StoredObject): number => priorityOf(b) - priorityOf(a) || compareTexts(startOf(a), startOf(b));

/** A PodDisruptionBudget, and how many of its pods it allows to be disrupted. */
interface Budget {
  readonly budget: StoredObject;
  readonly allowed: number;
}

const selectsAll = ({ budget }: Budget): boolean => {
  const { selector } = specOf(budget);
  return listIn(selector, "matchExpressions").length === 0 && Object.keys(objectIn(selector, "matchLabels")).length === 0;
};

/**
 * Returns the pods that would violate a budget if all pods were evicted in order. The first pods use up the budget. A
 * pod without labels is in no budget. The scheduler ignores a budget that selects everything. Source:
 * defaultpreemption, filterPodsWithPDBViolation.
 */
function beyondBudgets(pods: readonly StoredObject[], budgets: readonly Budget[]): ReadonlySet<StoredObject> {
  const left = budgets.filter((each) => !selectsAll(each)).map(({ budget, allowed }) => ({ budget, allowed: Math.max(0, allowed) }));
  const beyond = new Set<StoredObject>();
  for (const pod of pods)
    for (const each of left) {
      if (Object.keys(pod.metadata.labels ?? {}).length === 0 || !guards(each.budget, pod)) continue;
      each.allowed--;
      if (each.allowed < 0) beyond.add(pod);
    }
  return beyond;
}

/**
 * Returns the pods that a pod would evict from a node. First all pods of lower priority are removed. Then each pod that
 * still fits is kept: first those that a budget protects, each group by importance. `violations` counts victims that
 * violate a budget. Source: pkg/scheduler/framework/plugins/defaultpreemption, SelectVictimsOnNode.
 */
export function preemptOnNode(
  pod: StoredObject,
  node: StoredObject,
  podsOnNode: readonly StoredObject[],
  budgets: readonly Budget[],
): PreemptionCandidate {
  const lower = podsOnNode.filter((other) => priorityOf(other) < priorityOf(pod));
  if (lower.length === 0) return { kind: "none", reasons: [NO_VICTIMS] };
  const kept = podsOnNode.filter((other) => priorityOf(other) >= priorityOf(pod));
  const misfit = filterFailureOf(pod, node, kept);
  if (misfit !== undefined) return { kind: "none", reasons: misfit.reasons };
  const victims: StoredObject[] = [];
  const inOrder = [...lower].sort(byImportance);
  const beyond = beyondBudgets(inOrder, budgets);
  for (const other of [...inOrder.filter((each) => beyond.has(each)), ...inOrder.filter((each) => !beyond.has(each))])
    if (filterFailureOf(pod, node, [...kept, other]) === undefined) kept.push(other);
    else victims.push(other);
  const violations = victims.filter((victim) => beyond.has(victim)).length;
  return { kind: "victims", victims: victims.sort(byImportance), violations };
}

/** Reports whether a pod is being deleted because a scheduler preempted it. */
export function isBeingPreempted(pod: StoredObject): boolean {
  const target = conditionNamed(pod, "DisruptionTarget");
  return isDeleting(pod) && target?.status === "True" && target.reason === PREEMPTED;
}

export interface Candidate {
  readonly node: string;
  readonly victims: readonly StoredObject[];
  /** Victims that violate a disruption budget. */
  readonly violations: number;
}

/**
 * Returns the earliest start among the victims of the highest priority, in milliseconds. Victims that have not started
 * count as starting now.
 */
function earliestStartMs(victims: readonly StoredObject[], nowMs: number): number {
  const highest = Math.max(...victims.map(priorityOf));
  const starts = victims.filter((victim) => priorityOf(victim) === highest).map((victim) => Date.parse(String(statusOf(victim).startTime)));
  return Math.min(...starts.map((start) => (Number.isNaN(start) ? nowMs : start)));
}

/**
 * Returns the node where preemption does the least harm. It has the fewest violations of budgets. Equal nodes are
 * compared by lowest maximum priority, lowest sum of priorities, fewest victims, and latest start of the most important
 * victims. Source: pkg/scheduler/framework/preemption, pickOneNodeForPreemption.
 */
export function pickOneNode(candidates: readonly Candidate[], nowMs: number): Candidate | undefined {
  const harm = ({ victims, violations }: Candidate): readonly number[] => {
    const priorities = victims.map(priorityOf);
    return [
      violations,
      Math.max(...priorities),
      priorities.reduce((sum, priority) => sum + priority + 2 ** 31, 0),
      victims.length,
      -earliestStartMs(victims, nowMs),
    ];
  };
  return candidates
    .map((candidate) => ({ candidate, harm: harm(candidate) }))
    .sort((a, b) => a.harm.map((part, at) => part - (b.harm[at] ?? 0)).find((difference) => difference !== 0) ?? 0)[0]?.candidate;
}
