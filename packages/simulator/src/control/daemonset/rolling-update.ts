import type { StoredObject } from "../../store/contract.ts";
import type { DaemonSetView } from "../objects.ts";
import type { NodeDecision } from "./placement.ts";
import { isAvailable, splitByRevision } from "./pods.ts";

/** A node as the rolling update sees it: every node with claimed pods, and every node that should run one. */
export interface RollingNode {
  readonly name: string;
  readonly decision: NodeDecision;
  readonly pods: readonly StoredObject[];
}

export interface RollingDecision {
  readonly createOn: readonly string[];
  readonly remove: readonly StoredObject[];
}

/** *Assumption*: `nodes` come in no order that anybody may rely on; upstream walks a map.
 *  *Invariant*: old pods that are not available go whatever the budget says. Source: update.go, rollingUpdate, maxSurge == 0. */
export function deleteFirst(
  set: DaemonSetView,
  nodes: readonly RollingNode[],
  hash: string,
  maxUnavailable: number,
  nowMs: number,
): RollingDecision {
  let unavailable = 0;
  const allowed: StoredObject[] = [];
  const candidates: StoredObject[] = [];
  for (const { pods } of nodes) {
    const { fresh, old } = splitByRevision(pods, set, hash);
    const [newPod] = fresh;
    const [oldPod] = old;
    const clear = fresh.length <= 1 && old.length <= 1 && (newPod === undefined) !== (oldPod === undefined);
    if (!clear) unavailable++;
    else if (newPod !== undefined) {
      if (!isAvailable(newPod, set.minReadySeconds, nowMs)) unavailable++;
    } else if (oldPod !== undefined) {
      if (!isAvailable(oldPod, set.minReadySeconds, nowMs)) {
        allowed.push(oldPod);
        unavailable++;
      } else if (unavailable < maxUnavailable) candidates.push(oldPod);
    }
  }
  return { createOn: [], remove: [...allowed, ...candidates.slice(0, Math.max(0, maxUnavailable - unavailable))] };
}

/** *Invariant*: an old pod goes only when its successor is available, or when it is not available itself. Source: update.go, rollingUpdate, maxSurge > 0. */
export function createFirst(
  set: DaemonSetView,
  nodes: readonly RollingNode[],
  hash: string,
  maxSurge: number,
  desired: number,
  nowMs: number,
): RollingDecision {
  let surging = 0;
  let available = 0;
  const remove: StoredObject[] = [];
  const sunset: StoredObject[] = [];
  const allowed: string[] = [];
  const candidates: string[] = [];
  const availableNow = (pod: StoredObject) => isAvailable(pod, set.minReadySeconds, nowMs);
  for (const { name, decision, pods } of nodes) {
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
    } else if (!decision.shouldRun) sunset.push(oldPod);
    else if (surging < maxSurge) candidates.push(name);
  }
  return {
    createOn: [...allowed, ...candidates.slice(0, Math.max(0, maxSurge - surging))],
    remove: [...remove, ...sunset.slice(0, Math.max(0, available - desired))],
  };
}
