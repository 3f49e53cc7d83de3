import type { Toleration } from "@daemonscope/kube/objects";
import { TAINTS } from "@daemonscope/kube/well-known";

/** A toleration that the DaemonSet controller adds. */
interface AutomaticToleration {
  readonly toleration: Toleration;
  /** The Kubernetes version that added it. */
  readonly since: string;
  readonly onlyHostNetwork: boolean;
}

const exists = (key: string, effect: string, since: string, onlyHostNetwork = false): AutomaticToleration => ({
  toleration: { key, operator: "Exists", effect },
  since,
  onlyHostNetwork,
});

/** All tolerations that the controller adds, in its order. */
export const AUTOMATIC_TOLERATIONS: readonly AutomaticToleration[] = [
  exists(TAINTS.notReady, "NoExecute", "1.13"),
  exists(TAINTS.unreachable, "NoExecute", "1.13"),
  exists(TAINTS.diskPressure, "NoSchedule", "1.8"),
  exists(TAINTS.memoryPressure, "NoSchedule", "1.8"),
  exists(TAINTS.pidPressure, "NoSchedule", "1.14"),
  exists(TAINTS.unschedulable, "NoSchedule", "1.12"),
  exists(TAINTS.networkUnavailable, "NoSchedule", "1.12", true),
];
const HOST_NETWORK = AUTOMATIC_TOLERATIONS.map(({ toleration }) => toleration);
const ALWAYS = AUTOMATIC_TOLERATIONS.filter(({ onlyHostNetwork }) => !onlyHostNetwork).map(({ toleration }) => toleration);

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
