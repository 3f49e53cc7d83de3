import type { Configuration } from "openid-client";
import type { UserInfo } from "../cluster/reviews.ts";
import type { OidcChoice } from "../command-line/sign-in-choice.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { knownPerson } from "./known-person.ts";

const PATIENCE_SECONDS = 10;

/** What a sign-in that is under way is checked by when the browser comes back; none of it leaves the server but in the provider's address. */
export interface UnderWay {
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
const LONGEST_NAME = 200;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** The name that a provider gives itself where it is asked by another; undefined for any other failure. `openid-client` keeps it in what the failure came from. */
function otherIssuerIn(failure: unknown): string | undefined {
  for (let at: unknown = failure; at instanceof Error; at = at.cause) {
    if (!isObject(at.cause) || at.cause.attribute !== "issuer" || !isObject(at.cause.body)) continue;
    const { issuer } = at.cause.body;
    if (typeof issuer === "string") return issuer.slice(0, LONGEST_NAME);
  }
  return undefined;
}

/** Of a provider that could not be asked what it is. */
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

/** Who that is, by the claims of an ID token whose signature was checked. As kube-apiserver reads them: a groups claim may be one text, and an e-mail that the
 *  provider did not verify is nobody's. Throws ApiFailure. */
export function userOfClaims(claims: Readonly<Record<string, unknown>>, { userNameClaim, groupsClaim, prefixes }: OidcChoice): UserInfo {
  const userName = claims[userNameClaim];
  if (typeof userName !== "string")
    throw refused(`The provider did not say who you are: its token has no claim ${userNameClaim}, which --oidc-username-claim names.`);
  if (userNameClaim === "email" && claims.email_verified !== undefined && claims.email_verified !== true)
    throw refused("The provider has not verified your e-mail address, and by that you would be known here.");
  const groups = textsOf(claims[groupsClaim]);
  if (groups === undefined)
    throw refused(`The provider's claim ${groupsClaim} is no list of groups, which --oidc-groups-claim says that it is.`);
  const known = knownPerson(userName, groups, prefixes);
  if (known.kind === "refused") throw refused(`The provider says who you are, and ${known.why}.`);
  return known.user;
}

/** A provider of OpenID Connect: authorization code with PKCE, by `openid-client`, which is loaded when somebody signs in. */
export class OidcProvider {
  readonly #choice: OidcChoice;
  readonly #secret: string | undefined;
  #found: Promise<Configuration> | undefined;

  constructor(choice: OidcChoice, secret: string | undefined) {
    this.#choice = choice;
    this.#secret = secret;
  }

  /** Where the browser goes, and what to remember until it is back. Throws ApiFailure. */
  async begin(redirectUri: string): Promise<{ readonly location: string; readonly underWay: UnderWay }> {
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

  /** Who came back; `query` is that of the address that the provider sent them to. Throws ApiFailure. */
  async finish(query: string, { state, nonce, verifier, redirectUri }: UnderWay): Promise<UserInfo> {
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
      return userOfClaims(tokens.claims() ?? {}, this.#choice);
    } catch (cause) {
      if (cause instanceof ApiFailure) throw cause;
      // Of the network: `fetch` says so by these.
      if (cause instanceof TypeError || (cause as Error).name === "TimeoutError" || (cause as { code?: string }).code === "OAUTH_TIMEOUT")
        throw silent(cause);
      throw refused("The provider's answer does not hold: sign in again.", cause);
    }
  }

  /** Found once; a provider that was silent is asked again by the next who signs in. */
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
    // Without the second, an ID token that came from the provider itself is believed whoever signed it.
    const execute = [...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks];
    const found = await client.discovery(issuer, clientId, {}, client.None(), { execute, timeout: PATIENCE_SECONDS });
    if (secret === undefined) return found;
    const metadata = found.serverMetadata();
    const ways = metadata.token_endpoint_auth_methods_supported;
    // Of a provider that does not say, the standard says.
    const isBasic = ways === undefined || ways.includes("client_secret_basic");
    const way = isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
    const configuration = new client.Configuration(metadata, clientId, { client_secret: secret }, way);
    configuration.timeout = PATIENCE_SECONDS;
    for (const each of execute) each(configuration);
    return configuration;
  }
}
