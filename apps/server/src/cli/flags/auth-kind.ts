import { UsageError } from "../../platform/failure/usage-error.ts";

/** The ways to sign in. */
export const AUTH_KINDS = ["none", "token", "proxy", "oidc"] as const;
export type AuthKind = (typeof AUTH_KINDS)[number];

/** Defaults to no sign-in. Throws UsageError. */
export function authKindOf(text = "none"): AuthKind {
  const kind = AUTH_KINDS.find((known) => known === text);
  if (kind === undefined) throw new UsageError(`--auth is one of ${AUTH_KINDS.join(", ")}: "${text}" is none of them.`);
  return kind;
}
