import type { StoredOnlyName } from "./stored-only-names.ts";

/** The contract between the store, the HTTP API and the control loops. */

export interface StoredMeta {
  name: string;
  namespace?: string;
  uid: string;
  /** Decimal; strictly increasing over all writes of all kinds. */
  resourceVersion: string;
  generation?: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  generateName?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string; controller?: boolean; blockOwnerDeletion?: boolean }[];
  managedFields?: unknown[];
}

/** An API object as JSON. Stored objects are deeply frozen: change a copy and update. */
export interface StoredObject {
  apiVersion: string;
  kind: string;
  metadata: StoredMeta;
  [field: string]: unknown;
}

/** Plural names of the resources that every cluster serves. */
export type BuiltInName =
  | "nodes"
  | "pods"
  | "namespaces"
  | "events"
  | "serviceaccounts"
  | "configmaps"
  | "daemonsets"
  | "controllerrevisions"
  | "leases"
  | "priorityclasses"
  | "services"
  | "endpointslices"
  | "poddisruptionbudgets"
  | "deployments"
  | "replicasets"
  | StoredOnlyName;

/**
 * The storage name of a custom resource is the name of its CustomResourceDefinition:
 * `servicemonitors.monitoring.coreos.com`.
 */
export type CustomName = `${string}.${string}`;

/** Names under which objects are stored. */
export type ResourceName = BuiltInName | CustomName;

export interface StoreEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** For DELETED: the last object, with the deletion's resourceVersion. */
  readonly object: StoredObject;
  /** The previous object; absent for ADDED. It decides selector transitions. */
  readonly previous?: StoredObject;
  readonly resourceVersion: number;
  /**
   * The cluster was restored to an older state. This object differs from the one that the listener knew, and no client
   * wrote it.
   */
  readonly restored?: true;
}

/** A refusal in the API server's words. The API turns it into a Status body; the loops get it thrown. */
export interface ApiFailure {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: Record<string, unknown>;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Background" | "Foreground" | "Orphan";
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * All writes validate, default and version as kube-apiserver does, are synchronous, and throw StoreError
 * (objects/failures.ts). A write that changes nothing keeps the version and makes no event. Listeners are called
 * synchronously, in subscription order, after the write. Events of a listener's own writes wait until all listeners
 * have received the current event, so that versions arrive in order.
 */
export interface Store {
  /** The latest assigned version. */
  readonly resourceVersion: number;
  get(resource: ResourceName, namespace: string | undefined, name: string): StoredObject | undefined;
  /** In key order (namespace/name). O(n). */
  list(resource: ResourceName, namespace?: string): readonly StoredObject[];
  count(resource: ResourceName): number;
  /**
   * Returns pods by spec.nodeName and by controller uid without a scan; "" selects unscheduled pods, and pods without a
   * controller.
   */
  podsOnNode(nodeName: string): readonly StoredObject[];
  podsOwnedBy(uid: string): readonly StoredObject[];
  create(resource: ResourceName, object: Record<string, unknown>): StoredObject;
  /**
   * Replaces all fields except the status, or only the status with subresource "status". metadata.resourceVersion, if
   * set, must match.
   */
  update(resource: ResourceName, object: StoredObject, subresource?: "status"): StoredObject;
  /** Reads the object, lets `change` edit a deep copy, and updates; undefined if the object is gone. */
  edit(
    resource: ResourceName,
    namespace: string | undefined,
    name: string,
    change: (object: StoredObject) => void,
    subresource?: "status",
  ): StoredObject | undefined;
  /**
   * Deletes scheduled pods gracefully. Returns the remaining object, or the last object if it is gone at
   * once.
   */
  delete(resource: ResourceName, namespace: string | undefined, name: string, options?: DeleteOptions): StoredObject;
  bind(namespace: string, pod: string, nodeName: string): StoredObject;
  subscribe(resource: ResourceName, listener: (event: StoreEvent) => void): () => void;
  /** Events after `version`, oldest first; undefined if history no longer reaches back that far. */
  eventsSince(resource: ResourceName, version: number): readonly StoreEvent[] | undefined;
}
