import type { DaemonSetCounts, IntOrString, LabelSelector, Toleration } from "@daemonscope/kube/objects";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, specOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { daemonPodTolerations } from "./daemon-pod-tolerations.ts";

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

/** Returns a stored DaemonSet as the loops read it. Computed once for each version. */
export function daemonSetView(object: StoredObject): DaemonSetView {
  let view = views.get(object);
  if (view === undefined) {
    view = viewOf(object);
    views.set(object, view);
  }
  return view;
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
