import { joinWithOr } from "../../platform/failure/join-words.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";

/** The ways to sign in. */
export const AUTH_KINDS = ["none", "token", "proxy", "oidc"] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

/** Defaults to no sign-in. Throws UsageError. */
export function authKindOf(text = "none"): AuthKind {
  const kind = AUTH_KINDS.find((known) => known === text);
  if (kind === undefined) throw new UsageError(`unknown value "${text}" for --auth: use ${joinWithOr(AUTH_KINDS)}`);
  return kind;
}
