import type { PlacementIntent } from "@daemonscope/daemonset/actions/changes/action";
import type { PlanFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { planOf } from "@daemonscope/daemonset/actions/plan";
import type { PlacementOutcome } from "@daemonscope/daemonset/actions/remedies/outcome";
import { type PairToFix, remediesFor } from "@daemonscope/daemonset/actions/remedies/remedies";
import type { EditedOwnership } from "@daemonscope/daemonset/records/ownership";
import { english } from "../english.ts";
import { editedOwnershipText } from "../facts/ownership-text.ts";
import { remedyEffect, remedyTitle } from "../facts/remedy-text.ts";

/** A way to change an exclusion, with its effect and its command. Has English words for clients of the server, and
 *  facts for words in any language. */
export interface Remedy {
  readonly act: PlacementIntent;
  readonly outcome: PlacementOutcome;
  readonly title: string;
  readonly effect: string;
  readonly command: string;
  /** The owner of the DaemonSet may revert it. */
  readonly owner?: EditedOwnership & { readonly message: string };
}

/** Returns the worded plans that would bring a pod to this node, or remove a misscheduled one. O(nodes). */
export function remediesWithText(facts: PlanFacts, pair: PairToFix): readonly Remedy[] {
  return remediesFor(facts, pair).flatMap((action): readonly Remedy[] => {
    const { act, outcome, kubectl, owner } = planOf(facts, action);
    if (outcome === undefined || kubectl === undefined) return [];
    const words = { title: remedyTitle(english, act), effect: remedyEffect(english, outcome), command: kubectl };
    return [
      { ...words, act, outcome, ...(owner === undefined ? {} : { owner: { ...owner, message: editedOwnershipText(english, owner) } }) },
    ];
  });
}
