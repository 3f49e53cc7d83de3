import type { OidcOptions, ProxyAuthOptions } from "../../access/auth/auth-options.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { AuthKind } from "../flags/auth-kind.ts";
import type { FlagName } from "../flags/flags.ts";
import { trustedAddressesOf } from "./address-options.ts";

type One = (name: FlagName) => string | undefined;

const OF_PROXY = [
  "proxy-from",
  "proxy-secret-file",
  "proxy-user-header",
  "proxy-groups-header",
  "proxy-username-prefix",
  "proxy-groups-prefix",
] as const satisfies readonly FlagName[];
const OF_OIDC = [
  "oidc-issuer-url",
  "oidc-client-id",
  "oidc-client-secret-file",
  "oidc-username-claim",
  "oidc-groups-claim",
  "oidc-username-prefix",
  "oidc-groups-prefix",
  "oidc-scope",
] as const satisfies readonly FlagName[];

/** Throws UsageError if a flag belongs to another way to sign in. */
export function rejectOtherAuthFlags(auth: AuthKind, one: One): void {
  for (const [kind, flags] of [
    ["proxy", OF_PROXY],
    ["oidc", OF_OIDC],
  ] as const) {
    const lost = flags.find((name) => one(name) !== undefined);
    if (auth !== kind && lost !== undefined)
      throw new UsageError(`--${lost} is for --auth ${kind}, and --auth is ${auth}: give one of the two.`);
  }
}

function needed(auth: AuthKind, one: One, name: FlagName, what: string): string {
  const value = one(name);
  if (value === undefined || value === "") throw new UsageError(`--auth ${auth} needs --${name}: ${what}.`);
  return value;
}

function headerOf(one: One, name: FlagName, standard: string): string {
  const header = one(name) ?? standard;
  if (!/^[A-Za-z0-9-]+$/.test(header)) throw new UsageError(`--${name} is the name of a header such as ${standard}: "${header}" is none.`);
  return header.toLowerCase();
}

/** Throws UsageError. */
export function proxyOf(one: One, from: readonly string[]): ProxyAuthOptions {
  needed("proxy", one, "proxy-from", "the addresses of the proxy, as 10.0.0.7 or 10.0.0.0/24; other senders are refused");
  return {
    from: trustedAddressesOf("proxy-from", from),
    secretFile: needed(
      "proxy",
      one,
      "proxy-secret-file",
      "a file with the secret that the proxy sends in X-Daemonscope-Secret, so that other senders are refused",
    ),
    userHeader: headerOf(one, "proxy-user-header", "X-Forwarded-User"),
    groupsHeader: headerOf(one, "proxy-groups-header", "X-Forwarded-Groups"),
    prefixes: { userName: one("proxy-username-prefix") ?? "", groups: one("proxy-groups-prefix") ?? "" },
  };
}

function issuerOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url === undefined || !isSafe || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new UsageError(`--oidc-issuer-url is the provider's address such as https://accounts.example.com, by https: "${text}" is not.`);
  return url;
}

/** The flags have the names and the meaning of kube-apiserver's flags. Throws UsageError. */
export function oidcOf(one: One, scopes: readonly string[]): OidcOptions {
  const issuer = needed("oidc", one, "oidc-issuer-url", "the provider's address, as kube-apiserver has it");
  const userNameClaim = one("oidc-username-claim") ?? "sub";
  const prefix = one("oidc-username-prefix");
  // As in kube-apiserver: a name that is unique only at the provider gets the provider's address as prefix, an e-mail
  // does not, and "-" means no prefix.
  const standard = userNameClaim === "email" ? "" : `${issuer}#`;
  return {
    issuer: issuerOf(issuer),
    clientId: needed("oidc", one, "oidc-client-id", "the name by which the provider knows this server"),
    ...optionalEntry("clientSecretFile", one("oidc-client-secret-file")),
    userNameClaim,
    groupsClaim: one("oidc-groups-claim") ?? "groups",
    scopes: scopes.length > 0 ? [...new Set(["openid", ...scopes])] : ["openid", "email", "profile"],
    prefixes: { userName: prefix === "-" ? "" : (prefix ?? standard), groups: one("oidc-groups-prefix") ?? "" },
  };
}
