import type { RawCurrent } from "./raw-current.ts";
import { controllerUid, isTrue, type RawMirror, type RawObject, targetNode } from "./raw-mirror.ts";

export function isUpdatedRaw({ metadata }: RawObject, { hash, generation }: RawCurrent): boolean {
  const labels = metadata.labels ?? {};
  return (
    (hash !== undefined && labels["controller-revision-hash"] === hash) ||
    (generation !== undefined && labels["pod-template-generation"] === generation)
  );
}

export const hasEnded = ({ status }: RawObject): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";

export const isDeleting = ({ metadata }: RawObject): boolean => metadata.deletionTimestamp !== undefined;

export function isAvailableRaw(pod: RawObject, minReadySeconds: number, nowMs: number): boolean {
  if (!isTrue(pod, "Ready")) return false;
  const since = (pod.status?.conditions ?? []).find(({ type }) => type === "Ready")?.lastTransitionTime;
  return minReadySeconds === 0 || Date.parse(since ?? "") + minReadySeconds * 1000 <= nowMs;
}

/**
 * Returns the pods of a DaemonSet by their current or target node, without those that the controller considers gone
 * (C1, C2).
 */
export function rawPodsByNode(mirror: RawMirror, uid: string): ReadonlyMap<string, readonly RawObject[]> {
  const byNode = new Map<string, RawObject[]>();
  for (const pod of mirror.all("pods")) {
    const node = targetNode(pod);
    if (controllerUid(pod) !== uid || node === undefined || (hasEnded(pod) && isDeleting(pod))) continue;
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  return byNode;
}
