import type { Timers } from "../clock.ts";
import { type Json, objectField, textField } from "../cluster/decode/fields.ts";
import { listObjects } from "../cluster/list-objects.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";
import type { Transport } from "../cluster/transport.ts";

/** More revisions than a DaemonSet keeps, in a namespace of many. */
const MOST_REVISIONS = 20_000;

/** What is read of objects that are to be changed: as they are at this moment, shared with nobody. All throw KubeRequestError. */
export interface ObjectReads {
  /** Undefined where there is none. */
  one(
    resource: "nodes" | "daemonsets" | "pods",
    namespace: string | undefined,
    name: string,
    signal: AbortSignal,
  ): Promise<Json | undefined>;
  /** Of a namespace, whole. */
  revisions(namespace: string, signal: AbortSignal): Promise<readonly Json[]>;
}

/** Lists take no right that the watches do not have; within somebody's rights where `transport` is bound to them. */
export function objectReads(transport: () => Transport, timers: Timers): ObjectReads {
  return {
    async one(resource, namespace, name, signal) {
      const { path } = inNamespace(WATCHED[resource], namespace);
      const asked = { path, query: { fieldSelector: `metadata.name=${name}` }, limit: 1, signal, timers };
      const { objects } = await listObjects(transport(), asked, (object) => object);
      // A server that knows no field selectors sends all.
      return objects.find((object) => textField(objectField(object, "metadata"), "name") === name);
    },
    async revisions(namespace, signal) {
      const { path } = inNamespace(WATCHED.controllerrevisions, namespace);
      return (await listObjects(transport(), { path, limit: MOST_REVISIONS, signal, timers }, (object) => object)).objects;
    },
  };
}
