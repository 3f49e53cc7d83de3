import type { Owner, Ownership, Reversal, StrategyReversal } from "@daemonscope/daemonset/records/ownership";
import { english } from "../english.ts";
import { ownershipText, reversalText, strategyReversalText } from "../facts/ownership-text.ts";

/** The owner of a DaemonSet. Several claims mean that the owner is unknown. */
export interface OwnerEntry {
  readonly message: string;
  readonly claims: readonly Owner[];
  /** It returned to an earlier template, which made the current revision. */
  readonly reverted?: { readonly message: string; readonly revision: number };
  /** It reverted an edit of the update strategy. Absent after a later change of it, or a later revision. */
  readonly strategyReverted?: { readonly message: string; readonly atMs: number };
}

/** Returns the owner for programs. */
export const ownerEntry = (ownership: Ownership, reversal?: Reversal, strategy?: StrategyReversal): OwnerEntry => ({
  message: ownershipText(english, ownership),
  claims: ownership.kind === "one" ? [ownership.owner] : ownership.claims,
  ...(reversal === undefined ? {} : { reverted: { message: reversalText(english, reversal), revision: reversal.revision } }),
  ...(strategy === undefined ? {} : { strategyReverted: { message: strategyReversalText(english, strategy), atMs: strategy.atMs } }),
});
