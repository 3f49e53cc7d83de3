import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { describe, expect, it, test } from "vitest";
import { buildServer } from "../../api/build-server.ts";
import { contextOnManualTime } from "../../api/context.fixture.ts";
import { multiCluster } from "../../clusters/clusters.ts";
import { PLAIN_ADDRESS } from "../../platform/address/server-address.ts";
import { AccessControl } from "../scoped/access-control.ts";
import { readingsByAccess } from "../scoped/request-scope.ts";
import { fixtureRights } from "../scoped/users.fixture.ts";
import { SessionAuthenticator } from "./session/session-authenticator.ts";

const HOST = "127.0.0.1:7373";

/** A cluster that knows the owners of tokens. */
function reviewsKnowing(users: Readonly<Record<string, string>>, state: { isSilent: boolean }): Reviews {
  const unexpectedCall = () => Promise.reject(new Error("not asked here"));
  return {
    selfSubjectReview: async (caller) => {
      if (state.isSilent) throw new KubeRequestError("timeout", "no answer");
      const userName = caller.kind === "own token" ? users[caller.token] : undefined;
      if (userName === undefined) throw new KubeRequestError("unauthorized", "401", { httpStatus: 401 });
      return { userName, groups: [] };
    },
    tokenReview: unexpectedCall,
    selfSubjectAccessReview: unexpectedCall,
    selfSubjectRulesReview: unexpectedCall,
    subjectAccessReview: unexpectedCall,
  };
}

/** A server of the clusters eu and us, which know different users. Both accept the token `of-both`. */
function serverOfTwoClusters() {
  let now = 0;
  let secrets = 0;
  const state = { isSilent: false };
  const tokens = { eu: { "of-eu": "anna", "of-both": "mia" } as Record<string, string>, us: { "of-us": "root", "of-both": "mia.us" } };
  const all = new Map([
    ["eu", reviewsKnowing(tokens.eu, state)],
    ["us", reviewsKnowing(tokens.us, state)],
  ]);
  const asked: string[] = [];
  const parts = [contextOnManualTime(), contextOnManualTime()].map((made, prefix) => {
    const name = prefix === 0 ? "eu" : "us";
    const rights = new AccessControl({
      whole: () => ({
        live: made.live,
        reads: made.context.liveReadingOf({}).reads,
        frames: { build: "test", timers: made.time.timers, random: () => 0.5, wallNowMs: made.time.nowMs },
        statuses: () => made.live.sources(),
        past: made.context.pastOf({}),
        problem: () => undefined,
      }),
      ask: async ({ userName }) => {
        asked.push(`${name} ${userName}`);
        return fixtureRights(userName === "mia.us" ? "none" : "all");
      },
      timers: made.time.timers,
    });
    return { ...made.part, ...readingsByAccess(made.part), rights, name };
  });
  const clusters = multiCluster(parts);
  const authenticator = new SessionAuthenticator({
    nowMs: () => now,
    secret: () => `secret-number-${String(++secrets).padStart(30, "0")}`,
    clusterName: (request) => request.clusterName ?? "eu, us",
    address: PLAIN_ADDRESS,
    accounts: { clusterOf: ({ clusterName }) => clusterName, all: () => all },
  });
  const { context } = contextOnManualTime();
  const index = "<html><head></head></html>";
  const app = buildServer({ ...context, clusters, ...clusters, authenticator, assets: { byPath: new Map(), index } });
  const headers = (cookie: string) => ({ host: HOST, "content-type": "application/json", ...(cookie === "" ? {} : { cookie }) });
  const signIn = async (prefix: string, token: string, cookie = "") => {
    const answer = await app.inject({
      method: "POST",
      url: `${prefix}/api/sign-in`,
      headers: headers(cookie),
      payload: JSON.stringify({ token }),
    });
    return { answer, cookie: String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "" };
  };
  const get = (url: string, cookie: string, more: Record<string, string> = {}) =>
    app.inject({ url, headers: { ...headers(cookie), ...more } });
  const seen = async (cookie: string) => {
    const { clusters: listed } = (await get("/api/clusters", cookie)).json();
    return listed.map((each: { name: string; hearing: string; agents: unknown[] }) => [each.name, each.hearing, each.agents.length]).sort();
  };
  return { signIn, get, seen, asked, state, authenticator, tokens, pass: (ms: number) => (now += ms) };
}

describe("G47 users of several clusters", () => {
  it("are signed in to one cluster only, and see nothing of another", async () => {
    const { signIn, get, seen } = serverOfTwoClusters();
    const { cookie } = await signIn("/clusters/eu", "of-eu");
    expect((await get("/clusters/eu/api/keyframe", cookie)).statusCode).toBe(200);
    expect((await get("/clusters/us/api/keyframe", cookie)).statusCode).toBe(401);
    expect((await get("/clusters/eu/api/session", cookie)).json()).toMatchObject({ userName: "anna" });
    expect(await seen(cookie)).toEqual([
      ["eu", "live", 1],
      ["us", "forbidden", 0],
    ]);
  });
  it("sign in to one after the other, and stay signed in to the first", async () => {
    const { signIn, get } = serverOfTwoClusters();
    const first = await signIn("/clusters/eu", "of-eu");
    const { cookie } = await signIn("/clusters/us", "of-us", first.cookie);
    for (const name of ["eu", "us"]) expect((await get(`/clusters/${name}/api/keyframe`, cookie)).statusCode).toBe(200);
    expect((await get("/clusters/us/api/session", cookie)).json()).toMatchObject({ userName: "root" });
    expect((await get("/clusters/eu/api/keyframe", first.cookie)).statusCode).toBe(401);
  });
  it("sign in to all clusters that accept their token, each with its own user name and rights", async () => {
    const { signIn, seen, asked } = serverOfTwoClusters();
    const { cookie } = await signIn("", "of-both");
    expect(await seen(cookie)).toEqual([
      ["eu", "live", 1],
      ["us", "forbidden", 0],
    ]);
    expect(asked.sort()).toEqual(["eu mia", "us mia.us"]);
  });
  it("read no template of a cluster that they may not see", async () => {
    const { signIn, get } = serverOfTwoClusters();
    const { cookie } = await signIn("/clusters/eu", "of-eu");
    const answer = await get("/api/clusters/difference?namespace=kube-system&daemonSet=logs&from=us&to=eu", cookie);
    expect([answer.statusCode, answer.json().code]).toEqual([404, "ClusterNotFound"]);
  });
  it("are signed out of all clusters if one of their tokens is revoked", async () => {
    const { signIn, get, authenticator, tokens, pass } = serverOfTwoClusters();
    const first = await signIn("/clusters/us", "of-us");
    const { cookie } = await signIn("/clusters/eu", "of-eu", first.cookie);
    delete tokens.eu["of-eu"];
    pass(6 * 60_000);
    await authenticator.sweep();
    expect((await get("/clusters/us/api/keyframe", cookie)).statusCode).toBe(401);
  });
  test.each([
    ["", "wrong", 401, "TokenRefused"],
    ["/clusters/us", "of-eu", 401, "TokenRefused"],
    ["/clusters/other", "of-eu", 404, "ClusterNotFound"],
  ])("at %s a token %s is refused: %i %s", async (prefix, token, status, code) => {
    const { answer } = await serverOfTwoClusters().signIn(prefix, token);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });
  it("do not get a wrong-token error while a silent cluster may know the token", async () => {
    const { signIn, state } = serverOfTwoClusters();
    state.isSilent = true;
    expect((await signIn("", "of-eu")).answer.json().code).toBe("ClusterSilent");
  });
  it("get the sign-in page of the cluster that they opened", async () => {
    const { get } = serverOfTwoClusters();
    const page = await get("/clusters/us/", "", { accept: "text/html" });
    expect(page.statusCode).toBe(401);
    expect(page.body).toContain('<meta name="daemonscope-cluster" content="us">');
    expect(page.body).toContain("&quot;cluster&quot;:&quot;us&quot;");
  });
});
