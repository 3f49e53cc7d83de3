import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { node, type TestedApi, testedApi, touch } from "./api.fixture.ts";

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi({ control: { advance: (ms) => api.clock.advance(ms) }, bookmarkEveryMs: 20 });
});
afterEach(() => api.close());

const fault = (body: object) => api.ask("POST", "/simulator/faults", body);
const names = async (query = "") => (await api.ask("GET", `/api/v1/nodes${query}`)).body.items.map(({ metadata }) => metadata.name);

/** Restores a backup that has the node `old`, but not `late` and two later versions. */
async function restored(): Promise<{ readonly restoredVersion: number; readonly lostVersion: number }> {
  api.store.create("nodes", node("old"));
  const restoredVersion = api.store.resourceVersion;
  api.clock.advance(10_000);
  api.store.create("nodes", node("late"));
  touch(api.store, "nodes", "old", "1");
  touch(api.store, "nodes", "old", "2");
  const lostVersion = api.store.resourceVersion;
  expect(await fault({ verb: "restoreOlderState", secondsAgo: 5 })).toMatchObject({ code: 200 });
  return { restoredVersion, lostVersion };
}

describe("an API that returns to an older state", () => {
  it("has the objects and the version of that state, and reuses later versions", async () => {
    const { restoredVersion } = await restored();
    expect(await names()).toEqual(["old"]);
    expect((await api.ask("GET", "/api/v1/nodes/old")).body.metadata).toMatchObject({ resourceVersion: String(restoredVersion) });
    expect(api.store.create("nodes", node("new")).metadata.resourceVersion).toBe(String(restoredVersion + 1));
  });

  it("resets every watch before it sends events of the older state", async () => {
    api.store.create("nodes", node("old"));
    api.clock.advance(10_000);
    const watch = await api.watch(`/api/v1/nodes?watch=true&resourceVersion=${api.store.resourceVersion}`);
    api.store.create("nodes", node("late"));
    expect((await watch.next())?.object.metadata.name).toBe("late");
    await fault({ verb: "restoreOlderState", secondsAgo: 5 });
    await expect(watch.next()).rejects.toThrow();
  });

  it("refuses a list at a later version with 504, and an older watch with 410", async () => {
    const { restoredVersion, lostVersion } = await restored();
    const list = await api.ask("GET", `/api/v1/nodes?resourceVersion=${lostVersion}&resourceVersionMatch=NotOlderThan&limit=1`);
    expect(list).toMatchObject({
      code: 504,
      body: { message: `Timeout: Too large resource version: ${lostVersion}, current: ${restoredVersion}` },
    });
    const watch = await api.watch(`/api/v1/nodes?watch=true&resourceVersion=${restoredVersion - 1}`);
    expect(await watch.next()).toMatchObject({ type: "ERROR", object: { code: 410 } });
  });

  it("sends nothing on a watch from a later version until that version is reached again, not even a bookmark", async () => {
    const { restoredVersion, lostVersion } = await restored();
    const watch = await api.watch(`/api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=${lostVersion}`);
    expect(watch.status).toBe(200);
    const other = await api.watch(`/api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=${restoredVersion}`);
    expect((await other.next())?.type).toBe("BOOKMARK");
    for (let version = restoredVersion + 1; version <= lostVersion + 1; version++) api.store.create("nodes", node(`n${version}`));
    expect((await watch.next())?.object.metadata).toMatchObject({ name: `n${lostVersion + 1}` });
    await Promise.all([watch.close(), other.close()]);
  });

  it("ends a streamed list at a later version with an ERROR event of 504", async () => {
    const { lostVersion } = await restored();
    const streaming = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    const watch = await api.watch(`/api/v1/nodes?${streaming}&resourceVersion=${lostVersion}`);
    expect(await watch.next()).toMatchObject({ type: "ERROR", object: { code: 504, reason: "Timeout" } });
    expect(await watch.next()).toBeUndefined();
  });

  it("does not mix pages of the two states with the same version", async () => {
    for (const name of ["a", "b", "c"]) api.store.create("nodes", node(name));
    api.clock.advance(10_000);
    api.store.create("nodes", node("d"));
    const first = (await api.ask("GET", "/api/v1/nodes?limit=1")).body.metadata as { readonly continue?: string };
    await fault({ verb: "restoreOlderState", secondsAgo: 5 });
    api.store.create("nodes", node("e"));
    expect(await names("?limit=10")).toEqual(["a", "b", "c", "e"]);
    const next = await api.ask("GET", `/api/v1/nodes?limit=10&continue=${first.continue}`);
    expect(next.code === 200 ? next.body.items.map(({ metadata }) => metadata.name) : next.code).toEqual(["b", "c", "e"]);
  });

  it("refuses the fault without a time, or with a time before its history", async () => {
    api.store.create("nodes", node("a"));
    for (const more of [{}, { secondsAgo: -1 }, { secondsAgo: "5" }])
      expect((await fault({ verb: "restoreOlderState", ...more })).code).toBe(400);
    api.faults.expireHistory();
    api.clock.advance(5000);
    expect(await fault({ verb: "restoreOlderState", secondsAgo: 60 })).toMatchObject({
      code: 409,
      body: { message: "secondsAgo of restoreOlderState is 60: the history of the API server begins later." },
    });
    expect(await names()).toEqual(["a"]);
  });
});

describe("nodes with a wrong clock", () => {
  it("are one or all, until the fault ends", async () => {
    for (const name of ["a", "b"]) api.store.create("nodes", node(name));
    const skews = () => api.store.list("nodes").map(({ metadata }) => metadata.annotations?.["control-plane.test/clock-skew"]);
    expect((await fault({ verb: "skewClock", node: "a", seconds: -90 })).code).toBe(200);
    expect(skews()).toEqual(["-90s", undefined]);
    await fault({ verb: "skewClock", seconds: 30 });
    expect(skews()).toEqual(["30s", "30s"]);
    await fault({ verb: "skewClock", seconds: 0 });
    expect(skews()).toEqual([undefined, undefined]);
    for (const bad of [{}, { seconds: "5" }, { node: 3, seconds: 5 }]) expect((await fault({ verb: "skewClock", ...bad })).code).toBe(400);
    expect(await fault({ verb: "skewClock", node: "none", seconds: 5 })).toMatchObject({
      code: 409,
      body: { message: 'node of skewClock is "none": there is no such node.' },
    });
  });
});
