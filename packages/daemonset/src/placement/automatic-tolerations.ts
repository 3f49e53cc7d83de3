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

/** Returns the tolerations that the DaemonSet controller adds to each pod, in its order. It adds them to decisions
 *  and to new pods. The controller of the simulator has a separate table, so that each checks the other.
 *  Source: pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations (rule P10). */
export function automaticTolerations(hostNetwork: boolean): readonly Toleration[] {
  return hostNetwork ? HOST_NETWORK : ALWAYS;
}

const sameToleration = (a: Toleration, b: Toleration): boolean =>
  (a.key ?? "") === (b.key ?? "") &&
  (a.effect ?? "") === (b.effect ?? "") &&
  (a.operator ?? "") === (b.operator ?? "") &&
  (a.value ?? "") === (b.value ?? "");

/** Returns the template tolerations, then the automatic ones. An automatic toleration replaces its equals in the
 *  template, which drops tolerationSeconds. */
export function effectiveTolerations(template: readonly Toleration[], hostNetwork: boolean): readonly Toleration[] {
  const automatic = automaticTolerations(hostNetwork);
  const equalOf = (original: Toleration) => automatic.find((added) => sameToleration(original, added));
  const replaced = template.map((original) => equalOf(original) ?? original);
  return [...replaced, ...automatic.filter((added) => !replaced.includes(added))];
}
