import { appendTo } from "@daemonscope/kube/base/append-to";
import type { PodFacts } from "./pod-facts.ts";

/** Initial pods of a model, each once, in a fixed order. A pod may be built only when it is requested. */
export interface InitialPods extends Iterable<PodFacts> {
  readonly length: number;
  /** Returns the pods of an owner, in their order. */
  of(ownerUid: string): Iterable<PodFacts>;
  byUid(uid: string): PodFacts | undefined;
  /** Like `byUid`, but never searches all pods. For callers that apply an event: such a pod is found only if it was
   *  already built. */
  builtByUid(uid: string): PodFacts | undefined;
}

/** Indexes a list of pods by uid and by owner. Returns an index unchanged. */
export function initialPods(pods: readonly PodFacts[] | InitialPods): InitialPods {
  if ("builtByUid" in pods) return pods;
  const byUid = new Map<string, PodFacts>();
  const byOwner = new Map<string, PodFacts[]>();
  for (const pod of pods) {
    byUid.set(pod.uid, pod);
    appendTo(byOwner, pod.ownerUid, pod);
  }
  return {
    length: byUid.size,
    of: (ownerUid) => byOwner.get(ownerUid) ?? [],
    byUid: (uid) => byUid.get(uid),
    builtByUid: (uid) => byUid.get(uid),
    [Symbol.iterator]: () => byUid.values(),
  };
}
