import type { NodeInfo, StringMap, Taint } from "@daemonscope/kube/objects";
import type { CauseKind } from "./cause-fact.ts";

/** Facts of the software and hardware of a node that nodes can share. */
export type SystemField = keyof NodeInfo | "kubeletVersion";

type SystemTrait = { [Field in SystemField]: { readonly kind: Field } & { readonly [Name in Field]: string } }[SystemField];

/** A property that several nodes share. The fields have the names of the node's own fields, so that an anonymised
 *  recording replaces the same words. */
export type CommonTrait =
  | SystemTrait
  /** One label. */
  | { readonly kind: "label"; readonly labels: StringMap }
  | { readonly kind: "taint"; readonly taint: Taint }
  /** Created at this time or later, or at this time or earlier. */
  | { readonly kind: "createdFrom"; readonly createdFromMs: number }
  | { readonly kind: "createdUntil"; readonly createdUntilMs: number };

/** Traits that set failing nodes apart, and how many nodes have all of them. */
export interface FoundTraits {
  /** One or two. */
  readonly traits: readonly CommonTrait[];
  readonly failing: number;
  readonly others: number;
  /** The probability that at least this many failing nodes have the traits by chance (hypergeometric), in three
   *  digits. */
  readonly probability: number;
  /** The number of candidates by which the probability is multiplied before it is compared (rule K5). */
  readonly comparisons: number;
}

/** The nodes of the largest group with one kind of cause, compared with all other nodes that want a pod. */
export interface CommonTraits {
  readonly kind: CauseKind;
  readonly failing: number;
  readonly others: number;
  /** Absent: they share nothing that chance does not explain. */
  readonly found?: FoundTraits;
}
