import { isJsonObject } from "@daemonscope/kube/values/json-value";
import type { UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import type { Configuration } from "openid-client";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import type { OidcOptions } from "../auth-options.ts";
import { resolveUser } from "../resolve-user.ts";

/** Timeout of each request to the provider. */
const TIMEOUT_SECONDS = 10;

/** Values that verify a pending sign-in when the browser returns. The provider's address has them, except `verifier`,
 *  whose challenge it has instead. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

const silent = (cause: unknown) =>
  new ApiFailure(
    502,
    "ProviderSilent",
    "The provider of sign-ins does not answer as one: try again, and look whether it runs.",
    undefined,
    cause,
  );
/** Maximum characters of the provider's text in a message. */
const MAX_ISSUER_LENGTH = 200;

/** Returns the issuer's own name if it differs from the configured one; undefined for any other failure.
 *  `openid-client` keeps the issuer in the cause. */
function otherIssuerIn(failure: unknown): string | undefined {
  for (let at: unknown = failure; at instanceof Error; at = at.cause) {
    if (!isJsonObject(at.cause) || at.cause.attribute !== "issuer" || !isJsonObject(at.cause.body)) continue;
    const { issuer } = at.cause.body;
    if (typeof issuer === "string") return issuer.slice(0, MAX_ISSUER_LENGTH);
  }
  return undefined;
}

/** Returns the error for a provider whose discovery failed. */
function notFound(issuer: URL, cause: unknown): ApiFailure {
  const other = otherIssuerIn(cause);
  if (other === undefined) return silent(cause);
  return new ApiFailure(
    502,
    "ProviderDiffers",
    `The provider of sign-ins calls itself ${JSON.stringify(other)}, and --oidc-issuer-url says ${JSON.stringify(issuer.href)}: give the flag the provider's own name, to the letter.`,
    undefined,
    cause,
  );
}

const refused = (message: string, cause?: unknown) => new ApiFailure(401, "ProviderRefused", message, undefined, cause);

function textsOf(claim: unknown): readonly string[] | undefined {
  if (claim === undefined) return [];
  if (typeof claim === "string") return [claim];
  return Array.isArray(claim) && claim.every((each) => typeof each === "string") ? claim : undefined;
}

/** Returns the user of an ID token's claims; the caller has verified the signature. Claims are read as in
 *  kube-apiserver: a groups claim may be one text, and an unverified e-mail address is refused.
 *  Throws ApiFailure. */
export function userFromClaims(claims: Readonly<Record<string, unknown>>, { userNameClaim, groupsClaim, prefixes }: OidcOptions): UserInfo {
  const userName = claims[userNameClaim];
  if (typeof userName !== "string")
    throw refused(`The provider did not say who you are: its token has no claim ${userNameClaim}, which --oidc-username-claim names.`);
  if (userNameClaim === "email" && claims.email_verified !== undefined && claims.email_verified !== true)
    throw refused("The provider has not verified your e-mail address, which is your user name here.");
  const groups = textsOf(claims[groupsClaim]);
  if (groups === undefined)
    throw refused(`The provider's claim ${groupsClaim} is no list of groups, which --oidc-groups-claim says that it is.`);
  const known = resolveUser(userName, groups, prefixes);
  if (known.kind === "refused") throw refused(`The provider says who you are, and ${known.why}.`);
  return known.user;
}

/** A provider of OpenID Connect: authorization code with PKCE, with `openid-client`, which is loaded at the first
 *  sign-in. */
export class OidcProvider {
  readonly #choice: OidcOptions;
  readonly #secret: string | undefined;
  #found: Promise<Configuration> | undefined;

  constructor(choice: OidcOptions, secret: string | undefined) {
    this.#choice = choice;
    this.#secret = secret;
  }

  /** Returns the browser's next address and the values to keep until it returns. Throws ApiFailure. */
  async begin(redirectUri: string): Promise<{ readonly location: string; readonly underWay: PendingSignIn }> {
    const client = await import("openid-client");
    const configuration = await this.#configuration();
    const verifier = client.randomPKCECodeVerifier();
    const underWay = { state: client.randomState(), nonce: client.randomNonce(), verifier, redirectUri };
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#choice.scopes.join(" "),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: underWay.state,
      nonce: underWay.nonce,
    });
    return { location: location.href, underWay };
  }

  /** Returns the user who came back. `query` is the query of the address to which the provider redirected. Throws
   *  ApiFailure. */
  async finish(query: string, { state, nonce, verifier, redirectUri }: PendingSignIn): Promise<UserInfo> {
    const client = await import("openid-client");
    const configuration = await this.#configuration();
    const address = new URL(redirectUri);
    address.search = query;
    try {
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return userFromClaims(tokens.claims() ?? {}, this.#choice);
    } catch (cause) {
      if (cause instanceof ApiFailure) throw cause;
      // Network errors and timeouts of `fetch`.
      if (cause instanceof TypeError || (cause as Error).name === "TimeoutError" || (cause as { code?: string }).code === "OAUTH_TIMEOUT")
        throw silent(cause);
      throw refused("The provider's answer is invalid: sign in again.", cause);
    }
  }

  /** Discovers the provider once. After a failure the next sign-in tries again. */
  #configuration(): Promise<Configuration> {
    this.#found ??= this.#discover().catch((cause: unknown) => {
      this.#found = undefined;
      throw notFound(this.#choice.issuer, cause);
    });
    return this.#found;
  }

  async #discover(): Promise<Configuration> {
    const client = await import("openid-client");
    const { issuer, clientId } = this.#choice;
    const secret = this.#secret;
    // `enableNonRepudiationChecks` verifies the signature of an ID token that comes directly from the provider. Without
    // it any signature is accepted.
    const execute = [...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks];
    const found = await client.discovery(issuer, clientId, {}, client.None(), { execute, timeout: TIMEOUT_SECONDS });
    if (secret === undefined) return found;
    const metadata = found.serverMetadata();
    const authMethods = metadata.token_endpoint_auth_methods_supported;
    // Without this field the standard's default applies.
    const isBasic = authMethods === undefined || authMethods.includes("client_secret_basic");
    const clientAuth = isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
    const configuration = new client.Configuration(metadata, clientId, { client_secret: secret }, clientAuth);
    configuration.timeout = TIMEOUT_SECONDS;
    for (const each of execute) each(configuration);
    return configuration;
  }
}
