import type { Toleration } from "@daemonscope/kube/objects";
import type { JsonObject } from "@daemonscope/simulated-apiserver/objects/json";
import { tolerationsOf } from "@daemonscope/simulated-apiserver/objects/objects";

const EVERY_POD: readonly (readonly [taint: string, effect: string])[] = [
  ["not-ready", "NoExecute"],

  ["unreachable", "NoExecute"],
  ["disk-pressure", "NoSchedule"],
  ["memory-pressure", "NoSchedule"],
  ["pid-pressure", "NoSchedule"],
  ["unschedulable", "NoSchedule"],
];
const ON_THE_HOSTS_NETWORK: readonly (readonly [taint: string, effect: string])[] = [...EVERY_POD, ["network-unavailable", "NoSchedule"]];

const areOneToleration = (a: Toleration, b: Toleration): boolean =>
  a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? "") === (b.value ?? "");

/**
 * Returns the tolerations of a template's pods (rule S4): the template's, in its order, then those that the controller
 * adds. A toleration of the template that differs from an added one only in tolerationSeconds is replaced by it. The
 * simulated controller has its own table and the dashboard's domain another, so that each checks the other. Source:
 * pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations; pkg/apis/core/v1/helper,
 * AddOrUpdateTolerationInPodSpec.
 */
export function daemonPodTolerations(podSpec: JsonObject): readonly Toleration[] {
  let tolerations = tolerationsOf(podSpec);
  for (const [taint, effect] of podSpec.hostNetwork === true ? ON_THE_HOSTS_NETWORK : EVERY_POD) {
    const added: Toleration = { key: `node.kubernetes.io/${taint}`, operator: "Exists", effect };
    const isThere = tolerations.some((given) => areOneToleration(given, added));
    tolerations = isThere ? tolerations.map((given) => (areOneToleration(given, added) ? added : given)) : [...tolerations, added];
  }
  return tolerations;
}
