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
async function atProvider({ isPublic = false, choice = {} }: { readonly isPublic?: boolean; readonly choice?: Partial<OidcOptions> } = {}) {
  let now = Date.now();
  let provider: ProviderSignIn | undefined;
  const secret = () => randomBytes(32).toString("base64url");
  const parts = { nowMs: () => now, secret, clusterName: () => "eu1", address: PLAIN_ADDRESS };
  // The provider needs the server's port for its redirect address, so it is created afterwards.
  const late = {
    begin: (...given: Parameters<ProviderSignIn["begin"]>) => (provider as ProviderSignIn).begin(...given),
    finish: (...given: Parameters<ProviderSignIn["finish"]>) => (provider as ProviderSignIn).finish(...given),
  } as ProviderSignIn;
  const authenticator = new SessionAuthenticator({ ...parts, provider: late });
  const made = serverOnManualTime({ authenticator, assets: { byPath: new Map(), index: "<html><head></head></html>" } });
  made.app.get("/who-asks", { config: { access: "user" } }, async (request) => principalOf(request));
  await made.app.listen({ port: 0, host: "127.0.0.1" });
  closing.push(() => made.app.close());
  const { port } = made.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  Object.assign(made.context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
  const real = await startProvider();
  real.register(`${url}/api/sign-in/return`, isPublic);
  closing.push(() => real.close());
  const oidc: OidcOptions = {
    issuer: new URL(real.issuer),
    clientId: CLIENT_ID,
    userNameClaim: "email",
    groupsClaim: "groups",
    scopes: ["openid", "email"],
    prefixes: { userName: "", groups: "" },
    ...choice,
  };
  provider = new ProviderSignIn({
    provider: new OidcProvider(oidc, isPublic ? undefined : CLIENT_SECRET),
    address: PLAIN_ADDRESS,
    nowMs: () => now,
    secret,
  });
  real.claims.set("anna", { email: "anna@example.org", email_verified: true, groups: ["dev"] });
  return { ...made, url, real, pass: (ms: number) => (now += ms) };
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

async function signedIn(url: string, real: TestProvider, to = "/") {
  const { cookie, location } = await begin(url, to);
  const back = await real.signIn(location, "anna");
  return { back, cookie, response: await get(back, cookie) };
}

describe("sign-in at a real OpenID Connect provider", () => {
  test.each([false, true])(
    "G26 a user signs in, returns to the same page, and has the provider's name; public client: %s",
    async (isPublic) => {
      const { url, real } = await atProvider({ isPublic });
      const { location } = await begin(url);
      const asked = new URL(location).searchParams;
      expect([asked.get("code_challenge_method"), asked.get("response_type"), asked.get("redirect_uri")]).toEqual([
        "S256",
        "code",
        `${url}/api/sign-in/return`,
      ]);
      const { response } = await signedIn(url, real, "/daemonsets/kube-system/logs?q=1");
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
    const { url, real, pass } = await atProvider();
    const { back, cookie, response } = await signedIn(url, real);
    expect(response.headers.getSetCookie().find((line) => line.includes("-sign-in="))).toMatch(/-sign-in=;.*Max-Age=0/);
    await expectProblem(await get(back, cookie), "ProviderUnknown");
    const second = await begin(url);
    const elsewhere = await real.signIn(second.location, "anna");
    await expectProblem(await get(elsewhere), "ProviderUnknown");
    const third = await begin(url);
    const late = await real.signIn(third.location, "anna");
    pass(PENDING_SIGN_IN_MS);
    await expectProblem(await get(late, third.cookie), "ProviderUnknown");
  });

  test("G26 refuses another state, a code of another sign-in, and a denial", async () => {
    const { url, real } = await atProvider();
    const mine = await begin(url);
    const back = await real.signIn(mine.location, "anna");
    back.searchParams.set("state", "of another");
    await expectProblem(await get(back, mine.cookie), "ProviderRefused");
    // A code from another browser's sign-in has another verifier and nonce.
    const theirs = await begin(url);
    const stolen = await real.signIn(theirs.location, "anna");
    const ownSignIn = await begin(url);
    stolen.searchParams.set("state", new URL(ownSignIn.location).searchParams.get("state") ?? "");
    await expectProblem(await get(stolen, ownSignIn.cookie), "ProviderRefused");
    const no = await begin(url);
    const state = new URL(no.location).searchParams.get("state") ?? "";
    await expectProblem(await get(`${url}/api/sign-in/return?error=access_denied&state=${state}`, no.cookie), "ProviderRefused");
  });

  test("G26 refuses a user without the required claim", async () => {
    const { url, real } = await atProvider();
    real.claims.set("anna", { groups: ["dev"] });
    await expectProblem((await signedIn(url, real)).response, "ProviderRefused");
  });

  test("G26 reports an unavailable provider, and retries at the next sign-in", async () => {
    const { url, real } = await atProvider({ choice: { issuer: new URL("http://127.0.0.1:1") } });
    await expectProblem((await begin(url)).response, "ProviderSilent");
    await expectProblem((await begin(url)).response, "ProviderSilent");
    const other = await atProvider({ choice: { issuer: new URL(`${real.issuer}/another`) } });
    await expectProblem((await begin(other.url)).response, "ProviderSilent");
  });

  test("G26 the limit of pending sign-ins per address drops only those of that address", async () => {
    const { app, url, real } = await atProvider();
    const mine = await begin(url);
    const host = new URL(url).host;
    const from = (remoteAddress: string) => app.inject({ method: "GET", url: "/api/sign-in/away", remoteAddress, headers: { host } });
    // Over plain http only this machine can sign in, from any of its addresses.
    const first = await from("127.0.0.2");
    for (let at = 0; at < MAX_PENDING_PER_ADDRESS; at++) await from("127.0.0.2");
    const back = await real.signIn(mine.location, "anna");
    expect((await get(back, mine.cookie)).headers.get("location")).toBe("../../");
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    await expectProblem(await get(`${url}/api/sign-in/return?code=c`, cookie), "ProviderUnknown");
  });

  test("G26 redirects back only to a path of this server", async () => {
    const { url, real } = await atProvider();
    for (const to of ["//evil.example/", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "/日志", "/a\r\nb", ""])
      expect((await signedIn(url, real, to)).response.headers.get("location")).toBe("../../");
  });
});
