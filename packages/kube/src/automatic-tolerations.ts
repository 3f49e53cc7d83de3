import type { Toleration } from "./objects.ts";
import { TAINTS } from "./well-known.ts";

const exists = (key: string, effect: string): Toleration => ({ key, operator: "Exists", effect });

const ALWAYS: readonly Toleration[] = [
  exists(TAINTS.notReady, "NoExecute"),
  exists(TAINTS.unreachable, "NoExecute"),
  exists(TAINTS.diskPressure, "NoSchedule"),
  exists(TAINTS.memoryPressure, "NoSchedule"),
  exists(TAINTS.pidPressure, "NoSchedule"),
  exists(TAINTS.unschedulable, "NoSchedule"),
];
const HOST_NETWORK: readonly Toleration[] = [...ALWAYS, exists(TAINTS.networkUnavailable, "NoSchedule")];

/** The tolerations that the DaemonSet controller adds to every pod, when deciding and when creating; in its order.
 *  Source: pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations (rule P10). */
export function automaticTolerations(hostNetwork: boolean): readonly Toleration[] {
  return hostNetwork ? HOST_NETWORK : ALWAYS;
}

const sameToleration = (a: Toleration, b: Toleration): boolean =>
  (a.key ?? "") === (b.key ?? "") &&
  (a.effect ?? "") === (b.effect ?? "") &&
  (a.operator ?? "") === (b.operator ?? "") &&
  (a.value ?? "") === (b.value ?? "");

/** Template tolerations first, then the automatic ones; an automatic one replaces its equal (which loses tolerationSeconds). */
export function effectiveTolerations(template: readonly Toleration[], hostNetwork: boolean): readonly Toleration[] {
  const merged: Toleration[] = [...template];
  for (const added of automaticTolerations(hostNetwork)) {
    const at = merged.findIndex((present) => sameToleration(present, added));
    if (at >= 0) merged[at] = added;
    else merged.push(added);
  }
  return merged;
}
