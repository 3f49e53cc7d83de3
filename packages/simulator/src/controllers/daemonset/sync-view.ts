import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isDeleting, isReady, phaseOf } from "@daemonscope/simulated-apiserver/objects/objects";
import type { DaemonSetView } from "./daemon-set-view.ts";
import type { NodeDecision } from "./placement.ts";
import { inControllerOrder, isGone, isUpdated } from "./pods.ts";

/**
 * A node as a sync sees it, with the facts that the controller reads from the DaemonSet's pods there. Nothing in it
 * depends on the time. It is valid until the node's decision, its pods, the template or the hash change.
 */
export interface NodeSyncView {
  readonly name: string;
  readonly decision: NodeDecision;
  /** All pods of the DaemonSet on the node. */
  readonly owned: readonly StoredObject[];
  /** The owned pods without those that ended and are being deleted. */
  readonly pods: readonly StoredObject[];
  /** The pod that the status counts, and its counted facts. */
  readonly first: StoredObject | undefined;
  readonly isFirstReady: boolean;
  readonly isFirstUpdated: boolean;
  /** The only pod that is not terminating, if exactly one exists. */
  readonly only: StoredObject | undefined;
  readonly isOnlyReady: boolean;
  readonly isOnlyUpdated: boolean;
  /** A pod that is not terminating has an older revision. */
  readonly hasOld: boolean;
  /** One running pod that may stay, or no pod where none should run. `manage` has nothing to do at any time. */
  readonly isSettled: boolean;
}

/** The input of one sync; valid until the next read. */
export interface SyncView {
  readonly set: DaemonSetView;
  readonly hash: string;
  readonly nowMs: number;
  /** On some node a pod that is not terminating has an older revision. */
  readonly hasOld: boolean;
  /** Every existing node, by name. */
  readonly nodes: readonly NodeSyncView[];
  /** Nodes that hold pods and do not exist. */
  readonly vanished: readonly NodeSyncView[];
  /** Returns all pods of the DaemonSet, on any node, in O(pods). */
  pods(): readonly StoredObject[];
}

const hasEnded = (pod: StoredObject): boolean => phaseOf(pod) === "Failed" || phaseOf(pod) === "Succeeded";

export function nodeSyncView(
  name: string,
  decision: NodeDecision,
  owned: readonly StoredObject[],
  set: DaemonSetView,
  hash: string,
): NodeSyncView {
  const pods = owned.some(isGone) ? owned.filter((pod) => !isGone(pod)) : owned;
  const first = pods.length < 2 ? pods[0] : [...pods].sort(inControllerOrder)[0];
  const live = pods.length === 1 && first !== undefined && !isDeleting(first) ? pods : pods.filter((pod) => !isDeleting(pod));
  const only = live.length === 1 ? live[0] : undefined;
  const isFirstReady = first !== undefined && isReady(first);
  const isFirstUpdated = first !== undefined && isUpdated(first, set, hash);
  const isOnlyUpdated = only === first ? isFirstUpdated : only !== undefined && isUpdated(only, set, hash);
  return {
    name,
    decision,
    owned,
    pods,
    first,
    isFirstReady,
    isFirstUpdated,
    only,
    isOnlyReady: only === first ? isFirstReady : only !== undefined && isReady(only),
    isOnlyUpdated,
    hasOld: only === undefined ? live.some((pod) => !isUpdated(pod, set, hash)) : !isOnlyUpdated,
    isSettled:
      pods.length === 0
        ? !decision.shouldRun
        : pods.length === 1 && only !== undefined && decision.shouldContinueRunning && !hasEnded(only),
  };
}
