import { effectiveTolerations } from "@daemonscope/kube/automatic-tolerations";
import type { DaemonSetCounts, IntOrString, LabelSelector, NodeSelector, Taint, Toleration } from "@daemonscope/kube/objects";
import type { StoredObject } from "../store/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../store/json.ts";

/** Typed looks into stored objects: the store has validated them, so what is read here is there. */
export interface SimCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

export const specOf = (object: StoredObject): JsonObject => objectIn(object, "spec");
export const statusOf = (object: StoredObject): JsonObject => objectIn(object, "status");
export const labelsOf = (object: StoredObject): Readonly<Record<string, string>> => object.metadata.labels ?? {};
export const annotationOf = (object: StoredObject, key: string): string | undefined => object.metadata.annotations?.[key];

export const taintsOf = (node: StoredObject): readonly Taint[] => listIn(specOf(node), "taints") as readonly Taint[];
export const conditionsOf = (object: StoredObject): readonly SimCondition[] =>
  listIn(statusOf(object), "conditions") as readonly SimCondition[];
export const conditionNamed = (object: StoredObject, type: string): SimCondition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type);
export const isReady = (object: StoredObject): boolean => conditionNamed(object, "Ready")?.status === "True";

export const nodeNameOf = (pod: StoredObject): string | undefined => {
  const name = specOf(pod).nodeName;
  return typeof name === "string" && name !== "" ? name : undefined;
};
export const phaseOf = (pod: StoredObject): string => String(statusOf(pod).phase ?? "Pending");
export const isDeleting = (object: StoredObject): boolean => object.metadata.deletionTimestamp !== undefined;
export const tolerationsOf = (podSpec: JsonObject): readonly Toleration[] => listIn(podSpec, "tolerations") as readonly Toleration[];
export const containersOf = (podSpec: JsonObject): readonly JsonObject[] => listIn(podSpec, "containers").filter(isJsonObject);

export const requiredAffinityOf = (podSpec: JsonObject): NodeSelector | undefined => {
  const required = objectIn(objectIn(podSpec, "affinity"), "nodeAffinity").requiredDuringSchedulingIgnoredDuringExecution;
  return isJsonObject(required) ? (required as NodeSelector) : undefined;
};

/** The node that a pod is pinned to by the single value of a matchFields term, first found. */
export function pinnedNodeOf(pod: StoredObject): string | undefined {
  for (const term of requiredAffinityOf(specOf(pod))?.nodeSelectorTerms ?? [])
    for (const field of term.matchFields ?? [])
      if (field.key === "metadata.name" && field.operator === "In" && field.values?.length === 1) return field.values[0];
  return undefined;
}

export interface DaemonSetView {
  readonly object: StoredObject;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly selector: LabelSelector;
  readonly template: JsonObject;
  readonly podSpec: JsonObject;
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

/** A stored DaemonSet as the loops read it; made once for each version. */
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
    tolerations: effectiveTolerations(tolerationsOf(podSpec), podSpec.hostNetwork === true),
    onDelete: strategy.type === "OnDelete",
    maxUnavailable: (rolling.maxUnavailable as IntOrString | undefined) ?? 1,
    maxSurge: (rolling.maxSurge as IntOrString | undefined) ?? 0,
    minReadySeconds: Number(spec.minReadySeconds ?? 0),
    revisionHistoryLimit: Number(spec.revisionHistoryLimit ?? 10),
    templateGeneration: annotationOf(object, "deprecated.daemonset.template.generation") ?? "",
    status: statusOf(object) as DaemonSetView["status"],
  };
}
