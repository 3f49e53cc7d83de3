import { controllerUid, isTrue, type RawMirror, type RawObject, targetNode } from "./raw-mirror.ts";

/** What the labels of a pod are held against. */
export interface RawCurrent {
  readonly hash: string | undefined;
  readonly generation: string | undefined;
}

export function isUpdatedRaw({ metadata }: RawObject, { hash, generation }: RawCurrent): boolean {
  const labels = metadata.labels ?? {};
  return (
    (hash !== undefined && labels["controller-revision-hash"] === hash) ||
    (generation !== undefined && labels["pod-template-generation"] === generation)
  );
}

export const hasEnded = ({ status }: RawObject): boolean => status?.phase === "Failed" || status?.phase === "Succeeded";

function isAvailableRaw(pod: RawObject, minReadySeconds: number, nowMs: number): boolean {
  if (!isTrue(pod, "Ready")) return false;
  const since = (pod.status?.conditions ?? []).find(({ type }) => type === "Ready")?.lastTransitionTime;
  return minReadySeconds === 0 || Date.parse(since ?? "") + minReadySeconds * 1000 <= nowMs;
}

/** The places of the budget in use, from raw objects by upstream's own arithmetic, written once more (B3–B6). `runs` says where pods are wanted. */
export function usedPlaces(
  mirror: RawMirror,
  set: RawObject,
  kind: string,
  current: RawCurrent,
  runs: ReadonlySet<string>,
  nowMs: number,
): number {
  if (kind === "none") return 0;
  const byNode = new Map<string, RawObject[]>([...runs].map((node) => [node, []]));
  for (const pod of mirror.all("pods")) {
    const node = targetNode(pod);
    const isGone = hasEnded(pod) && pod.metadata.deletionTimestamp !== undefined;
    if (controllerUid(pod) !== set.metadata.uid || node === undefined || isGone) continue;
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  let used = 0;
  for (const pods of byNode.values()) {
    const live = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const fresh = live.filter((pod) => isUpdatedRaw(pod, current));
    const old = live.filter((pod) => !isUpdatedRaw(pod, current));
    const [newest] = fresh;
    const isNewAvailable = newest !== undefined && isAvailableRaw(newest, minReadySeconds, nowMs);
    if (fresh.length > 1 || old.length > 1) used++;
    else if (kind === "maxSurge") used += newest !== undefined && old.length === 1 && !isNewAvailable ? 1 : 0;
    else if (live.length !== 1) used++;
    else if (newest === undefined) used += old[0] !== undefined && isAvailableRaw(old[0], minReadySeconds, nowMs) ? 0 : 1;
    else used += isNewAvailable ? 0 : 1;
  }
  return used;
}
