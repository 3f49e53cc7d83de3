import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { NodeEntry } from "@daemonscope/daemonset/model/tables/node-entry";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { ModelSource } from "@daemonscope/daemonset/records/records";
import { failedPodEvent } from "@daemonscope/daemonset/tracking/failed-pod-events";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { KubeControllerRevision, KubeDaemonSet, KubeEvent } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";

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

export type ClusterKind = keyof ClusterObjects;
/** Kinds whose objects are kept, so that a change is written as a delta. An event is written whole. */
export type StoredKind = Exclude<ClusterKind, "events">;

export const CLUSTER_KINDS = ["nodes", "daemonsets", "controllerrevisions", "pods", "events"] as const satisfies readonly ClusterKind[];

/** One input of a model. Nodes are dropped by name, all other objects by uid. */
export type ClusterEvent =
  | { readonly [Kind in ClusterKind]: { readonly do: "put"; readonly kind: Kind; readonly object: ClusterObjects[Kind] } }[ClusterKind]
  | { readonly do: "drop"; readonly kind: ClusterKind; readonly key: string }
  | { readonly do: "read"; readonly source: ModelSource }
  | { readonly do: "beginMarks" };

/** Returns the key by which an object is dropped. */
export function eventKeyOf(put: Extract<ClusterEvent, { readonly do: "put" }>): string {
  switch (put.kind) {
    case "nodes":
      return put.object.record.name;
    case "pods":
      return put.object.uid;
    default:
      return put.object.metadata.uid;
  }
}

/** Reports whether a model keeps a revision: only if a DaemonSet controls it. */
export const isDaemonSetRevision = (revision: KubeControllerRevision): boolean => controllerOf(revision.metadata)?.kind === "DaemonSet";

/** Reports whether a model uses an event. */
export const isModelEvent = (event: KubeEvent): boolean => failedPodEvent(event) !== undefined;

function put(model: ClusterModel, input: Extract<ClusterEvent, { readonly do: "put" }>): void {
  switch (input.kind) {
    case "nodes":
      return model.putNodeEntry(input.object);
    case "daemonsets":
      return model.putDaemonSet(input.object);
    case "controllerrevisions":
      return model.putRevision(input.object);
    case "pods":
      return model.putPodFacts(input.object);
    case "events":
      return model.putEvent(input.object);
    default:
      return assertNever(input);
  }
}

function drop(model: ClusterModel, kind: ClusterKind, key: string): void {
  switch (kind) {
    case "nodes":
      return model.dropNode(key);
    case "daemonsets":
      return model.dropDaemonSet(key);
    case "controllerrevisions":
      return model.dropRevision(key);
    case "pods":
      return model.dropPod(key);
    case "events":
      return model.dropEvent(key);
    default:
      return assertNever(kind);
  }
}

/**
 * Applies an input to a model, at `nowMs` on the cluster's clock. Live inputs and inputs from a log both take this
 * path (L1).
 */
export function applyEvent(model: ClusterModel, nowMs: number, input: ClusterEvent): void {
  model.at(nowMs);
  switch (input.do) {
    case "put":
      return put(model, input);
    case "drop":
      return drop(model, input.kind, input.key);
    case "read":
      return model.markRead(input.source);
    case "beginMarks":
      return model.beginMarks();
    default:
      return assertNever(input);
  }
}
