import { type Json, objectField, textField } from "@daemonscope/kube-client/decode/fields";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { listObjects } from "@daemonscope/kube-client/read/list-objects";

/** More than the revisions of all DaemonSets in a large namespace. */
const MAX_REVISIONS = 20_000;

/**
 * Reads of objects that are about to change: current, and not shared between users. All methods throw
 * KubeRequestError.
 */
export interface ObjectReads {
  /** Returns undefined if the object is missing. */
  one(
    resource: "nodes" | "daemonsets" | "pods",
    namespace: string | undefined,
    name: string,
    signal: AbortSignal,
  ): Promise<Json | undefined>;
  /** Returns all revisions of a namespace. */
  revisions(namespace: string, signal: AbortSignal): Promise<readonly Json[]>;
}

/**
 * Reads by lists, which need only the permissions of the watches. If `transport` is bound to a user, the reads have
 * that user's permissions.
 */
export function objectReads(transport: () => Transport, timers: Timers): ObjectReads {
  return {
    async one(resource, namespace, name, signal) {
      const { path } = inNamespace(WATCHED[resource], namespace);
      const listQuery = { path, query: { fieldSelector: `metadata.name=${name}` }, limit: 1, signal, timers };
      const { objects } = await listObjects(transport(), listQuery, (object) => object);
      // A server without field selectors returns all objects.
      return objects.find((object) => textField(objectField(object, "metadata"), "name") === name);
    },
    async revisions(namespace, signal) {
      const { path } = inNamespace(WATCHED.controllerrevisions, namespace);
      return (await listObjects(transport(), { path, limit: MAX_REVISIONS, signal, timers }, (object) => object)).objects;
    },
  };
}
