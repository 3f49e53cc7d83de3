import { request } from "node:http";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews, UserInfo } from "@daemonscope/kube-client/reviews/reviews";
import { afterEach, describe, expect, test } from "vitest";
import { renderIndex } from "../../../api/assets/assets.ts";
import { serverOnManualTime } from "../../../api/context.fixture.ts";
import { PLAIN_ADDRESS } from "../../../platform/address/server-address.ts";
import { singleAccount } from "../accounts.ts";
import type { User } from "../principal.ts";
import { principalOf } from "../request-principal.ts";
import { SESSION_RECHECK_MS, SessionAuthenticator } from "./session-authenticator.ts";
import {
  MAX_SESSIONS,
  MAX_SESSIONS_PER_USER,
  SESSION_GRACE_MS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
  SESSION_ROTATE_MS,
} from "./session-store.ts";

const HOST = "127.0.0.1:7373";
const START_MS = Date.UTC(2026, 0, 1);

/** A cluster that knows these tokens; it does not answer while `isSilent`. */
function reviewsKnowing(users: Map<string, UserInfo>, state = { isSilent: false }): Reviews {
  const unexpectedCall = () => Promise.reject(new Error("not asked here"));
  return {
    selfSubjectReview: async (caller) => {
      if (state.isSilent) throw new KubeRequestError("timeout", "no answer");
      const user = caller.kind === "own token" ? users.get(caller.token) : undefined;
      if (user === undefined) throw new KubeRequestError("unauthorized", "401", { httpStatus: 401 });
      return user;
    },
    tokenReview: unexpectedCall,
    selfSubjectAccessReview: unexpectedCall,
    selfSubjectRulesReview: unexpectedCall,
    subjectAccessReview: unexpectedCall,
  };
}

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function serverWithSignIn({ launchSecret }: { readonly launchSecret?: string } = {}) {
  let now = START_MS;
  let secrets = 0;
  const state = { isSilent: false };
  const users = new Map<string, UserInfo>([
    ["annas", { userName: "anna", groups: ["dev", "eu"] }],
    ["bens", { userName: "ben", groups: [] }],
    ["nobodys", { userName: "system:anonymous", groups: [] }],
  ]);
  const authenticator = new SessionAuthenticator({
    nowMs: () => now,
    secret: () => `secret-number-${String(++secrets).padStart(30, "0")}`,
    clusterName: () => "eu1-prod",
    address: PLAIN_ADDRESS,
    accounts: launchSecret === undefined ? singleAccount(reviewsKnowing(users, state)) : undefined,
    launchSecret,
  });
  const made = serverOnManualTime({ authenticator, assets: { byPath: new Map(), index: "<html><head></head></html>" } });
  made.app.get("/who-asks", { config: { access: "user" } }, async (request) => principalOf(request));
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    made.app.inject({
      method: "POST",
      url,
      headers: { host: HOST, "content-type": "application/json", ...headers },
      payload: JSON.stringify(body),
    });
  const signIn = async (token: string, headers: Record<string, string> = {}) => {
    const answer = await post("/api/sign-in", { token }, headers);
    return { answer, cookie: String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "" };
  };
  return { ...made, authenticator, users, state, post, signIn, pass: (ms: number) => (now += ms), nowMs: () => now };
}

describe("sign-in with a token", () => {
  test("G19 the cluster reviews the token, and then an HttpOnly cookie identifies the session", async () => {
    const { signIn, get } = serverWithSignIn();
    const { answer, cookie } = await signIn(" Bearer annas\n");
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe("");
    expect(answer.headers["set-cookie"]).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Lax`);
    const who = (await get("/who-asks", { cookie })).json() as User;
    expect(who).toMatchObject({
      kind: "person",
      userName: "anna",
      groups: ["dev", "eu"],
      credential: { kind: "own token", token: "annas" },
    });
    expect(cookie).not.toContain(who.sessionId);
    expect((await get("/api/session", { cookie })).json()).toEqual({ userName: "anna", groups: ["dev", "eu"], canSignOut: true });
  });

  test.each([
    ["", 400, "NoToken", /paste one/],
    ["ein zwei ☃", 400, "NoToken", /another text/],
    ["of-another-cluster", 401, "TokenRefused", /does not know this token: it is of another cluster/],
    ["nobodys", 401, "TokenRefused", /does not know/],
    [jwt({ exp: START_MS / 1000 - 1 }), 401, "TokenExpired", /has expired: make a new one/],
  ])("G19 refuses the token %j with one sentence", async (token, status, code, message) => {
    const { signIn } = serverWithSignIn();
    const { answer } = await signIn(token);
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, message: expect.stringMatching(message) }]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    if (token !== "") expect(answer.body).not.toContain(token);
  });

  test("refuses sign-in while the cluster is silent", async () => {
    const { signIn, state } = serverWithSignIn();
    state.isSilent = true;
    const { answer } = await signIn("annas");
    expect([answer.statusCode, answer.json().code, answer.headers["set-cookie"]]).toEqual([502, "ClusterSilent", undefined]);
    // These failures are no guesses, so repeated attempts are not limited once the cluster answers.
    for (let i = 0; i < 20; i++) await signIn("annas");
    state.isSilent = false;
    expect((await signIn("annas")).answer.statusCode).toBe(204);
  });

  test("a browser that requests a page gets the sign-in page, at the same address, with 401", async () => {
    const { get } = serverWithSignIn();
    for (const url of ["/", "/daemonsets/kube-system/logs", "/mistyped"]) {
      const answer = await get(url, { accept: "text/html" });
      expect(answer.statusCode).toBe(401);
      const facts = "{&quot;cluster&quot;:&quot;eu1-prod&quot;,&quot;methods&quot;:[&quot;token&quot;]}";
      expect(answer.body).toBe(renderIndex("<html><head></head></html>", url, `<meta name="daemonscope-sign-in" content="${facts}">`));
    }
    for (const url of ["/api/node?name=n1", "/api/lab", "/metrics/daemonsets"])
      expect((await get(url, { accept: "text/html" })).json()).toMatchObject({ code: "NotSignedIn" });
  });

  test.each([
    ["a page of another origin", { origin: "http://evil.example" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }],
    ["a text", { "content-type": "text/plain" }],
  ])("G19 refuses sign-in and sign-out by %s", async (_who, headers) => {
    const { post, signIn, get } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    for (const [path, body] of [
      ["/api/sign-in", { token: "bens" }],
      ["/api/sign-out", {}],
    ] as const)
      expect([403, 415]).toContain((await post(path, body, { cookie, ...headers })).statusCode);
    expect((await get("/who-asks", { cookie })).json()).toMatchObject({ userName: "anna" });
  });

  test("G19 after ten failures from one address the eleventh try waits, even with the right token; a success does not reset it", async () => {
    const { signIn, pass } = serverWithSignIn();
    for (let i = 0; i < 20; i++) expect((await signIn("annas")).answer.statusCode).toBe(204);
    for (let i = 0; i < 10; i++) expect((await signIn("guess")).answer.statusCode).toBe(401);
    const { answer } = await signIn("annas");
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, "60"]);
    expect(answer.json()).toMatchObject({ code: "TooManyTries", params: { seconds: 60 } });
    pass(60_000);
    expect((await signIn("annas")).answer.statusCode).toBe(204);
  });
});

describe("sessions", () => {
  test("G20 a session ends after an idle hour, and after twelve hours despite activity", async () => {
    const { signIn, get, pass } = serverWithSignIn();
    const first = await signIn("annas");
    pass(SESSION_IDLE_MS - 1);
    expect((await get("/who-asks", { cookie: first.cookie })).statusCode).toBe(200);
    const { cookie } = await signIn("annas");
    for (let at = SESSION_IDLE_MS / 2; at < SESSION_LIFETIME_MS; at += SESSION_IDLE_MS / 2) {
      pass(SESSION_IDLE_MS / 2);
      expect((await get("/who-asks", { cookie })).statusCode).toBe(200);
    }
    pass(SESSION_IDLE_MS / 2);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
    const away = await signIn("annas");
    pass(SESSION_IDLE_MS);
    expect((await get("/who-asks", { cookie: away.cookie })).statusCode).toBe(401);
  });

  test("G20 a session ends at the latest when the token expires", async () => {
    const { signIn, get, pass, users, nowMs } = serverWithSignIn();
    const token = jwt({ exp: nowMs() / 1000 + 600 });
    users.set(token, { userName: "anna", groups: [] });
    const { cookie } = await signIn(token);
    pass(599_000);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(200);
    pass(1000);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
  });

  test("G20 a token refused later, or with changed groups, ends the session; a silent cluster does not", async () => {
    const { signIn, get, pass, users, state, authenticator } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    const ben = await signIn("bens");
    state.isSilent = true;
    pass(SESSION_RECHECK_MS);
    await authenticator.sweep();
    expect((await get("/who-asks", { cookie })).statusCode).toBe(200);
    state.isSilent = false;
    users.delete("annas");
    users.set("bens", { userName: "ben", groups: ["admins"] });
    await authenticator.sweep();
    expect((await get("/who-asks", { cookie })).statusCode).toBe(200);
    pass(SESSION_RECHECK_MS);
    await authenticator.sweep();
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
    expect((await get("/who-asks", { cookie: ben.cookie })).statusCode).toBe(401);
  });

  test("G20 signing out ends the session on the server and removes the cookie", async () => {
    const { signIn, post, get } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    const answer = await post("/api/sign-out", {}, { cookie });
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([
      204,
      "daemonscope-7373=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
    ]);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
  });

  test("G20 signing in again in the same browser ends the previous session", async () => {
    const { signIn, get, authenticator } = serverWithSignIn();
    const first = await signIn("annas");
    const second = await signIn("bens", { cookie: first.cookie });
    expect((await get("/who-asks", { cookie: first.cookie })).statusCode).toBe(401);
    expect((await get("/who-asks", { cookie: second.cookie })).json()).toMatchObject({ userName: "ben" });
    expect(authenticator.sessions.count).toBe(1);
  });

  test("G20 a page load renews an old cookie, which soon becomes invalid", async () => {
    const { signIn, get, pass } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    const before = (await get("/who-asks", { cookie })).json() as User;
    const page = { accept: "text/html", "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" };
    expect((await get("/", { cookie, ...page })).headers["set-cookie"]).toBeUndefined();
    pass(SESSION_ROTATE_MS);
    const next = String((await get("/", { cookie, ...page })).headers["set-cookie"]).split(";")[0] ?? "";
    expect(next).not.toBe(cookie);
    expect((await get("/who-asks", { cookie: next })).json()).toEqual(before);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(200);
    pass(SESSION_GRACE_MS);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
    expect((await get("/who-asks", { cookie: next })).statusCode).toBe(200);
  });

  test("G20 a cluster request renews an old cookie too, but a cacheable file does not", async () => {
    const { signIn, get, pass } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    pass(SESSION_ROTATE_MS);
    expect((await get("/assets/some.js", { cookie })).headers["set-cookie"]).toBeUndefined();
    expect((await get("/api/session", { cookie })).headers["set-cookie"]).toContain("daemonscope-7373=");
  });

  test("G20 if a renewed cookie is lost, the old one stays valid and is renewed again", async () => {
    const { signIn, get, pass } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    pass(SESSION_ROTATE_MS);
    const lost = String((await get("/api/session", { cookie })).headers["set-cookie"]).split(";")[0] ?? "";
    expect((await get("/api/session", { cookie })).headers["set-cookie"]).toBeUndefined();
    pass(SESSION_GRACE_MS);
    const next = String((await get("/api/session", { cookie })).headers["set-cookie"]).split(";")[0] ?? "";
    expect((await get("/who-asks", { cookie: lost })).statusCode).toBe(401);
    expect((await get("/who-asks", { cookie: next })).json()).toMatchObject({ userName: "anna" });
    pass(SESSION_GRACE_MS);
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
  });

  test("G20 refuses two session cookies in one browser, because one may be planted; signing in ends both", async () => {
    const { signIn, get, authenticator } = serverWithSignIn();
    const annasSignIn = await signIn("annas");
    const planted = await signIn("bens");
    const both = `${planted.cookie}; ${annasSignIn.cookie}`;
    expect((await get("/who-asks", { cookie: both })).statusCode).toBe(401);
    expect((await get("/", { cookie: both, accept: "text/html" })).body).toContain("daemonscope-sign-in");
    const next = await signIn("annas", { cookie: both });
    expect((await get("/who-asks", { cookie: `${planted.cookie}; ${next.cookie}` })).json()).toMatchObject({ userName: "anna" });
    expect(authenticator.sessions.count).toBe(1);
  });

  test("G20 a group with a comma differs from two groups", async () => {
    const { signIn, get, pass, users, authenticator } = serverWithSignIn();
    users.set("carls", { userName: "carl", groups: ["a,b"] });
    const { cookie } = await signIn("carls");
    users.set("carls", { userName: "carl", groups: ["a", "b"] });
    pass(SESSION_RECHECK_MS);
    await authenticator.sweep();
    expect((await get("/who-asks", { cookie })).statusCode).toBe(401);
  });

  test("G20 limits the number of sessions: the longest idle user is signed out", async () => {
    const { signIn, get, pass, authenticator } = serverWithSignIn();
    const first = await signIn("annas");
    pass(1);
    const second = await signIn("annas");
    const nth = (i: number) => ({ kind: "person", userName: `u${i}`, groups: [], credential: { kind: "impersonated" } }) as const;
    for (let i = 2; i < MAX_SESSIONS; i++) authenticator.sessions.begin((sessionId) => ({ ...nth(i), sessionId }));
    pass(1);
    await get("/who-asks", { cookie: first.cookie });
    await signIn("bens");
    expect(authenticator.sessions.count).toBe(MAX_SESSIONS);
    expect((await get("/who-asks", { cookie: first.cookie })).statusCode).toBe(200);
    expect((await get("/who-asks", { cookie: second.cookie })).statusCode).toBe(401);
  });

  test("G20 repeated sign-ins of a user end only that user's sessions", async () => {
    const { signIn, get, pass, authenticator } = serverWithSignIn();
    const ben = await signIn("bens");
    pass(1);
    const first = await signIn("annas");
    for (let i = 0; i < MAX_SESSIONS_PER_USER; i++) await signIn("annas");
    expect(authenticator.sessions.count).toBe(MAX_SESSIONS_PER_USER + 1);
    expect((await get("/who-asks", { cookie: ben.cookie })).statusCode).toBe(200);
    expect((await get("/who-asks", { cookie: first.cookie })).statusCode).toBe(401);
  });

  test("G20 signing in again over a new connection is answered, although it ends the previous session", async () => {
    const { app, signIn, get } = serverWithSignIn();
    const { cookie } = await signIn("annas");
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => app.close());
    const next = await new Promise<string>((answered, failed) => {
      const headers = { cookie, host: HOST, "content-type": "application/json" };
      const asked = request(`${address}/api/sign-in`, { method: "POST", headers }, (response) => {
        response.resume();
        answered(String(response.headers["set-cookie"]).split(";")[0] ?? "");
      });
      asked.once("error", failed);
      asked.end(JSON.stringify({ token: "bens" }));
    });
    expect((await get("/who-asks", { cookie: next })).json()).toMatchObject({ userName: "ben" });
  });

  test("G20 an open stream keeps its session active, and ends with it", async () => {
    const { app, post, pass, authenticator, get } = serverWithSignIn({ launchSecret: "of-this-start" });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => app.close());
    const signedIn = await post("/api/sign-in", { launch: "of-this-start" });
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";

    const { ended } = await new Promise<{ readonly ended: Promise<void> }>((opened, failed) => {
      const asked = request(`${address}/api/stream`, { headers: { cookie, host: HOST } }, (response) => {
        expect(response.statusCode).toBe(200);
        response.resume();
        opened({ ended: new Promise<void>((done) => response.once("close", () => done())) });
      });
      asked.once("error", failed);
      asked.end();
    });
    pass(SESSION_IDLE_MS);
    await authenticator.sweep();
    expect((await get("/who-asks", { cookie })).statusCode).toBe(200);
    await post("/api/sign-out", {}, { cookie });
    await ended;
    expect(authenticator.sessions.count).toBe(0);
  });
});

describe("the launch address that is printed", () => {
  test("G21 signs in the reader as the owner, and refuses other credentials", async () => {
    const { post, get } = serverWithSignIn({ launchSecret: "the-secret-of-this-start" });
    expect((await get("/api/node?name=n1")).statusCode).toBe(401);
    expect((await post("/api/sign-in", { launch: "another" })).json()).toMatchObject({ code: "LaunchRefused" });
    expect((await post("/api/sign-in", { token: "annas" })).json()).toMatchObject({ code: "NotOffered" });
    const answer = await post("/api/sign-in", { launch: "the-secret-of-this-start" });
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await get("/who-asks", { cookie })).json()).toEqual({ kind: "owner" });
    expect((await get("/api/node?name=n1", { cookie })).statusCode).toBe(200);
  });
});

test("G20 notifies listeners that a session is over", async () => {
  const { authenticator, signIn, post } = serverWithSignIn();
  const over: string[] = [];
  authenticator.whenOver((id) => over.push(id));
  const { cookie } = await signIn("annas");
  const [session] = authenticator.sessions.all();
  await post("/api/sign-out", {}, { cookie });
  expect(over).toEqual([session?.id]);
});
