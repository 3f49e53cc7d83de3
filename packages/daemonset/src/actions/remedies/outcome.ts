import type { UpgradeController } from "../../records/managed-rollout.ts";
import type { RevisionOutcome } from "../../records/revision-outcome.ts";

/** The result of a placement action. `isEnough`: no other check fails, so that the node gets the pod. */
export type PlacementOutcome =
  | { readonly kind: "nodeOpens" | "nodeFits"; readonly node: string; readonly isEnough: boolean; readonly desired: number }
  /** Misscheduled pods end, and no pod follows while the taint exists. */
  | { readonly kind: "podsEnd"; readonly node: string; readonly desired: number }
  /** A new revision, with the number of nodes before and after. */
  | {
      readonly kind: "newRevision";
      readonly isEnough: boolean;
      readonly before: number;
      readonly after: number;
      readonly replaces: "byHand" | "nothing" | "all";
    };

/** The pace of a replacement: unavailable pods are replaced regardless of the budget (rule B4), the others when
 *  budget slots become free. */
export interface ReplacementOrder {
  /** Number of unavailable pods among the replaced ones. */
  readonly atOnce: number;
  /** False if more of them may be unavailable, because the revision of some is not known. */
  readonly isExact: boolean;
  /** How often the budget must become free for the rest; an upper bound if `isExact` is false. */
  readonly rounds: number;
  /** Unresponsive nodes use the whole budget: the rest waits for them. */
  readonly isHeld?: true;
}

/** The result of a rollout action. `undone`, `comesToMore` and `comesToLess` change the template; the
 *  others do not. */
export type RolloutOutcome =
  | {
      readonly kind: "undone";
      readonly toRevision: number;
      readonly fate?: RevisionOutcome;
      /** Nodes whose pods have any other revision; null if the count was not read. */
      readonly replaced: number | null;
      /** Nodes with two pods, usual under maxSurge: they keep the old pod and lose the newer one. Absent if there are
       *  none. */
      readonly deletedNextToOld?: number;
      /** NotReady nodes among the replaced ones: the pod ends only once the kubelet responds. Absent if there are
       *  none. */
      readonly onUnready?: number;
      /** How the budget spreads the others; undefined if there is no budget, or the counts were not read. */
      readonly spread: ReplacementOrder | undefined;
      /** OnDelete without a controller: no pod is replaced until a user deletes it. */
      readonly byHand?: true;
      /** The controller that replaces the pods under OnDelete. */
      readonly controller?: UpgradeController;
      /** Nodes on which the controller gave up, so that it replaces no pod there. Absent if there are none. */
      readonly givenUp?: { readonly count: number; readonly nodes: readonly string[] };
    }
  /** Budget slots that become free when the nodes are ready again, or gone. `areWantedAgain`: when the condition
   *  ends, the node loses the taint that makes a pod misscheduled. `areReady`: no slot is held by a NotReady node; the
   *  nodes turn pods away, or cannot start them. */
  | { readonly kind: "placesComeFree"; readonly places: number; readonly areWantedAgain?: true; readonly areReady?: true }
  /** Nodes that are updated at a time in addition. `isStopped`: lasting holders use the whole budget, so that none is
   *  updated now. */
  | { readonly kind: "morePlaces"; readonly places: number; readonly isStopped?: true }
  /** The pod starts as soon as there is free capacity, without any other change. */
  | { readonly kind: "roomIsMade" }
  /** The controller upgrades the nodes from the beginning. */
  | { readonly kind: "upgradesAgain"; readonly controller: UpgradeController }
  /** The rollout continues. */
  | { readonly kind: "looksAgain" }
  /** Old pods end before their new ones start: `places` nodes at a time have no pod. */
  | { readonly kind: "oldGoFirst"; readonly places: number }
  /** A new revision on more nodes. */
  | { readonly kind: "comesToMore"; readonly before: number; readonly after: number }
  /** A new revision on fewer nodes. */
  | { readonly kind: "comesToLess"; readonly before: number; readonly after: number }
  | { readonly kind: "nodesOpen"; readonly nodes: number }
  /** Nodes that want a pod afterwards; any other node that fits gets one too. Undefined if the intended nodes are
   *  unknown. */
  | { readonly kind: "nodesWant"; readonly nodes: number | undefined }
  /** Nodes whose old pods stay because no deletion has begun; undefined if the count was not read. */
  | { readonly kind: "held"; readonly untouched: number | undefined }
  /** Old pods that are replaced from then on; undefined if the count was not read. `onUnready`: the number of them
   *  on NotReady nodes. */
  | { readonly kind: "goesOn"; readonly outdated: number | undefined; readonly onUnready?: number };
