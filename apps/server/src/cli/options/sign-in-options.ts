import type { OidcOptions, ProxyAuthOptions } from "../../access/auth/auth-options.ts";
import { isLoopback } from "../../platform/address/loopback.ts";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { AuthKind } from "../flags/auth-kind.ts";
import type { FlagName } from "../flags/flags.ts";
import { trustedAddressesOf } from "./address-options.ts";

type FlagLookup = (name: FlagName) => string | undefined;

const PROXY_FLAGS = [
  "proxy-from",
  "proxy-secret-file",
  "proxy-user-header",
  "proxy-groups-header",
  "proxy-username-prefix",
  "proxy-groups-prefix",
] as const satisfies readonly FlagName[];
const OIDC_FLAGS = [
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
export function rejectOtherAuthFlags(auth: AuthKind, flagValue: FlagLookup): void {
  for (const [kind, flags] of [
    ["proxy", PROXY_FLAGS],
    ["oidc", OIDC_FLAGS],
  ] as const) {
    const misplaced = flags.find((name) => flagValue(name) !== undefined);
    if (auth !== kind && misplaced !== undefined)
      throw new UsageError(`--${misplaced} is for --auth ${kind}, and --auth is ${auth}: give one of the two.`);
  }
}

function requiredValue(auth: AuthKind, flagValue: FlagLookup, name: FlagName, what: string): string {
  const value = flagValue(name);
  if (value === undefined || value === "") throw new UsageError(`--auth ${auth} needs --${name}: ${what}.`);
  return value;
}

function headerOf(flagValue: FlagLookup, name: FlagName, standard: string): string {
  const header = flagValue(name) ?? standard;
  if (!/^[A-Za-z0-9-]+$/.test(header)) throw new UsageError(`--${name} is the name of a header such as ${standard}: "${header}" is none.`);
  return header.toLowerCase();
}

/** Returns the settings of `--auth proxy`. Throws UsageError. */
export function proxyOf(flagValue: FlagLookup, from: readonly string[]): ProxyAuthOptions {
  requiredValue("proxy", flagValue, "proxy-from", "the addresses of the proxy, as 10.0.0.7 or 10.0.0.0/24; other senders are refused");
  return {
    from: trustedAddressesOf("proxy-from", from),
    secretFile: requiredValue(
      "proxy",
      flagValue,
      "proxy-secret-file",
      "a file with the secret that the proxy sends in X-Daemonscope-Secret, so that other senders are refused",
    ),
    userHeader: headerOf(flagValue, "proxy-user-header", "X-Forwarded-User"),
    groupsHeader: headerOf(flagValue, "proxy-groups-header", "X-Forwarded-Groups"),
    prefixes: { userName: flagValue("proxy-username-prefix") ?? "", groups: flagValue("proxy-groups-prefix") ?? "" },
  };
}

function issuerOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (url === undefined || !isSafe || url.search !== "" || url.hash !== "" || url.username !== "")
    throw new UsageError(`--oidc-issuer-url is the provider's address such as https://accounts.example.com, by https: "${text}" is not.`);
  return url;
}

/** Returns the settings of `--auth oidc`. The flags have the names and the meaning of kube-apiserver's flags. Throws
 *  UsageError. */
export function oidcOf(flagValue: FlagLookup, scopes: readonly string[]): OidcOptions {
  const issuer = requiredValue("oidc", flagValue, "oidc-issuer-url", "the provider's address, as kube-apiserver has it");
  const userNameClaim = flagValue("oidc-username-claim") ?? "sub";
  const prefix = flagValue("oidc-username-prefix");
  // As in kube-apiserver: a name that is unique only at the provider gets the provider's address as prefix, an e-mail
  // does not, and "-" means no prefix.
  const standard = userNameClaim === "email" ? "" : `${issuer}#`;
  return {
    issuer: issuerOf(issuer),
    clientId: requiredValue("oidc", flagValue, "oidc-client-id", "the name by which the provider knows this server"),
    ...optionalEntry("clientSecretFile", flagValue("oidc-client-secret-file")),
    userNameClaim,
    groupsClaim: flagValue("oidc-groups-claim") ?? "groups",
    scopes: scopes.length > 0 ? [...new Set(["openid", ...scopes])] : ["openid", "email", "profile"],
    prefixes: { userName: prefix === "-" ? "" : (prefix ?? standard), groups: flagValue("oidc-groups-prefix") ?? "" },
  };
}
