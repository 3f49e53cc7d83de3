import type { RawObject } from "./raw-mirror.ts";
import { isAvailableRaw, isDeleting, isUpdatedRaw, type RawCurrent } from "./raw-pods.ts";

const NONE: readonly RawObject[] = [];

/** The places of the budget in use, from raw pods by upstream's own arithmetic, written once more (B3–B6). `runs` are the nodes where a pod is wanted. */
export function usedPlaces(
  kind: string,
  byNode: ReadonlyMap<string, readonly RawObject[]>,
  runs: ReadonlySet<string>,
  current: RawCurrent,
  minReadySeconds: number,
  nowMs: number,
): number {
  if (kind === "none") return 0;
  let used = 0;
  for (const node of new Set([...runs, ...byNode.keys()])) {
    const live = (byNode.get(node) ?? NONE).filter((pod) => !isDeleting(pod));
    const fresh = live.filter((pod) => isUpdatedRaw(pod, current));
    const old = live.filter((pod) => !isUpdatedRaw(pod, current));
    const isAvailable = (pod: RawObject | undefined) => pod !== undefined && isAvailableRaw(pod, minReadySeconds, nowMs);
    if (fresh.length > 1 || old.length > 1) used++;
    else if (kind === "maxSurge") used += fresh.length === 1 && old.length === 1 && !isAvailable(fresh[0]) ? 1 : 0;
    else used += live.length === 1 && isAvailable(live[0]) ? 0 : 1;
  }
  return used;
}
