import type { Concern } from "@daemonscope/daemonset/records/rollout";
import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { PairStep } from "../../explain/trail/pair-steps.ts";

/** Hue and pattern of a part of a band. */
export type BandLook = "rolling" | "changed" | "manual" | "misscheduled" | "notReady" | "failing";

export const LOOK_OF_CONCERN: Readonly<Record<Concern["kind"], BandLook>> = {
  budgetHeld: "failing",
  stalled: "failing",
  revisionBreaksNodes: "failing",
  backoffLoop: "failing",
  surgeImpossible: "failing",
  failing: "failing",
  unavailable: "failing",
  waitsForYou: "manual",
  beingDeleted: "changed",
  desiredDropped: "changed",
  misscheduled: "misscheduled",
  nodesUnready: "notReady",
};

/** Returns the look of an item that lasts; undefined for a moment. */
export function lookOf({ timelineEvent }: { readonly timelineEvent: TimelineEvent | PairStep }): BandLook | undefined {
  switch (timelineEvent.kind) {
    case "rolloutStarted":
      return "rolling";
    case "nodeNotReady":
      return "notReady";
    case "concernBegan":
    case "concernEnded":
      return LOOK_OF_CONCERN[timelineEvent.concern];
    default:
      return undefined;
  }
}
