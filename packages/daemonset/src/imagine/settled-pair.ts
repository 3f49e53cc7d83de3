import type { Verdict } from "../placement/placement.ts";
import { isFailing, isRefused, type PodFacts } from "../pods/pod-facts.ts";
import type { Ghost } from "./ghost.ts";

/** All that decides what becomes of the pairs of one DaemonSet, beside the pair itself. */
export interface Settling {
  /** Whether a pod is of the revision that is the current one then. */
  readonly isUpdated: (pod: PodFacts) => boolean;
  /** Somebody deletes it. */
  readonly isDeleted: (pod: PodFacts) => boolean;
  readonly isRolling: boolean;
  readonly isNodeReady: (node: string) => boolean;
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
const GOES: SettledPair = { ...NO_POD, ghost: "goes" };
/** Most pairs are this one. */
const STAYS_AS_IT_IS: SettledPair = { ghost: "same", has: true, isUpdated: true, isAvailable: true, isReplaced: false };
const isLive = ({ deletingSinceMs }: PodFacts): boolean => deletingSinceMs === undefined;

/** A pod that is there and is left alone: one that starts without trouble is taken to come up. */
function isWell(pod: PodFacts, node: string, { isNodeReady, nowMs }: Settling): boolean {
  return pod.ready || (pod.scheduled && isNodeReady(node) && !isFailing(pod, nowMs) && !isRefused(pod));
}

/** What the controllers make of a pair, room left aside (rules I1 to I4). `pods` are of the DaemonSet as it is now or of one that lets its pods go to this one, in the controller's order, without
 *  those that are gone. Pure. */
export function settledPair(settling: Settling, node: string, before: Verdict, after: Verdict, pods: readonly PodFacts[]): SettledPair {
  const { isRolling, isSetChanged } = settling;
  const live = pods.every(isLive) ? pods : pods.filter(isLive);
  const [first] = live;
  if (after === "exclude") return first === undefined ? NO_POD : GOES;
  if (first === undefined) {
    if (after === "keep") return NO_POD;
    const isAwaited = before === "run" && !isSetChanged;
    return fresh(settling, node, isAwaited ? "same" : "comes", false);
  }
  const isDeleted = live.every(settling.isDeleted);
  const isOld = !settling.isUpdated(first);
  if (after === "keep") {
    if (isDeleted) return GOES;
    // A rolling update takes the old pod away, and makes none where none is wanted (rule I3).
    if (isOld && isRolling) return { ...GOES, isReplaced: true, ghost: isSetChanged ? "goes" : "same" };
    return { ...NO_POD, ghost: before === "run" ? "stays" : "same", has: true, isUpdated: !isOld };
  }
  if (isDeleted) return fresh(settling, node, "restarts", false);
  if (isOld && isRolling) return fresh(settling, node, isSetChanged ? "restarts" : "same", true);
  const isAvailable = isWell(first, node, settling);
  if (isAvailable && !isOld) return STAYS_AS_IT_IS;
  return { ghost: isOld && isSetChanged ? "replacedByHand" : "same", has: true, isUpdated: !isOld, isAvailable, isReplaced: false };
}

/** A new pod is there. */
function fresh({ isNodeReady }: Settling, node: string, ghost: Ghost, isReplaced: boolean): SettledPair {
  return { ghost, has: true, isUpdated: true, isAvailable: isNodeReady(node), isReplaced };
}
