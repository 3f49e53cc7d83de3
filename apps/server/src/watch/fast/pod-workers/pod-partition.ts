import { assertNever } from "@daemonscope/kube/base/assert-never";
import { inNamespace, WATCHED, type WatchedResource } from "@daemonscope/kube-client/http/resources";
import { shardHash } from "./shard-hash.ts";

/** One of the parts in which pods are watched. Together they cover all pods of DaemonSets, and no pod is in two. */
export type PodPartition =
  | { readonly kind: "whole" }
  | { readonly kind: "namespace"; readonly namespace: string }
  /** The `at`th of `of` equal ranges of the hash of a uid. */
  | { readonly kind: "shard"; readonly at: number; readonly of: number };

const WORD = 2 ** 32;
/** Ranges begin at whole upper words, so that the upper word determines the range of a pod. */
const beginOf = (at: number, of: number): number => Math.floor((at * WORD) / of);
const bound = (upper: number): string => `0x${upper.toString(16).padStart(8, "0")}00000000`;

/** Returns the selector of a shard for an API server (KEP-5866): the lower bound is inclusive, the upper is
 *  exclusive. */
export function shardSelector(at: number, of: number): string {
  return `shardRange(object.metadata.uid, '${bound(beginOf(at, of))}', '${bound(beginOf(at + 1, of))}')`;
}

/** Returns the watched resource of a part. Throws RangeError if the text cannot be the name of a namespace. */
export function partitionResource(part: PodPartition): WatchedResource {
  const { pods } = WATCHED;
  switch (part.kind) {
    case "whole":
      return pods;
    case "namespace":
      return inNamespace(pods, part.namespace);
    case "shard":
      return { ...pods, query: { ...pods.query, shardSelector: shardSelector(part.at, part.of) } };
    default:
      return assertNever(part);
  }
}

/** Reports whether a pod belongs to a part: a server that ignores the selector sends every pod to each. */
export function isInPartition(part: PodPartition, uid: string): boolean {
  if (part.kind !== "shard") return true;
  const hash = shardHash(uid);
  return hash >= beginOf(part.at, part.of) && hash < beginOf(part.at + 1, part.of);
}

/** Returns a short name of a part, for sentences. */
export function partitionLabel(part: PodPartition): string {
  switch (part.kind) {
    case "whole":
      return "pods";
    case "namespace":
      return `pods of namespace ${part.namespace}`;
    case "shard":
      return `pods of shard ${part.at + 1} of ${part.of}`;
    default:
      return assertNever(part);
  }
}
