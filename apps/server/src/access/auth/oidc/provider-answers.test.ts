import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { OidcOptions } from "../auth-options.ts";
import { OidcProvider } from "./oidc-provider.ts";

const RETURN = "http://127.0.0.1:7373/api/sign-in/return";
const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const PROVIDER_KEY = newKey();
const FOREIGN_KEY = newKey();
const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function jwt(claims: object, key: KeyObject, header: object = { alg: "RS256", kid: "own" }): string {
  const signed = `${text(header)}.${text(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Wrong parts of a provider's answer; all other parts are right. */
interface Lies {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject;
  readonly isUnsigned?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A provider whose answers the test can falsify, unlike a real one. Also returns its token requests. */
async function signInAtLiar({ claims = {}, key = PROVIDER_KEY.privateKey, isUnsigned = false, metadata = {} }: Lies, secret?: string) {
  let nonce = "";
  const asked: { authorization: string | undefined; body: URLSearchParams }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const respond = (body: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (request.url === "/jwks")
      return respond({ keys: [{ ...PROVIDER_KEY.publicKey.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }] });
    if (request.url !== "/token")
      return respond({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
        ...metadata,
      });
    asked.push({ authorization: request.headers.authorization, body: new URLSearchParams(Buffer.concat(parts).toString("utf8")) });
    const now = Math.floor(Date.now() / 1000);
    const tokenClaims = { iss: issuer, sub: "anna", aud: "daemonscope", iat: now, exp: now + 600, nonce, ...claims };
    const token = jwt(tokenClaims, key);
    respond({
      access_token: "a",
      token_type: "Bearer",
      id_token: isUnsigned ? `${text({ alg: "none" })}.${text(tokenClaims)}.` : token,
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const choice: OidcOptions = {
    issuer: new URL(issuer),
    clientId: "daemonscope",
    userNameClaim: "sub",
    groupsClaim: "groups",
    scopes: ["openid"],
    prefixes: { userName: "", groups: "" },
  };
  const provider = new OidcProvider(choice, secret);
  const { underWay } = await provider.begin(RETURN);
  nonce = underWay.nonce;
  return { asked, user: await provider.finish(`code=c&state=${underWay.state}`, underWay) };
}

describe("false answers of a provider", () => {
  const now = Math.floor(Date.now() / 1000);
  test("G26 accepts a correct answer", async () => {
    expect((await signInAtLiar({})).user.userName).toBe("anna");
  });

  test.each<[string, Lies]>([
    ["a token signed by another key", { key: FOREIGN_KEY.privateKey }],
    ["an unsigned token", { isUnsigned: true }],
    ["a token of another issuer", { claims: { iss: "https://foreign.example" } }],
    ["a token for another client", { claims: { aud: "another" } }],
    ["a token with another nonce", { claims: { nonce: "another" } }],
    ["a token without a nonce", { claims: { nonce: undefined } }],
    ["a token that has expired", { claims: { iat: now - 7200, exp: now - 3600 } }],
  ])("G26 refuses %s", async (_what, lies) => {
    await expect(signInAtLiar(lies)).rejects.toMatchObject({ status: 401, body: { code: "ProviderRefused" } });
  });

  test("G26 sends no request to a provider with another issuer than the flag", async () => {
    await expect(signInAtLiar({ metadata: { issuer: "https://foreign.example" } })).rejects.toMatchObject({
      body: {
        code: "ProviderDiffers",
        message: expect.stringContaining('calls itself "https://foreign.example", and --oidc-issuer-url says "http://127.0.0.1:'),
      },
    });
  });

  test.each([
    [undefined, true],
    [["client_secret_basic", "client_secret_post"], true],
    [["client_secret_post"], false],
  ])("if the provider supports %j, the client secret is in the Authorization header: %s", async (authMethods, isHeader) => {
    const { asked } = await signInAtLiar(
      authMethods === undefined ? {} : { metadata: { token_endpoint_auth_methods_supported: authMethods } },
      "a secret",
    );
    expect([asked[0]?.authorization?.startsWith("Basic ") ?? false, asked[0]?.body.get("client_secret")]).toEqual([
      isHeader,
      isHeader ? null : "a secret",
    ]);
  });
});
