import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, listIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, isDeleting, nodeNameOf, pinnedNodeOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { FAULT_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";

/** A pod that the DaemonSet controller is about to create. */
export interface NewPod {
  readonly metadata: JsonObject;
  readonly spec: JsonObject;
}

/** The DaemonSet and the node that a fault concerns. */
export interface FaultPlace {
  readonly store: Store;
  readonly clock: Clock;
  readonly set: StoredObject;
  readonly node: string;
  /** Stops or resumes the DaemonSet controller for this DaemonSet. */
  readonly pauseController: (paused: boolean) => void;
}

/** Takes a fault back. */
export type EndFault = () => void;

/** How the simulator produces one cause. Every part is optional. */
export interface Fault {
  /** The refusal of the API server for each new pod of the DaemonSet. Throws. */
  readonly refuses?: (podName: string) => never;
  /** Changes the pods of the DaemonSet on the node at their creation, as a mutating webhook does. */
  readonly pod?: (pod: NewPod) => NewPod;
  /** Changes other objects. */
  readonly begin?: (place: FaultPlace) => EndFault;
  /** The present pod stays. Otherwise it is deleted, so that a new one meets the fault. */
  readonly keepsPod?: true;
}

/**
 * Returns the faults of a DaemonSet, by node. Its annotation lists them: `oomKilled=worker-01,crash=worker-02`. Text
 * that is no such pair is ignored.
 */
export function faultsIn(set: StoredObject | undefined): ReadonlyMap<string, string> {
  const text = set === undefined ? undefined : annotationOf(set, FAULT_ANNOTATION);
  const faults = new Map<string, string>();
  for (const entry of text?.split(",") ?? []) {
    const [kind = "", node = ""] = entry.trim().split("=");
    if (kind !== "" && node !== "") faults.set(node, kind);
  }
  return faults;
}

/** Returns the pods of a DaemonSet on a node, also unscheduled ones; those without a deletion first. */
export function podsOnPlace({ store, set, node }: Pick<FaultPlace, "store" | "set" | "node">): readonly StoredObject[] {
  return store
    .podsOwnedBy(set.metadata.uid)
    .filter((pod) => (nodeNameOf(pod) ?? pinnedNodeOf(pod)) === node)
    .sort((a, b) => Number(isDeleting(a)) - Number(isDeleting(b)));
}

/** Returns a change of a pod that applies several changes, one after the other. */
export const together =
  (...changes: readonly ((pod: NewPod) => NewPod)[]) =>
  (pod: NewPod): NewPod =>
    changes.reduce((changed, change) => change(changed), pod);

/** Returns a change that sets fields of the first container. An undefined field is removed. */
export const container =
  (fields: JsonObject) =>
  ({ metadata, spec }: NewPod): NewPod => {
    const [first, ...others] = listIn(spec, "containers");
    const changed = Object.entries({ ...(first as JsonObject), ...fields }).filter(([, value]) => value !== undefined);
    return { metadata, spec: { ...spec, containers: [Object.fromEntries(changed), ...others] } };
  };

/** Returns a change that sets fields of the pod's spec. Lists are appended to those of the pod. */
export const podSpec =
  (fields: JsonObject) =>
  ({ metadata, spec }: NewPod): NewPod => {
    const added = Object.entries(fields).map(([field, value]) => [
      field,
      Array.isArray(value) ? [...listIn(spec, field), ...value] : value,
    ]);
    return { metadata, spec: { ...spec, ...Object.fromEntries(added) } };
  };

/** Returns a change that sets an annotation, which a simulated component reads. */
export const annotated =
  (key: string, value: string) =>
  ({ metadata, spec }: NewPod): NewPod => ({
    metadata: { ...metadata, annotations: { ...(metadata.annotations as JsonObject | undefined), [key]: value } },
    spec,
  });
