import type { UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import type { NamePrefixes } from "./auth-options.ts";

/** Group of every authenticated user, in every cluster. */
const AUTHENTICATED = "system:authenticated";
const MAX_NAME_LENGTH = 256;

type ResolvedUser = { readonly kind: "known"; readonly user: UserInfo } | { readonly kind: "refused"; readonly why: string };

/** Returns why a proxy or a provider may not assign this name, or undefined. Names that begin with `system:` are
 *  reserved for the cluster. */
function problemOf(what: string, name: string): string | undefined {
  if (name.startsWith("system:")) return `${what} ${JSON.stringify(name)} begins with system:, which only the cluster gives`;
  if (name.length > MAX_NAME_LENGTH) return `${what} is longer than ${MAX_NAME_LENGTH} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
  return /[\u0000-\u001f\u007f]/.test(name) ? `${what} holds control characters` : undefined;
}

/** Returns the cluster's user for a name and groups from a proxy or a provider. */
export function resolveUser(userName: string, groups: readonly string[], prefixes: NamePrefixes): ResolvedUser {
  if (userName === "") return { kind: "refused", why: "the name is empty" };
  const name = `${prefixes.userName}${userName}`;
  const prefixed = groups.map((group) => `${prefixes.groups}${group}`);
  const why = problemOf("the name", name) ?? prefixed.map((group) => problemOf("a group", group)).find((problem) => problem !== undefined);
  if (why !== undefined) return { kind: "refused", why };
  return { kind: "known", user: { userName: name, groups: [...new Set(prefixed), AUTHENTICATED] } };
}
