import { text } from "node:stream/consumers";
import { TEST_CERTIFICATE, TEST_KEY } from "@daemonscope/kube-client/connect/certificates.fixture";
import { type RawApiServer, startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import type { Authorize } from "@daemonscope/kube-client/http/send-request";
import { afterEach, describe, expect, it } from "vitest";
import type { PlannedWrite } from "../requests/planned-write.ts";
import { isAllowedWrite } from "./write-paths.ts";
import { createWriteTransport, warningsIn } from "./write-transport.ts";

const servers: RawApiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const { signal } = new AbortController();
const write = (method: PlannedWrite["method"], path: string): PlannedWrite => ({ method, path, contentType: "application/json", body: {} });
const NODE = write("PATCH", "/api/v1/nodes/n1");

async function answering(code: number, { isPlain = false } = {}) {
  const bodies: string[] = [];
  const server = await startRawApiServer(
    async (_request, response, raw) => {
      bodies.push(await text(raw));
      response.statusCode = code;
      response.setHeader("content-type", "application/json");
      response.end("{}");
    },
    isPlain ? {} : { tls: { key: TEST_KEY, cert: TEST_CERTIFICATE } },
  );
  servers.push(server);
  const authorize: Authorize = async (request) => {
    Object.assign(request, { ca: TEST_CERTIFICATE });
    request.headers = { ...(request.headers as Record<string, string>), Authorization: "Bearer of-the-server", "Impersonate-User": "root" };
    return 1;
  };
  const authorizeAnonymous: Authorize = async (request) => {
    Object.assign(request, { ca: TEST_CERTIFICATE });
    return 1;
  };
  return { server, bodies, transport: createWriteTransport({ server: server.url, authorize, authorizeAnonymous }) };
}

const ALLOWED: readonly PlannedWrite[] = [
  NODE,
  write("PATCH", "/apis/apps/v1/namespaces/logging/daemonsets/agent"),
  write("POST", "/apis/apps/v1/namespaces/logging/daemonsets"),
  write("DELETE", "/apis/apps/v1/namespaces/logging/daemonsets/agent"),
  write("DELETE", "/api/v1/namespaces/logging/pods/agent-x7"),
  write("POST", "/api/v1/namespaces/logging/events"),
];

/** Names that lead to other paths, or to more than one object. */
const EVIL = [
  "",
  ".",
  "..",
  "%2e%2e",
  "a/b",
  "a%2fb",
  "a?x",
  "a#x",
  "*",
  " ",
  "A",
  "-a",
  "a-",
  "a b",
  "\u00e4",
  "a\n",
  `${"a".repeat(254)}`,
  "../secrets/x",
];

describe("G41 the allowed writes are a short list", () => {
  it.each(ALLOWED.map((each) => [each.method, each.path, each] as const))("%s %s", (_method, _path, each) =>
    expect(isAllowedWrite(each)).toBe(true),
  );
  it.each([
    ["DELETE", "/api/v1/nodes/n1"],
    ["POST", "/api/v1/nodes"],
    ["POST", "/api/v1/namespaces/logging/pods"],
    ["DELETE", "/api/v1/namespaces/logging/pods"],
    ["DELETE", "/api/v1/namespaces/logging"],
    ["PATCH", "/api/v1/namespaces/logging/secrets/s"],
    ["PATCH", "/apis/apps/v1/namespaces/logging/deployments/d"],
    ["POST", "/api/v1/namespaces/logging/pods/agent/eviction"],
    ["POST", "/api/v1/namespaces/logging/pods/agent/exec"],
    ["PATCH", "/apis/apps/v1/namespaces/logging/daemonsets/agent/status"],
    ["DELETE", "/apis/apps/v1/namespaces/logging/daemonsets"],
  ] as const)("refuses %s %s", (method, path) => expect(isAllowedWrite({ method, path })).toBe(false));
  it.each(EVIL)("never sends the name %j, in any allowed path", async (name) => {
    const { transport, server } = await answering(200, { isPlain: true });
    for (const { method, path } of ALLOWED)
      for (const other of [path.replace(/[^/]+$/, name), path.replace("/logging/", `/${name}/`)])
        if (other !== path) await expect(transport.send(write(method, other), { kind: "server" }, { signal })).rejects.toThrow(RangeError);
    expect(server.requests).toEqual([]);
  });
});

describe("G42 the identity of a write", () => {
  it("sends a user's token without any of the server's credentials", async () => {
    const { transport, server } = await answering(200);
    await transport.send(NODE, { kind: "own token", token: "of-mia" }, { signal });
    expect(server.requests[0]?.headers).toMatchObject({ authorization: "Bearer of-mia" });
    expect(server.requests[0]?.headers).not.toHaveProperty("impersonate-user");
  });
  it("never sends a user's token over plain http", async () => {
    const { transport, server } = await answering(200, { isPlain: true });
    await expect(transport.send(NODE, { kind: "own token", token: "of-mia" }, { signal })).rejects.toMatchObject({ code: "credentials" });
    expect(server.requests).toEqual([]);
  });
});

describe("G43 a request is sent once", () => {
  it("does not resend a write refused for its credentials, but resends a dry run", async () => {
    const { transport, server } = await answering(401);
    await expect(transport.send(NODE, { kind: "server" }, { signal })).rejects.toMatchObject({ code: "unauthorized" });
    expect(server.requests).toHaveLength(1);
    await expect(transport.send(NODE, { kind: "server" }, { signal, dryRun: true })).rejects.toMatchObject({ code: "unauthorized" });
    expect(server.requests).toHaveLength(3);
  });
  it("a dry run of a deletion is one in the body, because the API server then ignores the query", async () => {
    const { transport, server, bodies } = await answering(200);
    const deletion = { ...write("DELETE", "/api/v1/namespaces/logging/pods/agent-x7"), body: { preconditions: { uid: "u" } } };
    for (const dryRun of [true, false]) await transport.send(deletion, { kind: "server" }, { signal, dryRun });
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { preconditions: { uid: "u" }, dryRun: ["All"] },
      { preconditions: { uid: "u" } },
    ]);
    await transport.send(NODE, { kind: "server" }, { signal, dryRun: true });
    expect(server.requests.map(({ query }) => query.get("dryRun"))).toEqual([null, null, "All"]);
  });
  it("the API server's timeout is shorter than the client's, and the field manager is set", async () => {
    const { transport, server } = await answering(200);
    await transport.send(NODE, { kind: "server" }, { signal });
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({ fieldManager: "daemonscope", timeout: "10s" });
  });
});

it.each([
  ['299 - "one"', ["one"]],
  ['299 - "one", 299 kube "a \\"quoted\\" word"', ["one", 'a "quoted" word']],
  [undefined, []],
  ["110 - stale", []],
] as const)("reads warnings from %j", (header, warnings) => expect(warningsIn(header)).toEqual(warnings));
