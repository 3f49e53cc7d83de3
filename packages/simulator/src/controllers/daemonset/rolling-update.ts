import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import type { DaemonSetView } from "./daemon-set-view.ts";
import { isAvailable, splitByRevision } from "./pods.ts";
import type { NodeSyncView } from "./sync-view.ts";

interface RollingDecision {
  readonly createOn: readonly string[];
  readonly remove: readonly StoredObject[];
}

/**
 * Decides which old pods are deleted before their successors are created. `dependsOnOrder` reports whether another
 * order of `nodes` could change the result. It cannot if the budget is used up and at most one unavailable pod is
 * deleted. *Assumption*: the order of `nodes` has no meaning, because upstream iterates over a map. *Invariant*: old
 * pods that are not available are deleted regardless of the budget. Source: update.go, rollingUpdate, maxSurge == 0.
 */
export function deleteFirst(
  { minReadySeconds }: DaemonSetView,
  nodes: readonly NodeSyncView[],
  maxUnavailable: number,
  nowMs: number,
): RollingDecision & { readonly dependsOnOrder: boolean } {
  let unavailable = 0;
  const allowed: StoredObject[] = [];
  const candidates: StoredObject[] = [];
  for (const { only, isOnlyReady, isOnlyUpdated } of nodes) {
    const isAvailableNow = isOnlyReady && only !== undefined && (minReadySeconds === 0 || isAvailable(only, minReadySeconds, nowMs));
    // The node has no live pod, or several.
    if (only === undefined) unavailable++;
    else if (isOnlyUpdated) {
      if (!isAvailableNow) unavailable++;
    } else if (!isAvailableNow) {
      allowed.push(only);
      unavailable++;
    } else if (unavailable < maxUnavailable) candidates.push(only);
  }
  const chosen = candidates.slice(0, Math.max(0, maxUnavailable - unavailable));
  return { createOn: [], remove: [...allowed, ...chosen], dependsOnOrder: unavailable < maxUnavailable || allowed.length > 1 };
}

/**
 * Decides where new pods are created before the old ones are deleted. *Invariant*: an available old pod is deleted only
 * if its successor is available. Without a successor it may be deleted on an unwanted node, if more pods are available
 * than desired. Source: update.go, rollingUpdate, maxSurge > 0.
 */
export function createFirst(
  set: DaemonSetView,
  nodes: readonly NodeSyncView[],
  hash: string,
  maxSurge: number,
  desired: number,
  nowMs: number,
): RollingDecision {
  let surging = 0;
  let available = 0;
  const remove: StoredObject[] = [];
  const surplus: StoredObject[] = [];
  const allowed: string[] = [];
  const candidates: string[] = [];
  const availableNow = (pod: StoredObject) => isAvailable(pod, set.minReadySeconds, nowMs);
  for (const { name, decision, pods, only, hasOld } of nodes) {
    if (only !== undefined && !hasOld) {
      if (availableNow(only)) available++;
      continue;
    }
    const { fresh, old } = splitByRevision(pods, set, hash);
    if (fresh.length > 1 || old.length > 1) {
      surging++;
      continue;
    }
    const [newPod] = fresh;
    const [oldPod] = old;
    const counted = oldPod ?? newPod;
    if (counted !== undefined && availableNow(counted)) available++;
    if (oldPod === undefined) continue;
    if (newPod !== undefined) {
      if (availableNow(newPod)) remove.push(oldPod);
      else surging++;
    } else if (!availableNow(oldPod)) {
      if (decision.shouldRun) allowed.push(name);
      else remove.push(oldPod);
    } else if (!decision.shouldRun) surplus.push(oldPod);
    else if (surging < maxSurge) candidates.push(name);
  }
  return {
    createOn: [...allowed, ...candidates.slice(0, Math.max(0, maxSurge - surging))],
    remove: [...remove, ...surplus.slice(0, Math.max(0, available - desired))],
  };
}
