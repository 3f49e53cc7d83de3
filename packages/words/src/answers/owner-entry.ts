import type { Owner, Ownership, Reversal } from "@daemonscope/daemonset/records/ownership";
import { english } from "../english.ts";
import { ownershipText, reversalText } from "../facts/ownership-text.ts";

/** The owner of a DaemonSet. Several claims mean that the owner is unknown. */
export interface OwnerEntry {
  readonly message: string;
  readonly claims: readonly Owner[];
  /** It returned to an earlier template, which made the current revision. */
  readonly reverted?: { readonly message: string; readonly revision: number };
}

/** Returns the owner for programs. */
export const ownerEntry = (ownership: Ownership, reversal?: Reversal): OwnerEntry => ({
  message: ownershipText(english, ownership),
  claims: ownership.kind === "one" ? [ownership.owner] : ownership.claims,
  ...(reversal === undefined ? {} : { reverted: { message: reversalText(english, reversal), revision: reversal.revision } }),
});
