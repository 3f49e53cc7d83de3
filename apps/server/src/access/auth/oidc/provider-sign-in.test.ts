import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { serverOnManualTime } from "../../../api/context.fixture.ts";
import { PLAIN_ADDRESS } from "../../../platform/address/server-address.ts";
import type { OidcOptions } from "../auth-options.ts";
import { principalOf } from "../request-principal.ts";
import { SessionAuthenticator } from "../session/session-authenticator.ts";
import { CLIENT_ID, CLIENT_SECRET, startProvider, type TestProvider } from "./oidc-provider.fixture.ts";
import { OidcProvider } from "./oidc-provider.ts";
import { MAX_PENDING_PER_ADDRESS, PENDING_SIGN_IN_MS, ProviderSignIn } from "./provider-sign-in.ts";

const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  // The provider warns on the console that it is for development.
  for (const way of ["info", "warn", "log"] as const) vi.spyOn(console, way).mockImplementation(() => undefined);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

/** A listening server, registered at a provider. */
async function startWithProvider({
  isPublic = false,
  choice = {},
}: {
  readonly isPublic?: boolean;
  readonly choice?: Partial<OidcOptions>;
} = {}) {
  let now = Date.now();
  let providerSignIn: ProviderSignIn | undefined;
  const secret = () => randomBytes(32).toString("base64url");
  const parts = { nowMs: () => now, secret, clusterName: () => "eu1", address: PLAIN_ADDRESS };
  // The provider needs the server's port for its redirect address, so it is created afterwards.
  const signInProxy = {
    begin: (...args: Parameters<ProviderSignIn["begin"]>) => (providerSignIn as ProviderSignIn).begin(...args),
    finish: (...args: Parameters<ProviderSignIn["finish"]>) => (providerSignIn as ProviderSignIn).finish(...args),
  } as ProviderSignIn;
  const authenticator = new SessionAuthenticator({ ...parts, provider: signInProxy });
  const made = serverOnManualTime({ authenticator, assets: { byPath: new Map(), index: "<html><head></head></html>" } });
  made.app.get("/who-asks", { config: { access: "user" } }, async (request) => principalOf(request));
  await made.app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => made.app.close());
  const { port } = made.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  Object.assign(made.context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
  const provider = await startProvider();
  provider.register(`${url}/api/sign-in/return`, isPublic);
  closing.push(() => provider.close());
  const oidc: OidcOptions = {
    issuer: new URL(provider.issuer),
    clientId: CLIENT_ID,
    userNameClaim: "email",
    groupsClaim: "groups",
    scopes: ["openid", "email"],
    prefixes: { userName: "", groups: "" },
    ...choice,
  };
  providerSignIn = new ProviderSignIn({
    provider: new OidcProvider(oidc, isPublic ? undefined : CLIENT_SECRET),
    address: PLAIN_ADDRESS,
    nowMs: () => now,
    secret,
  });
  provider.claims.set("anna", { email: "anna@example.org", email_verified: true, groups: ["dev"] });
  return { ...made, url, provider, pass: (ms: number) => (now += ms) };
}

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
const get = (url: URL | string, cookie?: string) => fetch(url, { redirect: "manual", headers: cookie === undefined ? {} : { cookie } });

async function begin(url: string, to = "/") {
  const response = await get(`${url}/api/sign-in/away?to=${encodeURIComponent(to)}`);
  const [cookie = ""] = cookiesOf(response);
  return { response, cookie, location: response.headers.get("location") ?? "" };
}

async function expectProblem(response: Response, code: string): Promise<void> {
  expect([response.status, response.headers.get("location")]).toEqual([303, `../../#sign-in-problem=${code}`]);
  // A response with a problem never sets a session cookie.
  expect(cookiesOf(response).filter((cookie) => !cookie.includes("-sign-in="))).toEqual([]);
}

async function signIn(url: string, provider: TestProvider, to = "/") {
  const { cookie, location } = await begin(url, to);
  const callbackUrl = await provider.signIn(location, "anna");
  return { callbackUrl, cookie, response: await get(callbackUrl, cookie) };
}

describe("sign-in at a real OpenID Connect provider", () => {
  test.each([false, true])(
    "G26 a user signs in, returns to the same page, and has the user name that the provider gave; public client: %s",
    async (isPublic) => {
      const { url, provider } = await startWithProvider({ isPublic });
      const { location } = await begin(url);
      const asked = new URL(location).searchParams;
      expect([asked.get("code_challenge_method"), asked.get("response_type"), asked.get("redirect_uri")]).toEqual([
        "S256",
        "code",
        `${url}/api/sign-in/return`,
      ]);
      const { response } = await signIn(url, provider, "/daemonsets/kube-system/logs?q=1");
      expect([response.status, response.headers.get("location")]).toEqual([303, "../../daemonsets/kube-system/logs?q=1"]);
      const session = cookiesOf(response).find((cookie) => !cookie.includes("-sign-in=")) ?? "";
      const who = (await (await get(`${url}/who-asks`, session)).json()) as Record<string, unknown>;
      expect(who).toMatchObject({
        userName: "anna@example.org",
        groups: ["dev", "system:authenticated"],
        credential: { kind: "impersonated" },
      });
    },
  );

  test("G26 an answer is valid once, in the same browser, for ten minutes", async () => {
    const { url, provider, pass } = await startWithProvider();
    const { callbackUrl, cookie, response } = await signIn(url, provider);
    expect(response.headers.getSetCookie().find((line) => line.includes("-sign-in="))).toMatch(/-sign-in=;.*Max-Age=0/);
    await expectProblem(await get(callbackUrl, cookie), "ProviderUnknown");
    const second = await begin(url);
    const elsewhere = await provider.signIn(second.location, "anna");
    await expectProblem(await get(elsewhere), "ProviderUnknown");
    const third = await begin(url);
    const late = await provider.signIn(third.location, "anna");
    pass(PENDING_SIGN_IN_MS);
    await expectProblem(await get(late, third.cookie), "ProviderUnknown");
  });

  test("G26 refuses another state, a code of another sign-in, and a denial", async () => {
    const { url, provider } = await startWithProvider();
    const mine = await begin(url);
    const callbackUrl = await provider.signIn(mine.location, "anna");
    callbackUrl.searchParams.set("state", "of another");
    await expectProblem(await get(callbackUrl, mine.cookie), "ProviderRefused");
    // A code from another browser's sign-in has another verifier and nonce.
    const theirs = await begin(url);
    const stolen = await provider.signIn(theirs.location, "anna");
    const ownSignIn = await begin(url);
    stolen.searchParams.set("state", new URL(ownSignIn.location).searchParams.get("state") ?? "");
    await expectProblem(await get(stolen, ownSignIn.cookie), "ProviderRefused");
    const denied = await begin(url);
    const state = new URL(denied.location).searchParams.get("state") ?? "";
    await expectProblem(await get(`${url}/api/sign-in/return?error=access_denied&state=${state}`, denied.cookie), "ProviderRefused");
  });

  test("G26 refuses a user without the required claim", async () => {
    const { url, provider } = await startWithProvider();
    provider.claims.set("anna", { groups: ["dev"] });
    await expectProblem((await signIn(url, provider)).response, "ProviderRefused");
  });

  test("G26 reports an unavailable provider, and retries at the next sign-in", async () => {
    const { url, provider } = await startWithProvider({ choice: { issuer: new URL("http://127.0.0.1:1") } });
    await expectProblem((await begin(url)).response, "ProviderSilent");
    await expectProblem((await begin(url)).response, "ProviderSilent");
    const other = await startWithProvider({ choice: { issuer: new URL(`${provider.issuer}/another`) } });
    await expectProblem((await begin(other.url)).response, "ProviderSilent");
  });

  test("G26 the limit of pending sign-ins per address drops only those of that address", async () => {
    const { app, url, provider } = await startWithProvider();
    const mine = await begin(url);
    const host = new URL(url).host;
    const awayFrom = (remoteAddress: string) => app.inject({ method: "GET", url: "/api/sign-in/away", remoteAddress, headers: { host } });
    // Over plain http only this machine can sign in, from any of its addresses.
    const first = await awayFrom("127.0.0.2");
    for (let at = 0; at < MAX_PENDING_PER_ADDRESS; at++) await awayFrom("127.0.0.2");
    const callbackUrl = await provider.signIn(mine.location, "anna");
    expect((await get(callbackUrl, mine.cookie)).headers.get("location")).toBe("../../");
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    await expectProblem(await get(`${url}/api/sign-in/return?code=c`, cookie), "ProviderUnknown");
  });

  test("G26 redirects back only to a path of this server", async () => {
    const { url, provider } = await startWithProvider();
    for (const to of ["//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "/日志", "/a\r\nb", ""])
      expect((await signIn(url, provider, to)).response.headers.get("location")).toBe("../../");
  });
});
