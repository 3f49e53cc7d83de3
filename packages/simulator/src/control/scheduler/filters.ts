import { matchesNodeSelector } from "@daemonscope/kube/node-affinity";
import type { Toleration } from "@daemonscope/kube/objects";
import { parseQuantity } from "@daemonscope/kube/quantity";
import { toleratesTaint } from "@daemonscope/kube/toleration";
import type { StoredObject } from "../../store/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../store/json.ts";
import { containersOf, isDeleting, labelsOf, phaseOf, requiredAffinityOf, specOf, statusOf, taintsOf, tolerationsOf } from "../objects.ts";

const RESOURCES = ["cpu", "memory", "ephemeral-storage"];

function requestsOf(podSpec: JsonObject): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const container of containersOf(podSpec))
    for (const [name, amount] of Object.entries(objectIn(objectIn(container, "resources"), "requests")))
      sums.set(name, (sums.get(name) ?? 0) + (parseQuantity(String(amount)) ?? 0));
  return sums;
}

function hostPortsOf(podSpec: JsonObject): readonly string[] {
  return containersOf(podSpec).flatMap((container) =>
    listIn(container, "ports")
      .filter(isJsonObject)
      .flatMap((port) =>
        typeof port.hostPort === "number" && port.hostPort > 0 ? [`${String(port.protocol ?? "TCP")} ${port.hostPort}`] : [],
      ),
  );
}

function fitReasons(pod: StoredObject, node: StoredObject, others: readonly StoredObject[]): readonly string[] {
  const allocatable = objectIn(statusOf(node), "allocatable");
  const reasons: string[] = [];
  if (others.length >= (parseQuantity(String(allocatable.pods ?? "110")) ?? 110)) reasons.push("Too many pods");
  const wanted = requestsOf(specOf(pod));
  for (const name of new Set([...RESOURCES, ...wanted.keys()])) {
    const need = wanted.get(name) ?? 0;
    if (need <= 0) continue;
    const used = others.reduce((sum, other) => sum + (requestsOf(specOf(other)).get(name) ?? 0), 0);
    if (need > (parseQuantity(String(allocatable[name] ?? "0")) ?? 0) - used) reasons.push(`Insufficient ${name}`);
  }
  return reasons;
}

/** The scheduler's filters in its order, stopping at the first plugin that fails; empty when the pod fits.
 *  Source: pkg/scheduler/framework/plugins, default order. */
export function filterReasons(pod: StoredObject, node: StoredObject, podsOnNode: readonly StoredObject[]): readonly string[] {
  const podSpec = specOf(pod);
  const tolerations: readonly Toleration[] = tolerationsOf(podSpec);
  const unschedulable = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
  if (specOf(node).unschedulable === true && !tolerations.some((toleration) => toleratesTaint(toleration, unschedulable)))
    return ["node(s) were unschedulable"];
  const untolerated = taintsOf(node).some(
    (taint) => taint.effect !== "PreferNoSchedule" && !tolerations.some((toleration) => toleratesTaint(toleration, taint)),
  );
  if (untolerated) return ["node(s) had untolerated taint(s)"];
  const labels = labelsOf(node);
  const selected = Object.entries(objectIn(podSpec, "nodeSelector")).every(([key, value]) => labels[key] === value);
  if (!selected || !matchesNodeSelector(requiredAffinityOf(podSpec), { name: node.metadata.name, labels }))
    return ["node(s) didn't match Pod's node affinity/selector"];
  const others = podsOnNode.filter((other) => other !== pod && phaseOf(other) !== "Succeeded" && phaseOf(other) !== "Failed");
  const ports = hostPortsOf(podSpec);
  if (ports.length > 0 && others.some((other) => hostPortsOf(specOf(other)).some((port) => ports.includes(port))))
    return ["node(s) didn't have free ports for the requested pod ports"];
  return fitReasons(pod, node, others);
}

/** The message of a pod that fits nowhere: reasons counted, sorted as text, with the preemption tail. */
export function unschedulableMessage(nodes: number, reasons: readonly string[], elsewhere: number): string {
  if (nodes === 0) return "no nodes available to schedule pods";
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (elsewhere > 0) counts.set("node(s) didn't satisfy plugin(s) [NodeAffinity]", elsewhere);
  const entries = [...counts].map(([reason, count]) => `${count} ${reason}`).sort();
  const tail = elsewhere > 0 ? `, ${elsewhere} Preemption is not helpful for scheduling.` : ".";
  const preemption =
    reasons.length > 0
      ? ` preemption: 0/${nodes} nodes are available: 1 No preemption victims found for incoming pod${tail}`
      : ` preemption: 0/${nodes} nodes are available: ${nodes} Preemption is not helpful for scheduling.`;
  return `0/${nodes} nodes are available: ${entries.join(", ")}.${preemption}`;
}

/** True for a pod that waits for the scheduler. */
export function isWaiting(pod: StoredObject): boolean {
  const name = specOf(pod).nodeName;
  return (name === undefined || name === "") && !isDeleting(pod) && phaseOf(pod) === "Pending";
}
