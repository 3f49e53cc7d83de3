import type { PlacementIntent } from "../actions/action.ts";
import type { PlacementOutcome } from "../actions/outcome.ts";
import { planOf } from "../actions/plan.ts";
import type { PlanFacts } from "../actions/plan-facts.ts";
import { type PairToFix, remediesFor } from "../actions/remedies.ts";
import { remedyEffect, remedyTitle } from "./remedy-text.ts";

/** A way to change an exclusion, with its effect and its command. Has English words for clients of the server, and
 *  facts for words in any language. */
export interface Remedy {
  readonly act: PlacementIntent;
  readonly outcome: PlacementOutcome;
  readonly title: string;
  readonly effect: string;
  readonly command: string;
}

/** Returns the worded plans that would bring a pod to this node, or remove a misscheduled one. O(nodes). */
export function remediesWithText(facts: PlanFacts, pair: PairToFix): readonly Remedy[] {
  return remediesFor(facts, pair).flatMap((action): readonly Remedy[] => {
    const { act, outcome, kubectl } = planOf(facts, action);
    if (outcome === undefined || kubectl === undefined) return [];
    return [{ title: remedyTitle(act), effect: remedyEffect(outcome), command: kubectl, act, outcome }];
  });
}
