import { assertNever } from "@daemonscope/kube/assert-never";
import { inNamespace, WATCHED, type WatchedResource } from "../resources.ts";
import { shardHash } from "./shard-hash.ts";

/** One of the parts in which pods are watched: together they are all that matter, and no pod is in two. */
export type PodPart =
  | { readonly kind: "whole" }
  | { readonly kind: "namespace"; readonly namespace: string }
  /** The `at`th of `of` equal ranges of the hash of a uid. */
  | { readonly kind: "shard"; readonly at: number; readonly of: number };

const WORD = 2 ** 32;
/** Ranges begin at whole upper words, so that these say which pod is in which. */
const beginOf = (at: number, of: number): number => Math.floor((at * WORD) / of);
const bound = (upper: number): string => `0x${upper.toString(16).padStart(8, "0")}00000000`;

/** What an API server is asked for a shard by (KEP-5866): the lower bound is in it, the upper is not. */
export function shardSelector(at: number, of: number): string {
  return `shardRange(object.metadata.uid, '${bound(beginOf(at, of))}', '${bound(beginOf(at + 1, of))}')`;
}

/** What is watched of a part. Throws RangeError for what cannot be the name of a namespace. */
export function resourceOfPart(part: PodPart): WatchedResource {
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

/** Whether a pod may come in a part: a server that takes no notice of the selector sends every pod to each. */
export function isOfPart(part: PodPart, uid: string): boolean {
  if (part.kind !== "shard") return true;
  const hash = shardHash(uid);
  return hash >= beginOf(part.at, part.of) && hash < beginOf(part.at + 1, part.of);
}

/** A part in few words, for sentences about it. */
export function partWords(part: PodPart): string {
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
