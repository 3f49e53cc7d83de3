import type { NodeSelector, Taint, Toleration } from "@daemonscope/kube/objects";
import type { StoredObject } from "./contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn, objectsIn } from "./json.ts";

/** A condition of a stored object. */
export interface SimCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

// Readers of stored objects. The store has validated the objects, so the fields have these types.
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

/** Returns the node that a pod is pinned to by the single value of a matchFields term; the first found. */
export function pinnedNodeOf(pod: StoredObject): string | undefined {
  for (const term of requiredAffinityOf(specOf(pod))?.nodeSelectorTerms ?? [])
    for (const field of term.matchFields ?? [])
      if (field.key === "metadata.name" && field.operator === "In" && field.values?.length === 1) return field.values[0];
  return undefined;
}

export type PlacedContainer = readonly [container: JsonObject, path: string];

/** Returns every container of a pod spec with its path, in the order of start. */
export function containersWithPaths(podSpec: JsonObject, base: string): readonly PlacedContainer[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    objectsIn(podSpec, list).map((container, at) => [container, `${base}.${list}[${at}]`] as const),
  );
}
