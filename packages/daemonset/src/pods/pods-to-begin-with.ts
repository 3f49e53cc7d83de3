import type { PodFacts } from "./pod-facts.ts";

/** Pods that a model begins with, each once, in an order; those that nobody asks of need not be made. */
export interface PodsToBeginWith extends Iterable<PodFacts> {
  readonly length: number;
  /** Of an owner, in their order. */
  of(ownerUid: string): Iterable<PodFacts>;
  byUid(uid: string): PodFacts | undefined;
  /** The same, for who tells of a pod: of one that is here it was asked for before, by whatever it is named by there. Never looks through all. */
  told(uid: string): PodFacts | undefined;
}

/** A list of pods by uid and by owner; what is that already stays as it is. */
export function podsToBeginWith(pods: readonly PodFacts[] | PodsToBeginWith): PodsToBeginWith {
  if ("told" in pods) return pods;
  const byUid = new Map<string, PodFacts>();
  const byOwner = new Map<string, PodFacts[]>();
  for (const pod of pods) {
    byUid.set(pod.uid, pod);
    const ofOwner = byOwner.get(pod.ownerUid);
    if (ofOwner === undefined) byOwner.set(pod.ownerUid, [pod]);
    else ofOwner.push(pod);
  }
  return {
    length: byUid.size,
    of: (ownerUid) => byOwner.get(ownerUid) ?? [],
    byUid: (uid) => byUid.get(uid),
    told: (uid) => byUid.get(uid),
    [Symbol.iterator]: () => byUid.values(),
  };
}
