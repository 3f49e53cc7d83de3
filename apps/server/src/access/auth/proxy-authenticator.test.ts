import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { serverOnManualTime } from "../../api/context.fixture.ts";
import { trustedAddressesOf } from "../../cli/options/address-options.ts";
import { PLAIN_ADDRESS } from "../../platform/address/server-address.ts";
import type { ProxyAuthOptions } from "./auth-options.ts";
import { MAX_STREAM_MS, ProxyAuthenticator } from "./proxy-authenticator.ts";
import { principalOf } from "./request-principal.ts";

const SECRET = "a secret that is long enough";
const CHOICE: ProxyAuthOptions = {
  from: trustedAddressesOf("proxy-from", ["10.0.0.0/8"]),
  secretFile: "unread",
  userHeader: "x-forwarded-user",
  groupsHeader: "x-forwarded-groups",
  prefixes: { userName: "", groups: "" },
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function behindProxy(choice: Partial<ProxyAuthOptions> = {}) {
  const waits = new Set<{ readonly ms: number; readonly run: () => void }>();
  const after = (ms: number, run: () => void) => {
    const wait = { ms, run };
    waits.add(wait);
    return { cancel: () => void waits.delete(wait) };
  };
  const authenticator = new ProxyAuthenticator({ ...CHOICE, ...choice }, SECRET, after);
  const made = serverOnManualTime({
    authenticator,
    address: PLAIN_ADDRESS,
    assets: { byPath: new Map(), index: "<html><head></head></html>" },
  });
  made.app.get("/who-asks", { config: { access: "user" } }, async (request) => principalOf(request));
  const ask = (headers: Record<string, string | string[]>, remoteAddress = "10.1.2.3", url = "/who-asks") =>
    made.app.inject({ method: "GET", url, remoteAddress, headers: { host: "127.0.0.1:7373", ...headers } });
  return { ...made, ask, waits };
}

describe("--auth proxy", () => {
  test("G26 the proxy names the user in every request, and the server asks the cluster for the user's rights", async () => {
    const { ask } = behindProxy();
    const headers = { "x-daemonscope-secret": SECRET, "x-forwarded-user": "anna@example.org", "x-forwarded-groups": "dev, ops,,dev" };
    const anna = (await ask(headers)).json();
    expect(anna).toMatchObject({
      kind: "person",
      userName: "anna@example.org",
      groups: ["dev", "ops", "system:authenticated"],
      credential: { kind: "impersonated" },
    });
    expect((await ask(headers)).json().sessionId).toBe(anna.sessionId);
    expect((await ask({ ...headers, "x-forwarded-groups": "dev" })).json().sessionId).not.toBe(anna.sessionId);
    expect(JSON.stringify(anna)).not.toContain(SECRET);
  });

  test("G26 prefixes turn the names into those of the cluster", async () => {
    const { ask } = behindProxy({ prefixes: { userName: "oidc:", groups: "oidc:" } });
    const { userName, groups } = (
      await ask({ "x-daemonscope-secret": SECRET, "x-forwarded-user": "anna", "x-forwarded-groups": "dev" })
    ).json();
    expect([userName, groups]).toEqual(["oidc:anna", ["oidc:dev", "system:authenticated"]]);
  });

  test("G26 accepts a name and a group in UTF-8, and refuses another encoding", async () => {
    const { ask } = behindProxy();
    const wire = (text: string) => Buffer.from(text, "utf8").toString("latin1");
    const headers = { "x-daemonscope-secret": SECRET, "x-forwarded-user": wire("žofia"), "x-forwarded-groups": wire("平台") };
    expect((await ask(headers)).json()).toMatchObject({ userName: "žofia", groups: ["平台", "system:authenticated"] });
    expect((await ask({ ...headers, "x-forwarded-user": "\u00e9" })).json()).toMatchObject({ code: "UnclearPerson" });
  });

  test("G26 ends a stream after a quarter of an hour, so that the proxy is asked again", async () => {
    const { app, context, waits } = behindProxy({ from: trustedAddressesOf("proxy-from", ["127.0.0.1"]) });
    app.get("/goes-on", { config: { access: "user" } }, (_request, reply) => {
      reply.hijack();
      reply.raw.write("begun");
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    closing.push(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    Object.assign(context, { allowedHosts: () => ({ port, names: [], anyLoopbackPort: false }) });
    const headers = { "x-daemonscope-secret": SECRET, "x-forwarded-user": "anna" };
    const { ended } = await new Promise<{ readonly ended: Promise<void> }>((opened, failed) => {
      const asked = request({ port, host: "127.0.0.1", path: "/goes-on", headers }, (response) => {
        response.resume();
        response.on("error", () => undefined);
        opened({ ended: new Promise<void>((done) => response.once("close", () => done())) });
      });
      asked.once("error", failed);
      asked.end();
    });
    const [wait] = waits;
    expect(wait?.ms).toBe(MAX_STREAM_MS);
    wait?.run();
    await ended;
  });

  test("G26 a browser that bypasses the proxy gets one sentence, and no JSON", async () => {
    const { ask } = behindProxy();
    const { statusCode, headers, body } = await ask({ accept: "text/html", "sec-fetch-dest": "document" }, "10.1.2.3", "/");
    expect([statusCode, headers["content-type"], headers["x-content-type-options"]]).toEqual([401, "text/plain; charset=utf-8", "nosniff"]);
    expect(body).toBe("People come to this server through its proxy, which says who they are: open the proxy's address.\n");
  });

  const validHeaders = { "x-daemonscope-secret": SECRET, "x-forwarded-user": "anna" };
  test.each<[string, Record<string, string | string[]>, string, number, string]>([
    ["nothing", {}, "10.1.2.3", 401, "NotThroughProxy"],
    ["another address", validHeaders, "192.168.0.9", 403, "NotTheProxy"],
    ["an address that claims to be the proxy's", { ...validHeaders, "x-forwarded-for": "10.1.2.3" }, "192.168.0.9", 403, "NotTheProxy"],
    ["this machine, which was not named", validHeaders, "127.0.0.1", 403, "NotTheProxy"],
    ["no secret", { "x-forwarded-user": "anna" }, "10.1.2.3", 403, "WrongSecret"],
    ["another secret", { ...validHeaders, "x-daemonscope-secret": `${SECRET}x` }, "10.1.2.3", 403, "WrongSecret"],
    ["two secrets", { ...validHeaders, "x-daemonscope-secret": [SECRET, SECRET] }, "10.1.2.3", 403, "WrongSecret"],
    ["no name", { "x-daemonscope-secret": SECRET }, "10.1.2.3", 403, "NoPerson"],
    ["an empty name", { ...validHeaders, "x-forwarded-user": " " }, "10.1.2.3", 403, "UnclearPerson"],
    ["two names", { ...validHeaders, "x-forwarded-user": ["anna", "ben"] }, "10.1.2.3", 403, "UnclearPerson"],
    ["two lists of groups", { ...validHeaders, "x-forwarded-groups": ["a", "system:masters"] }, "10.1.2.3", 403, "UnclearPerson"],
    ["a name that only the cluster assigns", { ...validHeaders, "x-forwarded-user": "system:admin" }, "10.1.2.3", 403, "UnclearPerson"],
    [
      "a group that only the cluster assigns",
      { ...validHeaders, "x-forwarded-groups": "dev,system:masters" },
      "10.1.2.3",
      403,
      "UnclearPerson",
    ],
  ])("G26 refuses %s", async (_what, headers, from, status, code) => {
    const { ask } = behindProxy();
    for (const url of ["/who-asks", "/api/keyframe", "/", "/metrics"]) {
      const answer = await ask(headers, from, url);
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, status, code]);
      expect(answer.body).not.toContain(SECRET);
    }
  });
});
