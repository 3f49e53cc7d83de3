import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { node, pod, type TestedApi, testedApi, touch } from "../api.fixture.ts";

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
});
afterEach(() => api.close());

const names = (body: { readonly items: readonly { readonly metadata: { readonly name: string } }[] }) =>
  body.items.map((item) => item.metadata.name);

it("list items have no kind and version; a single object has them", async () => {
  api.store.create("nodes", node("a"));
  const { body } = await api.ask("GET", "/api/v1/nodes");
  expect(body).toMatchObject({ kind: "NodeList", apiVersion: "v1" });
  expect(Object.keys(body.items[0] ?? {})).toEqual(["metadata", "spec", "status"]);
  expect((await api.ask("GET", "/api/v1/nodes/a")).body).toMatchObject({ kind: "Node", apiVersion: "v1" });
});

describe("a list in pages", () => {
  it("has the version of the first page to its end, despite writes", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) api.store.create("nodes", node(name));
    const version = String(api.store.resourceVersion);
    const first = await api.ask("GET", "/api/v1/nodes?limit=2");
    expect(names(first.body)).toEqual(["a", "b"]);
    expect(first.body.metadata).toMatchObject({ resourceVersion: version, remainingItemCount: 3 });
    api.store.delete("nodes", undefined, "c");
    api.store.create("nodes", node("bb"));
    touch(api.store, "nodes", "d", "later");
    const token = (first.body.metadata as { continue: string }).continue;
    const rest = await api.ask("GET", `/api/v1/nodes?limit=2&continue=${token}`);
    expect(names(rest.body)).toEqual(["c", "d"]);
    expect(rest.body.items[1]?.metadata.labels).toBeUndefined();
    expect(rest.body.metadata).toMatchObject({ resourceVersion: version, remainingItemCount: 1 });
    const last = await api.ask("GET", `/api/v1/nodes?limit=2&continue=${(rest.body.metadata as { continue: string }).continue}`);
    expect(names(last.body)).toEqual(["e"]);
    expect(last.body.metadata).toEqual({ resourceVersion: version });
  });

  it("omits the remaining item count with a selector", async () => {
    for (const name of ["a", "b", "c"]) api.store.create("nodes", node(name, { on: "1" }));
    const { body } = await api.ask("GET", "/api/v1/nodes?limit=1&labelSelector=on%3D1");
    expect(body.metadata).not.toHaveProperty("remainingItemCount");
    expect(body.metadata).toHaveProperty("continue");
  });

  it("gets 410 with a token for an inconsistent continuation if its history is gone", async () => {
    for (const name of ["a", "b", "c"]) api.store.create("nodes", node(name));
    const first = await api.ask("GET", "/api/v1/nodes?limit=1");
    api.store.create("nodes", node("d"));
    api.faults.expireHistory();
    const token = (first.body.metadata as { continue: string }).continue;
    const refused = await api.ask("GET", `/api/v1/nodes?limit=1&continue=${token}`);
    expect(refused).toMatchObject({ code: 410, body: { reason: "Expired", kind: "Status", code: 410 } });
    const inconsistentToken = (refused.body.metadata as { continue: string }).continue;
    expect(names((await api.ask("GET", `/api/v1/nodes?limit=5&continue=${inconsistentToken}`)).body)).toEqual(["b", "c", "d"]);
  });

  it("is refused with a version together with the token, and with an invalid token", async () => {
    expect((await api.ask("GET", "/api/v1/nodes?continue=x&resourceVersion=5")).body.message).toBe(
      "specifying resource version is not allowed when using continue",
    );
    expect((await api.ask("GET", "/api/v1/nodes?continue=x")).code).toBe(400);
  });
});

describe("a list at a version", () => {
  it("is exact, not older than, or any, as requested", async () => {
    api.store.create("nodes", node("a"));
    const version = api.store.resourceVersion;
    api.store.create("nodes", node("b"));
    const listWith = async (query: string) => {
      const { body } = await api.ask("GET", `/api/v1/nodes?${query}`);
      return [names(body), (body.metadata as { resourceVersion: string }).resourceVersion];
    };
    const current = [["a", "b"], String(version + 1)];
    const atVersion = [["a"], String(version)];
    expect(await listWith(`resourceVersion=${version}&resourceVersionMatch=Exact`)).toEqual(atVersion);
    expect(await listWith(`resourceVersion=${version}&limit=10`)).toEqual(atVersion);
    expect(await listWith(`resourceVersion=${version}`)).toEqual(current);
    expect(await listWith(`resourceVersion=${version}&resourceVersionMatch=NotOlderThan&limit=5`)).toEqual(current);
    expect(await listWith("resourceVersion=0&limit=1")).toEqual(current);
    expect(await listWith("")).toEqual(current);
  });

  it.each([
    [
      "resourceVersion=0&resourceVersionMatch=Exact",
      422,
      'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    ],
    ["resourceVersionMatch=Exact", 422, "resourceVersionMatch is forbidden unless resourceVersion is provided"],
    ["sendInitialEvents=true", 422, "sendInitialEvents is forbidden for list"],
    ["resourceVersion=abc", 400, "invalid resource version"],
    ["resourceVersion=3&resourceVersionMatch=Exact", 410, "too old resource version: 3"],
    ["labelSelector=a%3D%3D%3Db", 400, "unable to parse requirement"],
    ["fieldSelector=spec.color%3Dred", 400, "field label not supported: spec.color"],
  ])("%s is refused with %i", async (query, code, message) => {
    const answer = await api.ask("GET", `/api/v1/nodes?${query}`);
    expect(answer).toMatchObject({ code, body: { kind: "Status", apiVersion: "v1", status: "Failure", code } });
    expect(answer.body.message).toContain(message);
  });

  it("waits for a future version, and is then refused with 504", async () => {
    const version = api.store.resourceVersion + 1;
    const coming = api.ask("GET", `/api/v1/nodes?resourceVersion=${version}`);
    api.store.create("nodes", node("a"));
    expect((await coming).code).toBe(200);
    const never = await api.ask("GET", `/api/v1/nodes?resourceVersion=${version + 5}`);
    expect(never).toMatchObject({
      code: 504,
      body: {
        reason: "Timeout",
        message: `Timeout: Too large resource version: ${version + 5}, current: ${version}`,
        details: { retryAfterSeconds: 1, causes: [{ reason: "ResourceVersionTooLarge" }] },
      },
    });
    expect(never.headers.get("retry-after")).toBe("1");
  });
});

describe("selectors", () => {
  it.each([
    ["labelSelector=tier%3Dweb", ["a"]],
    ["labelSelector=tier!%3Dweb", ["b", "c"]],
    ["labelSelector=tier+in+(web,db)", ["a", "b"]],
    ["labelSelector=tier+notin+(web)", ["b", "c"]],
    ["labelSelector=!tier", ["c"]],
    ["labelSelector=tier,size>3", ["b"]],
    ["fieldSelector=metadata.name%3Dc", ["c"]],
    ["fieldSelector=spec.nodeName%3Dn1", ["b"]],
    ["fieldSelector=spec.nodeName%3D,status.phase!%3DFailed", ["a", "c"]],
    ["fieldSelector=spec.hostNetwork%3Dfalse,metadata.namespace%3D%3Ddefault", ["a", "b", "c"]],
  ])("%s", async (query, expected) => {
    api.store.create("pods", pod("a", { tier: "web", size: "2" }));
    api.store.create("pods", pod("b", { tier: "db", size: "10" }));
    api.store.create("pods", pod("c"));
    api.store.bind("default", "b", "n1");
    expect(names((await api.ask("GET", `/api/v1/pods?${query}`)).body)).toEqual(expected);
  });
});

it("sends long lists whole and in order", async () => {
  for (let at = 0; at < 1234; at++) api.store.create("nodes", node(`n${String(at).padStart(4, "0")}`));
  const { body } = await api.ask("GET", "/api/v1/nodes");
  expect(body.kind).toBe("NodeList");
  expect(names(body)).toEqual(api.store.list("nodes").map((object) => object.metadata.name));
});
