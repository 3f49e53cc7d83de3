import type { Taint } from "@daemonscope/kube/objects";
import { TAINTS } from "@daemonscope/kube/well-known";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { conditionNamed, specOf, taintsOf } from "@daemonscope/simulated-apiserver/objects/objects";

const OWN = new Set<string>(Object.values(TAINTS));

/**
 * Returns the taints that a node should carry for its conditions and its cordon; its other taints stay. New taints
 * carry `timeAdded`. A node that never reported keeps the not-ready taint from admission. Source:
 * pkg/controller/nodelifecycle, nodeConditionToTaintKeyStatusMap.
 */
export function wantedTaints(node: StoredObject, timeAdded?: string): readonly Taint[] {
  const status = (type: string) => conditionNamed(node, type)?.status;
  const wanted: Taint[] = [];
  const add = (key: string, ...effects: string[]) =>
    wanted.push(...effects.map((effect) => ({ key, effect, ...(timeAdded === undefined ? {} : { timeAdded }) })));
  const ready = status("Ready");
  if (ready === "False" || ready === undefined)
    add(TAINTS.notReady, ...(ready === undefined ? ["NoSchedule"] : ["NoSchedule", "NoExecute"]));
  if (ready === "Unknown") add(TAINTS.unreachable, "NoSchedule", "NoExecute");
  if (status("MemoryPressure") === "True") add(TAINTS.memoryPressure, "NoSchedule");
  if (status("DiskPressure") === "True") add(TAINTS.diskPressure, "NoSchedule");
  if (status("PIDPressure") === "True") add(TAINTS.pidPressure, "NoSchedule");
  if (status("NetworkUnavailable") === "True") add(TAINTS.networkUnavailable, "NoSchedule");
  if (specOf(node).unschedulable === true) add(TAINTS.unschedulable, "NoSchedule");
  const present = taintsOf(node);
  const same = (a: Taint, b: Taint) => a.key === b.key && a.effect === b.effect;
  const kept = present.filter((taint) => !OWN.has(taint.key) || wanted.some((other) => same(taint, other)));
  return [...kept, ...wanted.filter((taint) => !kept.some((other) => same(taint, other)))];
}
