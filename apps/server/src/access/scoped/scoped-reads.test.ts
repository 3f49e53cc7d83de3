import { startRawApiServer } from "@daemonscope/kube-client/http/api-server.fixture";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { expect, it, onTestFinished } from "vitest";
import { NodePseudonyms } from "./node-pseudonyms.ts";
import { ScopedReads, scopedTransport } from "./scoped-reads.ts";
import { fixtureRights } from "./users.fixture.ts";

const SERVER_MESSAGE = 'Get "https://worker-2:10250/containerLogs/alpha/p/c": dial tcp: lookup worker-2: no such host';
const failing: Transport = {
  server: "https://cluster",
  get: () => Promise.reject(new KubeRequestError("status", `GET: ${SERVER_MESSAGE}`, { httpStatus: 500, serverMessage: SERVER_MESSAGE })),
};

it("G29 G34 a refusal of the API server names no node to a user who may not list nodes", async () => {
  const hidden = new NodePseudonyms((name) => name === "worker-2", Buffer.alloc(16));
  const asked = scopedTransport(failing, fixtureRights(["alpha"]), hidden).get("/api/v1/namespaces/alpha/pods/p/log", {}, {} as never);
  const error = await asked.then(
    () => undefined,
    (reason: unknown) => reason as KubeRequestError,
  );
  expect(error).toMatchObject({ code: "status", httpStatus: 500 });
  for (const words of [error?.message, error?.serverMessage]) expect(words).toMatch(/https:\/\/node#[0-9a-f]{12}:10250.*lookup node#/);
  for (const words of [error?.message, error?.serverMessage]) expect(words).not.toContain("worker-2");
});

/** Lists objects of one path for a user who may not list nodes. No node is known. */
async function listedWithoutNodes(path: string, items: readonly object[]) {
  const api = await startRawApiServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ metadata: {}, items }));
  });
  onTestFinished(() => api.close());
  const hidden = new NodePseudonyms(() => false, Buffer.alloc(16));
  const reads = new ScopedReads({ transport: plainHttpTransport(api.url), namespace: undefined }, fixtureRights(["alpha"]), hidden);
  return (await reads.list("test", { path, limit: 10 }, (object) => JSON.stringify(object))).objects;
}

it.each([
  { spec: { nodeName: "zq-gone" } },
  { status: { nominatedNodeName: "zq-gone" } },
  { status: { hostIP: "zq-gone" } },
  { source: { host: "zq-gone" } },
])("G29 a node that only the field in %j names is hidden in the other texts of the object", async (field) => {
  const pod = { ...field, metadata: { name: "p", namespace: "alpha", uid: "u", annotations: { note: "waits for zq-gone" } } };
  const [text] = await listedWithoutNodes("/api/v1/namespaces/alpha/pods", [pod]);
  expect(text).toMatch(/"note":"waits for node#[0-9a-f]{12}"/);
  expect(text).not.toContain("zq-gone");
});

it("G29 events of nodes are not listed for a user who may not list nodes", async () => {
  const event = (kind: string) => ({ metadata: { name: kind, namespace: "alpha" }, involvedObject: { kind, name: "zq" } });
  const listed = await listedWithoutNodes("/api/v1/namespaces/alpha/events", [event("Node"), event("Pod")]);
  expect(listed.map((text) => JSON.parse(text).metadata.name)).toEqual(["Pod"]);
});
