import type { Owner, Ownership } from "@daemonscope/daemonset/records/ownership";
import { english } from "../english.ts";
import { ownershipText } from "../facts/ownership-text.ts";

/** The owner of a DaemonSet. Several claims mean that the owner is unknown. */
export interface OwnerEntry {
  readonly message: string;
  readonly claims: readonly Owner[];
}

/** Returns the owner for programs. */
export const ownerEntry = (ownership: Ownership): OwnerEntry => ({
  message: ownershipText(english, ownership),
  claims: ownership.kind === "one" ? [ownership.owner] : ownership.claims,
});
