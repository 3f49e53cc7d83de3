import type { RawCurrent } from "./raw-current.ts";
import type { RawObject } from "./raw-mirror.ts";
import { isAvailableRaw, isDeleting, isUpdatedRaw } from "./raw-pods.ts";

const NONE: readonly RawObject[] = [];

/**
 * Returns the nodes that use a budget slot, sorted, from raw pods. Upstream's arithmetic, implemented again (B3–B6).
 * `runs` are the nodes where a pod is wanted.
 */
export function usedSlots(
  kind: string,
  byNode: ReadonlyMap<string, readonly RawObject[]>,
  runs: ReadonlySet<string>,
  current: RawCurrent,
  minReadySeconds: number,
  nowMs: number,
): readonly string[] {
  if (kind === "none") return [];
  const used: string[] = [];
  for (const node of new Set([...runs, ...byNode.keys()])) {
    const live = (byNode.get(node) ?? NONE).filter((pod) => !isDeleting(pod));
    const fresh = live.filter((pod) => isUpdatedRaw(pod, current));
    const old = live.filter((pod) => !isUpdatedRaw(pod, current));
    const isAvailable = (pod: RawObject | undefined) => pod !== undefined && isAvailableRaw(pod, minReadySeconds, nowMs);
    const isNotOk = fresh.length > 1 || old.length > 1;
    const isUsing =
      kind === "maxSurge" ? fresh.length === 1 && old.length === 1 && !isAvailable(fresh[0]) : live.length !== 1 || !isAvailable(live[0]);
    if (isNotOk || isUsing) used.push(node);
  }
  return used.sort();
}
