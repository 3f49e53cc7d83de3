import type { PlacementVerdict } from "../placement/placement.ts";
import { isFailing, type PodFacts, wasRefusedByScheduler } from "../pods/pod-facts.ts";
import type { Ghost } from "./ghost.ts";

/** All inputs for the pairs of one DaemonSet, besides the pair itself. */
export interface ConvergenceInput {
  /** Reports whether a pod has the later current revision. */
  readonly isUpdated: (pod: PodFacts) => boolean;
  /** Reports whether a step deletes the pod. */
  readonly isDeleted: (pod: PodFacts) => boolean;
  readonly isRolling: boolean;
  /** Reports whether the controller gave up on the upgrade of a node, so that it does not replace the pod there. */
  readonly hasGivenUp: (node: string) => boolean;
  readonly isNodeReady: (node: string) => boolean;
  /** Reports whether the kubelet of a node starts no new pod, because the node ends. */
  readonly startsNoPod: (node: string) => boolean;
  /** The DaemonSet itself is new or changed: the step causes the replacements. */
  readonly isSetChanged: boolean;
  readonly nowMs: number;
}

/** The state of a pair after convergence. */
export interface ConvergedPair {
  readonly ghost: Ghost;
  /** A pod exists. */
  readonly has: boolean;
  readonly isUpdated: boolean;
  readonly isAvailable: boolean;
  /** The rolling update deletes the existing pod. */
  readonly isReplaced: boolean;
}

export const NO_POD: ConvergedPair = { ghost: "same", has: false, isUpdated: false, isAvailable: false, isReplaced: false };
const GOES: ConvergedPair = { ...NO_POD, ghost: "goes" };
/** Most pairs have this state. */
const UNCHANGED: ConvergedPair = { ghost: "same", has: true, isUpdated: true, isAvailable: true, isReplaced: false };
const isLive = ({ deletingSinceMs }: PodFacts): boolean => deletingSinceMs === undefined;

/** Reports whether an existing pod is ready. A pod that starts without a problem is assumed to become ready. */
function isAssumedReady(pod: PodFacts, node: string, { isNodeReady, nowMs }: ConvergenceInput): boolean {
  return pod.ready || (pod.scheduled && isNodeReady(node) && !isFailing(pod, nowMs) && !wasRefusedByScheduler(pod));
}

/** Returns the converged state of a pair, ignoring capacity (rules I1 to I4). `pods` belong to the current DaemonSet
 *  or to one that orphans them for this one, in the controller's order, without those that are gone. Pure. */
export function convergedPair(
  input: ConvergenceInput,
  node: string,
  before: PlacementVerdict,
  after: PlacementVerdict,
  pods: readonly PodFacts[],
): ConvergedPair {
  const { isSetChanged } = input;
  const hasGivenUp = input.hasGivenUp(node);
  const isRolling = input.isRolling && !hasGivenUp;
  const live = pods.every(isLive) ? pods : pods.filter(isLive);
  const [first] = live;
  if (after === "exclude") return first === undefined ? NO_POD : GOES;
  if (first === undefined) {
    if (after === "keep") return NO_POD;
    const isAwaited = before === "run" && (!isSetChanged || input.startsNoPod(node));
    return newPodPair(input, node, isAwaited ? "same" : "comes", false);
  }
  const isDeleted = live.every(input.isDeleted);
  const isOld = !input.isUpdated(first);
  if (after === "keep") {
    if (isDeleted) return GOES;
    // A rolling update deletes the old pod, and creates none on an unwanted node (rule I3).
    if (isOld && isRolling) return { ...GOES, isReplaced: true, ghost: isSetChanged ? "goes" : "same" };
    return { ...NO_POD, ghost: before === "run" ? "stays" : "same", has: true, isUpdated: !isOld };
  }
  if (isDeleted) return newPodPair(input, node, "restarts", false);
  if (isOld && isRolling) {
    // The controller replaces a pod that ended with its node in any case.
    const endsAnyway = !first.ready && input.startsNoPod(node);
    return newPodPair(input, node, isSetChanged && !endsAnyway ? "restarts" : "same", !endsAnyway);
  }
  const isAvailable = isAssumedReady(first, node, input);
  if (isAvailable && !isOld) return UNCHANGED;
  return {
    ghost: isOld && isSetChanged && !hasGivenUp ? "replacedByHand" : "same",
    has: true,
    isUpdated: !isOld,
    isAvailable,
    isReplaced: false,
  };
}

/** Returns the state of a pair with a new pod. */
function newPodPair({ isNodeReady }: ConvergenceInput, node: string, ghost: Ghost, isReplaced: boolean): ConvergedPair {
  return { ghost, has: true, isUpdated: true, isAvailable: isNodeReady(node), isReplaced };
}
