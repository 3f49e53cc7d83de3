import { randomBytes } from "node:crypto";
import { LAUNCH_FRAGMENT } from "@daemonscope/shared/http/session";
import { type Accounts, singleAccount } from "../../access/auth/accounts.ts";
import type { OidcOptions } from "../../access/auth/auth-options.ts";
import { type Authenticator, OPEN_AUTHENTICATOR } from "../../access/auth/authenticator.ts";
import { OidcProvider } from "../../access/auth/oidc/oidc-provider.ts";
import { ProviderSignIn } from "../../access/auth/oidc/provider-sign-in.ts";
import { ProxyAuthenticator } from "../../access/auth/proxy-authenticator.ts";
import {
  SessionAuthenticator,
  type SessionAuthenticatorOptions,
  startSessionSweep,
} from "../../access/auth/session/session-authenticator.ts";
import type { ServerAddress } from "../../platform/address/server-address.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { ServeConfig } from "../options/parse-command.ts";
import { readSecretFile } from "../parse/secret-file.ts";

/** The authenticator of a server. */
export interface ConfiguredAuthenticator {
  readonly authenticator: Authenticator;
  /** The fragment of the printed address, with the launch token; "" without one. */
  readonly fragment: string;
  close(): void;
}

const newSecret = () => randomBytes(32).toString("base64url");

function after(ms: number, run: () => void): { cancel(): void } {
  const timer = setTimeout(run, ms);
  timer.unref();
  return { cancel: () => clearTimeout(timer) };
}

function providerOf(choice: OidcOptions, address: ServerAddress): ProviderSignIn {
  const { clientSecretFile: file } = choice;
  const provider = new OidcProvider(choice, file === undefined ? undefined : readSecretFile("oidc-client-secret-file", file));
  return new ProviderSignIn({ provider, address, nowMs: Date.now, secret: newSecret });
}

/** The accounts of users, and the name of their cluster. */
interface AuthenticatorContext {
  readonly clusterName: SessionAuthenticatorOptions["clusterName"];
  readonly accounts: Accounts | undefined;
}

/** Creates the authenticator from the flags. Throws UsageError if the cluster cannot authenticate users. */
export function createAuthenticator(
  config: ServeConfig,
  { reviews, identity, words }: Pick<OpenCluster, "reviews" | "identity" | "words">,
): ConfiguredAuthenticator {
  const { auth } = config;
  if (auth !== "none" && reviews === undefined) throw new UsageError(`--auth ${auth} needs a real cluster: a ${words} has no users`);
  if (auth === "token" && !identity.server.startsWith("https:"))
    throw new UsageError(
      `--auth token would send tokens of people to ${identity.server} in the clear: name a cluster whose address begins with https.`,
    );
  const accounts = auth === "token" && reviews !== undefined ? singleAccount(reviews) : undefined;
  return createSharedAuthenticator(config, { clusterName: () => identity.context, accounts });
}

/** Creates the authenticator from the flags, without a check of the clusters. */
export function createSharedAuthenticator(
  { auth, launchToken, address, proxy, oidc }: ServeConfig,
  authContext: AuthenticatorContext,
): ConfiguredAuthenticator {
  if (auth === "none" && !launchToken) return { authenticator: OPEN_AUTHENTICATOR, fragment: "", close: () => undefined };
  if (proxy !== undefined)
    return {
      authenticator: new ProxyAuthenticator(proxy, readSecretFile("proxy-secret-file", proxy.secretFile), after),
      fragment: "",
      close: () => undefined,
    };
  const launchSecret = launchToken ? newSecret() : undefined;
  const authenticator = new SessionAuthenticator({
    nowMs: Date.now,
    secret: newSecret,
    address,
    ...authContext,
    provider: oidc === undefined ? undefined : providerOf(oidc, address),
    launchSecret,
  });
  return {
    authenticator,
    fragment: launchSecret === undefined ? "" : `${LAUNCH_FRAGMENT}${launchSecret}`,
    close: startSessionSweep(authenticator, after),
  };
}
