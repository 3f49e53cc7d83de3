import { matchesNodeLabels, matchesNodeSelector } from "@daemonscope/kube/matching/node-affinity";
import { toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { StringMap } from "@daemonscope/kube/objects";
import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { TAINTS } from "@daemonscope/kube/well-known";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  annotationOf,
  labelsOf,
  phaseOf,
  requiredAffinityOf,
  specOf,
  statusOf,
  taintsOf,
  tolerationsOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import { UNSCHEDULABLE_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { needsOf, portsClash } from "./pod-needs.ts";

/** The reason why a pod does not fit on a node. */
export interface FilterFailure {
  /** The scheduler's texts. Only resources can give several reasons. */
  readonly reasons: readonly string[];
  /** Whether evicting other pods could free capacity. */
  readonly preemptionMayHelp: boolean;
}

const never = (reason: string): FilterFailure => ({ reasons: [reason], preemptionMayHelp: false });

/** Reports whether a pod uses capacity. A pod that has ended uses none. */
export const isUnfinished = (pod: StoredObject): boolean => phaseOf(pod) !== "Succeeded" && phaseOf(pod) !== "Failed";

/**
 * Runs the scheduler's filters in its order and stops at the first plugin that fails. Returns undefined if the pod
 * fits. An annotation of the pod gives the words of a filter that is not simulated. Order: NodeUnschedulable, NodeName,
 * TaintToleration, NodeAffinity, NodePorts, NodeResourcesFit. Source: pkg/scheduler/framework/plugins.
 */
export function filterFailureOf(pod: StoredObject, node: StoredObject, podsOnNode: readonly StoredObject[]): FilterFailure | undefined {
  const podSpec = specOf(pod);
  const injected = annotationOf(pod, UNSCHEDULABLE_ANNOTATION);
  if (injected !== undefined) return never(injected);
  const tolerations = tolerationsOf(podSpec);
  const tolerated = (taint: { readonly key: string; readonly effect: string }) =>
    tolerations.some((toleration) => toleratesTaint(toleration, taint));
  if (specOf(node).unschedulable === true && !tolerated({ key: TAINTS.unschedulable, effect: "NoSchedule" }))
    return never("node(s) were unschedulable");
  if (typeof podSpec.nodeName === "string" && podSpec.nodeName !== "" && podSpec.nodeName !== node.metadata.name)
    return never("node(s) didn't match the requested node name");
  if (taintsOf(node).some((taint) => taint.effect !== "PreferNoSchedule" && !tolerated(taint)))
    return never("node(s) had untolerated taint(s)");
  const labels = labelsOf(node);
  if (
    !matchesNodeLabels(objectIn(podSpec, "nodeSelector") as StringMap, labels) ||
    !matchesNodeSelector(requiredAffinityOf(podSpec), { name: node.metadata.name, labels })
  )
    return never("node(s) didn't match Pod's node affinity/selector");
  const others = podsOnNode.filter((other) => other.metadata.uid !== pod.metadata.uid && isUnfinished(other));
  const { hostPorts } = needsOf(podSpec);
  if (hostPorts.some((port) => others.some((other) => needsOf(specOf(other)).hostPorts.some((taken) => portsClash(port, taken)))))
    return { reasons: ["node(s) didn't have free ports for the requested pod ports"], preemptionMayHelp: true };
  return resourcesMisfit(pod, node, others);
}

function resourcesMisfit(pod: StoredObject, node: StoredObject, others: readonly StoredObject[]): FilterFailure | undefined {
  const allocatable = objectIn(statusOf(node), "allocatable");
  const allocatableOf = (name: string) => milliQuantity(String(allocatable[name] ?? "0")) ?? 0;
  const reasons: string[] = [];
  let mayHelp = true;
  if ((others.length + 1) * 1000 > allocatableOf("pods")) reasons.push("Too many pods");
  for (const [name, need] of needsOf(specOf(pod)).requests) {
    if (need <= 0) continue;
    const room = allocatableOf(name);
    const used = others.reduce((sum, other) => sum + (needsOf(specOf(other)).requests.get(name) ?? 0), 0);
    if (need <= room - used) continue;
    reasons.push(`Insufficient ${name}`);
    if (need > room) mayHelp = false;
  }
  return reasons.length === 0 ? undefined : { reasons, preemptionMayHelp: mayHelp };
}
