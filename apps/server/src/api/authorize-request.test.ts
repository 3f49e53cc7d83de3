import { PassThrough } from "node:stream";
import type { Reviews } from "@daemonscope/kube-client/reviews/reviews";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { singleAccount } from "../access/auth/accounts.ts";
import { SessionAuthenticator } from "../access/auth/session/session-authenticator.ts";
import { type AddressFlags, serverAddressOf } from "../cli/options/address-options.ts";
import { needsSettledModel, readableTarget } from "./authorize-request.ts";
import { serverOnManualTime } from "./context.fixture.ts";

const NOTHING: AddressFlags = { basePath: undefined, forwardedFrom: [], publicUrl: undefined, certFile: undefined, keyFile: undefined };
const assets = { byPath: new Map(), index: "<html><head></head><body>the page</body></html>" };
const unexpectedCall = () => Promise.reject(new Error("not asked here"));
const reviews: Reviews = {
  selfSubjectReview: async () => ({ userName: "anna", groups: [] }),
  tokenReview: unexpectedCall,
  selfSubjectAccessReview: unexpectedCall,
  selfSubjectRulesReview: unexpectedCall,
  subjectAccessReview: unexpectedCall,
};

function serverAt(flags: Partial<AddressFlags>, signsIn = false) {
  const address = serverAddressOf({ ...NOTHING, ...flags });
  let secrets = 0;
  const secret = () => `secret-number-${String(++secrets).padStart(30, "0")}`;
  const signInParts = signsIn
    ? {
        authenticator: new SessionAuthenticator({
          nowMs: Date.now,
          secret,
          clusterName: () => "eu1",
          address,
          accounts: singleAccount(reviews),
          launchSecret: undefined,
        }),
      }
    : {};
  const made = serverOnManualTime({ address, assets, ...signInParts });
  Object.assign(made.context, { allowedHosts: () => ({ port: 7373, names: ["d.example"], anyLoopbackPort: false }) });
  const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
    made.app.inject({ method: "GET", url, remoteAddress, headers: { host: "127.0.0.1:7373", ...headers } });
  const signIn = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1", url = "/api/sign-in") =>
    made.app.inject({
      method: "POST",
      url,
      remoteAddress,
      headers: { host: "127.0.0.1:7373", "content-type": "application/json", ...headers },
      payload: JSON.stringify({ token: "annas" }),
    });
  return { ...made, ask, signIn };
}

test("G22 a base path prefixes the page, deep links and data, and their own addresses are relative", async () => {
  const { ask } = serverAt({ basePath: "/tools/daemonscope" });
  expect((await ask("/tools/daemonscope/", { accept: "text/html" })).body).toContain('<base href="./">');
  expect((await ask("/tools/daemonscope/daemonsets/kube-system/logs", { accept: "text/html" })).body).toContain('<base href="../../">');
  expect((await ask("/tools/daemonscope/api/keyframe")).statusCode).toBe(200);
});

test("G22 other paths get one sentence with the base path; the root redirects, and probes answer", async () => {
  const { ask } = serverAt({ basePath: "/tools/daemonscope" });
  for (const path of ["/api/keyframe", "/nodes", "/tools/", "/tools/daemonscopes/"]) {
    const answer = await ask(path);
    expect([path, answer.statusCode, answer.json()]).toEqual([
      path,
      404,
      { code: "OutsideBasePath", message: "This server answers only below /tools/daemonscope/ (--base-path): use a path below it." },
    ]);
  }
  for (const path of ["/", "/tools/daemonscope"]) {
    const answer = await ask(path, { accept: "text/html" });
    expect([answer.statusCode, answer.headers.location]).toEqual([307, "/tools/daemonscope/"]);
  }
  expect((await ask("/livez")).statusCode).toBe(200);
  expect((await ask("/tools/daemonscope/livez")).statusCode).toBe(200);
});

test("G23 trusts forwarded headers only from the named proxies", async () => {
  const { ask } = serverAt({ forwardedFrom: ["10.0.0.0/8"] });
  const upstream = { host: "daemonscope.monitoring.svc", "x-forwarded-host": "d.example", "x-forwarded-proto": "https" };
  expect((await ask("/api/keyframe", upstream, "10.1.2.3")).statusCode).toBe(200);
  expect((await ask("/api/keyframe", { ...upstream, origin: "https://d.example" }, "10.1.2.3")).statusCode).toBe(200);
  expect((await ask("/api/keyframe", { ...upstream, origin: "http://d.example" }, "10.1.2.3")).json().code).toBe("ForeignOrigin");
  expect((await ask("/api/keyframe", { ...upstream, "x-forwarded-host": "evil.example" }, "10.1.2.3")).json().code).toBe("ForeignHost");
  expect((await ask("/api/keyframe", upstream, "11.1.2.3")).json().code).toBe("ForeignHost");
  expect((await ask("/api/keyframe", { ...upstream, host: "d.example", origin: "https://d.example" }, "11.1.2.3")).json().code).toBe(
    "ForeignOrigin",
  );
});

test("G23 without --forwarded-from it trusts no forwarded header", async () => {
  const { ask } = serverAt({});
  expect((await ask("/api/keyframe", { host: "evil.example", "x-forwarded-host": "d.example" })).json().code).toBe("ForeignHost");
});

test("G24 over plain http it refuses sign-in from another machine, regardless of its headers", async () => {
  const { signIn } = serverAt({ forwardedFrom: ["10.0.0.1"] }, true);
  const refused = await signIn({ "x-forwarded-proto": "https", host: "d.example" }, "10.9.9.9");
  expect([refused.statusCode, refused.json().code, refused.headers["set-cookie"]]).toEqual([403, "NotOverTls", undefined]);
  expect((await signIn({ "x-forwarded-proto": "http", "x-forwarded-for": "203.0.113.5", host: "d.example" }, "10.0.0.1")).json().code).toBe(
    "NotOverTls",
  );
  expect((await signIn({ "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.5", host: "d.example" }, "10.0.0.1")).statusCode).toBe(
    204,
  );
});

test.each([
  ["an unknown scheme", {}, "/api/sign-in", /^daemonscope-7373=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/],
  [
    "https at the root",
    { publicUrl: "https://127.0.0.1:7373/" },
    "/api/sign-in",
    /^__Host-daemonscope-7373=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  ],
  [
    "https below a path",
    { publicUrl: "https://127.0.0.1:7373/x/", basePath: "/x/" },
    "/x/api/sign-in",
    /^__Secure-daemonscope-7373=[^;]+; Path=\/x\/; HttpOnly; SameSite=Lax; Secure$/,
  ],
] as const)("G20 name, path and Secure of a session cookie fit the address: %s", async (_what, flags, url, cookie) => {
  const { signIn } = serverAt(flags, true);
  expect((await signIn({}, "127.0.0.1", url)).headers["set-cookie"]).toMatch(cookie);
});

test("G20 responses are not stored on disk, and signing out clears the browser's storage", async () => {
  const { signIn, ask, app } = serverAt({}, true);
  const cookie = String((await signIn()).headers["set-cookie"]).split(";")[0] ?? "";
  expect((await ask("/api/session", { cookie })).headers["cache-control"]).toBe("no-store");
  const signOut = await app.inject({
    method: "POST",
    url: "/api/sign-out",
    headers: { host: "127.0.0.1:7373", "content-type": "application/json", cookie },
    payload: "{}",
  });
  expect([signOut.statusCode, signOut.headers["clear-site-data"]]).toEqual([204, '"cache"']);
});

test.each([
  ["/api/explain", true],
  ["/api/taints", true],
  ["/api/stream", false],
  ["/api/keyframe", false],
  ["/readyz", false],
  ["/livez", false],
  ["/metrics", false],
  ["/*", false],
])("an answer of %s waits for a tick in time slices: %s", (route, waits) => {
  expect(needsSettledModel(route)).toBe(waits);
});

test("an answer waits for a tick that began while its request body arrived", async () => {
  let isWhole = true;
  const { app, time } = serverOnManualTime({ isWhole: () => isWhole });
  const body = new PassThrough();
  let isAnswered = false;
  const asking = app
    .inject({
      method: "POST",
      url: "/api/what-if",
      headers: { host: "127.0.0.1:7373", "content-type": "application/json" },
      payload: body,
    })
    .then((answer) => {
      isAnswered = true;
      return answer;
    });
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise((done) => setImmediate(done));
  };
  body.write('{"steps":');
  await turns(10);
  isWhole = false;
  body.end("[]}");
  await turns(20);
  time.pass();
  await turns(20);
  expect(isAnswered).toBe(false);
  isWhole = true;
  time.pass();
  expect((await asking).statusCode).toBe(200);
});

describe("readableTarget", () => {
  test.each([
    ["/daemonsets/%E0%A4%A", "/daemonsets/%25E0%25A4%25A"],
    ["/%?a=%E0", "/%25?a=%E0"],
    ["/a%20b/c?d=e", "/a%20b/c?d=e"],
    ["/nodes?q=%", "/nodes?q=%"],
  ])("%s is logged as %s", (target, readable) => {
    expect(readableTarget(target)).toBe(readable);
  });

  test("any target becomes decodable, and a decodable one is unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("%", "E", "0", "A", "4", "/", "?", "f") }), (text) => {
        const readable = readableTarget(`/${text}`);
        expect(() => decodeURI(readable.split("?")[0] ?? "")).not.toThrow();
        expect(readableTarget(readable)).toBe(readable);
      }),
      { seed: 20260301 },
    );
  });
});
