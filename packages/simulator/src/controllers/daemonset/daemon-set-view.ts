import type { DaemonSetCounts, IntOrString, LabelSelector, Toleration } from "@daemonscope/kube/objects";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, specOf, statusOf, tolerationsOf } from "@daemonscope/simulated-apiserver/objects/objects";

export interface DaemonSetView {
  readonly object: StoredObject;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly selector: LabelSelector;
  readonly template: JsonObject;
  readonly podSpec: JsonObject;
  /** Tolerations of its pods: the template's and the automatic ones. */
  readonly tolerations: readonly Toleration[];
  readonly onDelete: boolean;
  readonly maxUnavailable: IntOrString;
  readonly maxSurge: IntOrString;
  readonly minReadySeconds: number;
  readonly revisionHistoryLimit: number;
  readonly templateGeneration: string;
  readonly status: Partial<DaemonSetCounts> & { readonly observedGeneration?: number };
}

const views = new WeakMap<StoredObject, DaemonSetView>();

/** Returns a stored DaemonSet as the control loops read it. The view is computed once for each version. */
export function daemonSetView(object: StoredObject): DaemonSetView {
  let view = views.get(object);
  if (view === undefined) {
    view = viewOf(object);
    views.set(object, view);
  }
  return view;
}

const TOLERATED_TAINTS: readonly (readonly [taint: string, effect: string])[] = [
  ["not-ready", "NoExecute"],
  ["unreachable", "NoExecute"],
  ["disk-pressure", "NoSchedule"],
  ["memory-pressure", "NoSchedule"],
  ["pid-pressure", "NoSchedule"],
  ["unschedulable", "NoSchedule"],
];
const TOLERATED_TAINTS_ON_HOST_NETWORK: readonly (readonly [taint: string, effect: string])[] = [
  ...TOLERATED_TAINTS,
  ["network-unavailable", "NoSchedule"],
];

const areSameToleration = (a: Toleration, b: Toleration): boolean =>
  a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? "") === (b.value ?? "");

/**
 * Returns the tolerations of a template's pods (rule S4). Those of the template come first, then those that the
 * controller adds. An added toleration replaces one of the template that differs only in tolerationSeconds. The
 * simulated controller and the dashboard's domain have separate tables, so that each checks the other. Source:
 * pkg/controller/daemon/util/daemonset_util.go, AddOrUpdateDaemonPodTolerations; pkg/apis/core/v1/helper,
 * AddOrUpdateTolerationInPodSpec.
 */
function daemonPodTolerations(podSpec: JsonObject): readonly Toleration[] {
  let tolerations = tolerationsOf(podSpec);
  for (const [taint, effect] of podSpec.hostNetwork === true ? TOLERATED_TAINTS_ON_HOST_NETWORK : TOLERATED_TAINTS) {
    const added: Toleration = { key: `node.kubernetes.io/${taint}`, operator: "Exists", effect };
    const isThere = tolerations.some((given) => areSameToleration(given, added));
    tolerations = isThere ? tolerations.map((given) => (areSameToleration(given, added) ? added : given)) : [...tolerations, added];
  }
  return tolerations;
}

function viewOf(object: StoredObject): DaemonSetView {
  const spec = specOf(object);
  const strategy = objectIn(spec, "updateStrategy");
  const rolling = objectIn(strategy, "rollingUpdate");
  const template = objectIn(spec, "template");
  const podSpec = objectIn(template, "spec");
  return {
    object,
    uid: object.metadata.uid,
    namespace: object.metadata.namespace ?? "",
    name: object.metadata.name,
    generation: object.metadata.generation ?? 1,
    selector: objectIn(spec, "selector") as LabelSelector,
    template,
    podSpec,
    tolerations: daemonPodTolerations(podSpec),
    onDelete: strategy.type === "OnDelete",
    maxUnavailable: (rolling.maxUnavailable as IntOrString | undefined) ?? 1,
    maxSurge: (rolling.maxSurge as IntOrString | undefined) ?? 0,
    minReadySeconds: Number(spec.minReadySeconds ?? 0),
    revisionHistoryLimit: Number(spec.revisionHistoryLimit ?? 10),
    templateGeneration: annotationOf(object, "deprecated.daemonset.template.generation") ?? "",
    status: statusOf(object) as DaemonSetView["status"],
  };
}
