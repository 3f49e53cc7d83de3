import type { KubeControllerRevision, KubeDaemonSet, KubeEvent, KubeNode, KubePod } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { type PodFacts, podFactsOf } from "../pods/pod-facts.ts";
import type { ModelSource } from "../records/records.ts";
import { evidenceOf } from "../tracking/event-reasons.ts";
import { FAILED_DAEMON_POD, failedPodEvent } from "../tracking/failed-pod-events.ts";
import { type NodeEntry, nodeEntryOf } from "./tables/node-entry.ts";

/**
 * Objects as the model keeps them, by kind. They are projected, so that only the data that the domain needs enters the
 * log (L5).
 */
export interface ClusterObjects {
  readonly nodes: NodeEntry;
  readonly daemonsets: KubeDaemonSet;
  readonly controllerrevisions: KubeControllerRevision;
  readonly pods: PodFacts;
  readonly events: KubeEvent;
}

type ClusterKind = keyof ClusterObjects;
/** Kinds whose objects are kept, so that a change is written as a delta. An event is written whole. */
export type StoredKind = Exclude<ClusterKind, "events">;

export const CLUSTER_KINDS = ["nodes", "daemonsets", "controllerrevisions", "pods", "events"] as const satisfies readonly ClusterKind[];

export type PutEvent = {
  readonly [Kind in ClusterKind]: { readonly do: "put"; readonly kind: Kind; readonly object: ClusterObjects[Kind] };
}[ClusterKind];
/** Nodes are dropped by name, all other objects by uid. */
export type DropEvent = { readonly do: "drop"; readonly kind: ClusterKind; readonly key: string };

/** One input of a model: a change of an object, the end of a kind's first list, or the end of the first sync. */
export type ClusterEvent = PutEvent | DropEvent | { readonly do: "read"; readonly source: ModelSource } | { readonly do: "beginMarks" };

/** Receives events in their order. Throws if the model rejects an object. */
export type ClusterEventSink = (event: ClusterEvent) => void;

/** Returns the key by which an object is dropped. */
export function eventKeyOf(put: PutEvent): string {
  switch (put.kind) {
    case "nodes":
      return put.object.record.name;
    case "pods":
      return put.object.uid;
    default:
      return put.object.metadata.uid;
  }
}

export const putNode = (node: KubeNode): PutEvent => ({ do: "put", kind: "nodes", object: nodeEntryOf(node) });
export const putNodeEntry = (object: NodeEntry): PutEvent => ({ do: "put", kind: "nodes", object });
export const putDaemonSet = (object: KubeDaemonSet): PutEvent => ({ do: "put", kind: "daemonsets", object });

/** A revision that no DaemonSet controls is not in the model. */
export const putRevision = (object: KubeControllerRevision): PutEvent | DropEvent =>
  controllerOf(object.metadata)?.kind === "DaemonSet"
    ? { do: "put", kind: "controllerrevisions", object }
    : { do: "drop", kind: "controllerrevisions", key: object.metadata.uid };

/** A pod that no DaemonSet controls, or that has no node, is not in the model. */
export function putPod(pod: KubePod): PutEvent | DropEvent {
  const facts = podFactsOf(pod);
  return facts === undefined ? { do: "drop", kind: "pods", key: pod.metadata.uid } : putPodFacts(facts);
}

export const putPodFacts = (object: PodFacts): PutEvent => ({ do: "put", kind: "pods", object });

export const putEvent = (object: KubeEvent): PutEvent => ({ do: "put", kind: "events", object });
/** Returns the parts of an event that a model uses, bounded in size; undefined for an event that it ignores. */
export const modelEventOf = (event: KubeEvent): KubeEvent | undefined =>
  event.reason === FAILED_DAEMON_POD && failedPodEvent(event) === undefined ? undefined : evidenceOf(event);

export const dropObject = (kind: ClusterKind, key: string): DropEvent => ({ do: "drop", kind, key });

/**
 * Reports whether a model of one namespace uses an event. `namespace` is undefined for a model of all namespaces.
 * Pods pass, because a pod without its DaemonSet changes nothing.
 */
export const isInNamespace = (event: ClusterEvent, namespace: string | undefined): boolean =>
  namespace === undefined ||
  event.do !== "put" ||
  event.kind === "nodes" ||
  event.kind === "pods" ||
  event.object.metadata.namespace === namespace;
