import { type ConvergedPair, type ConvergenceInput, convergedPair } from "./converged-pair.ts";
import { updatedAfterPreview } from "./current-after-preview.ts";
import {
  givesUpOn,
  isRolling,
  PAIRS_PER_SLICE,
  type PreviewDaemonSet,
  type PreviewInput,
  type PreviewPair,
  startsNoPodOn,
} from "./preview-daemonset.ts";
import { heldPairs, withRetainedPods } from "./rollout-preview.ts";

/** Returns a DaemonSet converged without the steps: the running rollout ends, or is blocked. Undefined for one that
 *  the steps create, or create again. */
export function* withoutSteps({ reading, nodes }: PreviewInput, set: PreviewDaemonSet): Generator<undefined, PreviewDaemonSet | undefined> {
  const { before, after } = set;
  if (before === undefined || (after !== undefined && after.metadata.uid !== before.metadata.uid)) return undefined;
  const convergence: ConvergenceInput = {
    isUpdated: updatedAfterPreview(reading, before, before),
    isDeleted: () => false,
    isRolling: isRolling(reading, set.key, before),
    hasGivenUp: givesUpOn(before, nodes.now),
    isNodeReady: (name) => nodes.now.get(name)?.ready === "True",
    startsNoPod: startsNoPodOn(nodes.now),
    isSetChanged: true,
    nowMs: reading.nowMs,
  };
  const pairs: PreviewPair[] = [];
  for (const { node, before: verdict, pods } of set.pairs) {
    pairs.push({ node, before: verdict, after: verdict, pods, settled: convergedPair(convergence, node, verdict, verdict, pods) });
    if (pairs.length % PAIRS_PER_SLICE === 0) yield;
  }
  const converged = withRetainedPods({ ...set, after: before, isTemplateChanged: false, pairs });
  const isHeld = heldPairs(converged);
  yield;
  return { ...converged, pairs: converged.pairs.map((pair) => (isHeld(pair) ? { ...pair, settled: HELD } : pair)) };
}

/** An old pod that a blocked rollout never replaces. */
const HELD: ConvergedPair = { ghost: "same", has: true, isUpdated: false, isAvailable: true, isReplaced: false };

const hasLive = ({ pods }: PreviewPair): boolean => pods.some(({ deletingSinceMs }) => deletingSinceMs === undefined);

/** Returns the effect of the steps on a pair beyond what happens without them: "same" if there is none (rule I10). */
function ghostBySteps(pair: PreviewPair, anyway: ConvergedPair, isHeld: boolean): ConvergedPair["ghost"] {
  const { settled } = pair;
  switch (settled.ghost) {
    case "restarts":
      // A pod that a step deletes restarts because of the step, regardless of a rollout.
      if (!settled.isReplaced) return "restarts";
      return (anyway.isReplaced && anyway.has) || (isHeld && anyway === HELD) ? "same" : "restarts";
    case "comes":
      return anyway.has ? "same" : "comes";
    case "goes":
      return anyway.has ? "goes" : "same";
    case "replacedByHand":
      return anyway.has && !anyway.isUpdated && anyway !== HELD ? "same" : "replacedByHand";
    case "same":
      return !settled.has && anyway.has && hasLive(pair) ? "goes" : "same";
    default:
      return settled.ghost;
  }
}

/** Returns the set with ghosts for the effect of the steps beyond what happens anyway. */
export function* attributed(set: PreviewDaemonSet, anyway: PreviewDaemonSet | undefined): Generator<undefined, PreviewDaemonSet> {
  if (anyway === undefined) return set;
  const isHeld = heldPairs(set);
  const pairs: PreviewPair[] = [];
  for (const [at, pair] of set.pairs.entries()) {
    if (at % PAIRS_PER_SLICE === 0) yield;
    const without = anyway.pairs[at]?.settled;
    const ghost = without === undefined ? pair.settled.ghost : ghostBySteps(pair, without, isHeld(pair));
    pairs.push(ghost === pair.settled.ghost ? pair : { ...pair, settled: { ...pair.settled, ghost } });
  }
  return { ...set, pairs };
}
