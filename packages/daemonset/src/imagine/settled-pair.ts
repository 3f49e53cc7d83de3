import type { Verdict } from "../placement/placement.ts";
import { isFailing, isRefused, type PodFacts } from "../pods/pod-facts.ts";
import type { Ghost } from "./ghost.ts";

/** All that decides what becomes of one node × DaemonSet. */
export interface MovingPair {
  readonly before: Verdict;
  readonly after: Verdict;
  /** Of the DaemonSet as it is now or of one that lets its pods go to this one, in the controller's order, without those that are gone. */
  readonly pods: readonly PodFacts[];
  /** Whether a pod is of the revision that is the current one then. */
  readonly isUpdated: (pod: PodFacts) => boolean;
  /** Somebody deletes it. */
  readonly isDeleted: (pod: PodFacts) => boolean;
  readonly isRolling: boolean;
  readonly isNodeReady: boolean;
  /** The DaemonSet itself is another one or changed: what is replaced is replaced by the step. */
  readonly isSetChanged: boolean;
  readonly nowMs: number;
}

/** How a pair stands once all is quiet. */
export interface SettledPair {
  readonly ghost: Ghost;
  /** A pod is there. */
  readonly has: boolean;
  readonly isUpdated: boolean;
  readonly isAvailable: boolean;
  /** The rolling update takes the pod that is there away. */
  readonly isReplaced: boolean;
}

export const NO_POD: SettledPair = { ghost: "same", has: false, isUpdated: false, isAvailable: false, isReplaced: false };
/** Most pairs are this one. */
const STAYS_AS_IT_IS: SettledPair = { ghost: "same", has: true, isUpdated: true, isAvailable: true, isReplaced: false };
const isLive = ({ deletingSinceMs }: PodFacts): boolean => deletingSinceMs === undefined;

/** A pod that is there and is left alone: one that starts without trouble is taken to come up. */
function isWell(pod: PodFacts, isNodeReady: boolean, nowMs: number): boolean {
  return pod.ready || (isNodeReady && pod.scheduled && !isFailing(pod, nowMs) && !isRefused(pod));
}

/** What the controllers make of a pair, room left aside (rules I1 to I4). Pure. */
export function settledPair(pair: MovingPair): SettledPair {
  const { before, after, isRolling, isNodeReady, isSetChanged, nowMs } = pair;
  const live = pair.pods.every(isLive) ? pair.pods : pair.pods.filter(isLive);
  const [first] = live;
  const isDeleted = live.length > 0 && live.every(pair.isDeleted);
  const gone: SettledPair = first === undefined ? NO_POD : { ...NO_POD, ghost: "goes" };
  if (after === "exclude") return gone;
  const isOld = first !== undefined && !pair.isUpdated(first);
  if (after === "keep") {
    if (first === undefined || isDeleted) return gone;
    // A rolling update takes the old pod away, and makes none where none is wanted (rule I3).
    if (isOld && isRolling) return { ...gone, isReplaced: true, ghost: isSetChanged ? "goes" : "same" };
    return { ...NO_POD, ghost: before === "run" ? "stays" : "same", has: true, isUpdated: !isOld };
  }
  const fresh: SettledPair = { ghost: "comes", has: true, isUpdated: true, isAvailable: isNodeReady, isReplaced: false };
  if (first === undefined) {
    const isAwaited = before === "run" && !isSetChanged;
    return { ...fresh, ghost: isAwaited ? "same" : "comes" };
  }
  if (isDeleted) return { ...fresh, ghost: "restarts" };
  if (isOld && isRolling) return { ...fresh, ghost: isSetChanged ? "restarts" : "same", isReplaced: true };
  const isAvailable = isWell(first, isNodeReady, nowMs);
  if (isAvailable && !isOld) return STAYS_AS_IT_IS;
  return { ghost: isOld && isSetChanged ? "replacedByHand" : "same", has: true, isUpdated: !isOld, isAvailable, isReplaced: false };
}
