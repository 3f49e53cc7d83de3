import type { Json } from "@daemonscope/kube-client/decode/fields";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { decodeAllocatable, decodeRequestingPod } from "../../watch/decode/decode-requesting-pod.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { type ReadPermission, readFailure } from "./read-failure.ts";

/** Maximum listed pods; a kubelet supports fewer. */
const MAX_PODS = 1000;

/** Awaits a read; an error names the right that it needs. */
async function readWith<T>(right: ReadPermission, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw readFailure(error, right);
  }
}

/** Lists the pods of a field selector with their requests. Throws ApiFailure. */
export function fetchRequestingPods(reads: OnDemandReads, within: string | undefined, fieldSelector: string) {
  return readWith(
    { verb: "list", resource: WATCHED.pods.qualified, namespace: within },
    reads.list(
      "capacity-pods",
      { path: inNamespace(WATCHED.pods, within).path, query: { fieldSelector }, limit: MAX_PODS },
      decodeRequestingPod,
    ),
  );
}

/** Reads a node as a list of one, so that a user who may watch nodes needs no other right. `cacheName` identifies
 *  `decode`: calls with the same name share one read. Throws ApiFailure. */
export function fetchNode<T>(reads: OnDemandReads, cacheName: string, node: string, decode: (object: Json) => T | undefined) {
  return readWith(
    { verb: "list", resource: WATCHED.nodes.qualified, namespace: undefined },
    reads.list(cacheName, { path: WATCHED.nodes.path, query: { fieldSelector: `metadata.name=${node}` }, limit: 1 }, decode),
  );
}

/** Reads the allocatable resources of a node. Throws ApiFailure. */
export const fetchAllocatable = (reads: OnDemandReads, node: string) => fetchNode(reads, "capacity-node", node, decodeAllocatable);
