import type { Json } from "@daemonscope/kube-client/decode/fields";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { readFailure } from "./read-failure.ts";

const API_VERSIONS = { DaemonSet: "apps/v1", Pod: "v1", Node: "v1" } as const;
const SOURCES = { DaemonSet: "daemonsets", Pod: "pods", Node: "nodes" } as const;

export interface ObjectQuery {
  readonly kind: keyof typeof SOURCES;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Reads one object from the API server, with the caller's rights. Throws ApiFailure if it is forbidden or gone. */
export async function fetchObject(reads: OnDemandReads, { kind, namespace, name }: ObjectQuery): Promise<Json> {
  const resource = WATCHED[SOURCES[kind]];
  try {
    // A list of one needs no right beyond those of the watches.
    const query = { fieldSelector: `metadata.name=${name}` };
    const { objects } = await reads.list("yaml", { path: inNamespace(resource, namespace).path, query, limit: 1 }, (object) => object);
    const [object] = objects;
    if (object !== undefined) return { apiVersion: API_VERSIONS[kind], kind, ...object };
  } catch (error) {
    throw readFailure(error, { verb: "list", resource: resource.qualified, namespace });
  }
  throw new ApiFailure(404, "Gone", `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name} has just gone.`);
}
