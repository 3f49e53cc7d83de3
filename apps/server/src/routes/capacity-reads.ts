import type { ClusterReads } from "../cluster/cluster-reads.ts";
import { decodeAllocatable, decodeRequestingPod } from "../cluster/decode/decode-requesting-pod.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";
import { type NeededRight, readFailure } from "./read-failure.ts";

/** More pods than a kubelet is made for. */
const READ = 1000;

/** Waits for a read; what fails says which right it takes. */
async function readWith<T>(right: NeededRight, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw readFailure(error, right);
  }
}

/** The pods that a field selector chooses, with what they request. Throws ApiFailure. */
export function readRequestingPods(reads: ClusterReads, within: string | undefined, fieldSelector: string) {
  return readWith(
    { verb: "list", resource: WATCHED.pods.qualified, namespace: within },
    reads.list(
      "capacity-pods",
      { path: inNamespace(WATCHED.pods, within).path, query: { fieldSelector }, limit: READ },
      decodeRequestingPod,
    ),
  );
}

/** What a node has for pods, as a list of one: who may watch nodes may list them, and needs no other right. Throws ApiFailure. */
export function readAllocatable(reads: ClusterReads, node: string) {
  return readWith(
    { verb: "list", resource: WATCHED.nodes.qualified, namespace: undefined },
    reads.list(
      "capacity-node",
      { path: WATCHED.nodes.path, query: { fieldSelector: `metadata.name=${node}` }, limit: 1 },
      decodeAllocatable,
    ),
  );
}
