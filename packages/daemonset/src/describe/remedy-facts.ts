/** What a remedy does, as facts for words in any language. */
export type RemedyAct =
  | { readonly kind: "takeTaintsOff"; readonly node: string; readonly taints: readonly string[] }
  | { readonly kind: "tolerate"; readonly daemonSet: string; readonly keys: readonly string[] }
  | { readonly kind: "label"; readonly node: string; readonly labels: readonly string[] }
  | { readonly kind: "dropSelector"; readonly daemonSet: string; readonly labels: readonly string[] }
  | { readonly kind: "deletePods"; readonly pods: readonly string[] };

/** What comes of it. `isEnough`: no other check fails, so that the pod comes to the node. */
export type RemedyOutcome =
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
