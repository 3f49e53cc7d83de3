import type { RevisionFate } from "../records/revision-fate.ts";

/** What comes of an act about placement. `isEnough`: no other check fails, so that the pod comes to the node. */
export type PlacementOutcome =
  | { readonly kind: "nodeOpens" | "nodeFits"; readonly node: string; readonly isEnough: boolean; readonly desired: number }
  /** What is misscheduled ends, and nothing comes after it while the taint is there. */
  | { readonly kind: "podsEnd"; readonly node: string; readonly desired: number }
  /** A new revision, with so many nodes before and after. */
  | {
      readonly kind: "newRevision";
      readonly isEnough: boolean;
      readonly before: number;
      readonly after: number;
      readonly replaces: "byHand" | "nothing" | "all";
    };

/** Pods that are not available are replaced whatever the budget says (rule B4), the others as places come free. */
export interface Spread {
  /** Of those that are replaced, how many are not available. */
  readonly atOnce: number;
  /** False where more of them may be not available: it is not known of which revision some are. */
  readonly isExact: boolean;
  /** How often the budget must come free for the rest; at most so often where `isExact` is false. */
  readonly rounds: number;
  /** Nodes that do not respond use the whole budget: the rest waits for them. */
  readonly isHeld?: true;
}

/** What comes of an act about a rollout; none but `undone` makes a new revision. */
export type RolloutOutcome =
  | {
      readonly kind: "undone";
      readonly toRevision: number;
      readonly fate?: RevisionFate;
      /** Nodes whose pods are of any other revision than that one; null where that was not read. */
      readonly replaced: number | null;
      /** Under maxSurge: nodes that keep their old pod, and lose the newer one that came up beside it; absent where there are none. */
      readonly besideOld?: number;
      /** Of those that are replaced, NotReady nodes: the pod ends only once the kubelet responds. Absent where there are none. */
      readonly onUnready?: number;
      /** How the budget spreads the others; undefined where there is no budget, or they were not read. */
      readonly spread: Spread | undefined;
    }
  /** Places that come free when the nodes are ready again, or gone. `areWantedAgain`: with its condition a node loses the taint that makes a pod misscheduled. */
  | { readonly kind: "placesComeFree"; readonly places: number; readonly areWantedAgain?: true }
  | { readonly kind: "morePlaces"; readonly places: number }
  /** The pod comes as soon as there is room, without any other change. */
  | { readonly kind: "roomIsMade" }
  /** The rollout goes on. */
  | { readonly kind: "looksAgain" }
  /** An old pod goes before its new one comes: so many nodes at a time are without. */
  | { readonly kind: "oldGoFirst"; readonly places: number }
  /** A new revision, on so many nodes more. */
  | { readonly kind: "comesToMore"; readonly before: number; readonly after: number }
  | { readonly kind: "nodesOpen"; readonly nodes: number }
  /** Nodes that want it then; whatever else fits comes too. Undefined where nobody knows which nodes are meant. */
  | { readonly kind: "nodesWant"; readonly nodes: number | undefined }
  /** Nodes whose old pods stay, as nothing deletes them yet; undefined where that was not read. */
  | { readonly kind: "held"; readonly untouched: number | undefined }
  /** Old pods that are replaced from then on; undefined where that was not read. `onUnready`: of them on NotReady nodes. */
  | { readonly kind: "goesOn"; readonly outdated: number | undefined; readonly onUnready?: number };
