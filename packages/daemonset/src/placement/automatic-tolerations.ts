import type { Toleration } from "@daemonscope/kube/objects";
import { TAINTS } from "@daemonscope/kube/well-known";

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

/** The tolerations that the DaemonSet controller adds to every pod, when deciding and when creating; in its order. The simulator's
 *  controller has a table of its own, so that each checks the other.
 *  Source: pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations (rule P10). */
export function automaticTolerations(hostNetwork: boolean): readonly Toleration[] {
  return hostNetwork ? HOST_NETWORK : ALWAYS;
}

const sameToleration = (a: Toleration, b: Toleration): boolean =>
  (a.key ?? "") === (b.key ?? "") &&
  (a.effect ?? "") === (b.effect ?? "") &&
  (a.operator ?? "") === (b.operator ?? "") &&
  (a.value ?? "") === (b.value ?? "");

/** Template tolerations first, then the automatic ones; an automatic one replaces each of its equals there (which loses tolerationSeconds). */
export function effectiveTolerations(template: readonly Toleration[], hostNetwork: boolean): readonly Toleration[] {
  const automatic = automaticTolerations(hostNetwork);
  const equalOf = (given: Toleration) => automatic.find((added) => sameToleration(given, added));
  const replaced = template.map((given) => equalOf(given) ?? given);
  return [...replaced, ...automatic.filter((added) => !replaced.includes(added))];
}
