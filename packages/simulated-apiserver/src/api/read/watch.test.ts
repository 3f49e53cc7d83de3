import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredObject } from "../../objects/contract.ts";
import { createRandom } from "../../time/random.ts";
import { node, pod, type TestedApi, testedApi, touch, type WatchEvent } from "../api.fixture.ts";

let api: TestedApi;
beforeEach(async () => {
  api = await testedApi();
});
afterEach(() => api.close());

const brief = (events: readonly WatchEvent[]) => events.map(({ type, object }) => `${type} ${object.metadata.name ?? ""}`.trim());
const STREAMING = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
const endsInitial = (event: WatchEvent | undefined) => event?.object.metadata.annotations?.["k8s.io/initial-events-end"];

describe("a watch starts", () => {
  it("after a version: with strictly later events only", async () => {
    api.store.create("nodes", node("a"));
    const from = api.store.resourceVersion;
    api.store.create("nodes", node("b"));
    const watch = await api.watch(`/api/v1/nodes?watch=true&resourceVersion=${from}`);
    touch(api.store, "nodes", "a", "1");
    api.store.delete("nodes", undefined, "b");
    const events = await watch.take(3);
    expect(brief(events)).toEqual(["ADDED b", "MODIFIED a", "DELETED b"]);
    expect(events.map(({ object }) => Number(object.metadata.resourceVersion))).toEqual([from + 1, from + 2, from + 3]);
    await watch.close();
  });

  it.each([["watch=true"], ["watch=true&resourceVersion=0"], ["watch=1"]])(
    "%s: with the current objects as ADDED, then later events",
    async (query) => {
      api.store.create("nodes", node("a"));
      const watch = await api.watch(`/api/v1/nodes?${query}`);
      touch(api.store, "nodes", "a", "1");
      expect(brief(await watch.take(2))).toEqual(["ADDED a", "MODIFIED a"]);
      await watch.close();
    },
  );

  it("as a streaming list: current objects, a marker with the version, then later events", async () => {
    api.store.create("nodes", node("a"));
    const version = String(api.store.resourceVersion);
    const watch = await api.watch(`/api/v1/nodes?${STREAMING}&timeoutSeconds=400`);
    const [added, mark] = await watch.take(2);
    expect(added).toMatchObject({ type: "ADDED", object: { kind: "Node", metadata: { name: "a" } } });
    expect(mark).toMatchObject({
      type: "BOOKMARK",
      object: {
        kind: "Node",
        apiVersion: "v1",
        metadata: { resourceVersion: version, annotations: { "k8s.io/initial-events-end": "true" } },
      },
    });
    touch(api.store, "nodes", "a", "1");
    expect(brief(await watch.take(1))).toEqual(["MODIFIED a"]);
    await watch.close();
  });

  it("as a streaming list not older than a version: still with the current objects", async () => {
    api.store.create("nodes", node("a"));
    const watch = await api.watch(`/api/v1/nodes?${STREAMING}&resourceVersion=${api.store.resourceVersion}`);
    expect(brief(await watch.take(2))).toEqual(["ADDED a", "BOOKMARK"]);
    await watch.close();
  });

  it("without initial events if requested", async () => {
    api.store.create("nodes", node("a"));
    const watch = await api.watch("/api/v1/nodes?watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan");
    api.store.create("nodes", node("b"));
    expect(brief(await watch.take(1))).toEqual(["ADDED b"]);
    await watch.close();
  });

  it("for one name by its path", async () => {
    api.store.create("nodes", node("a"));
    const watch = await api.watch("/api/v1/nodes/a?watch=true&resourceVersion=0");
    api.store.create("nodes", node("b"));
    touch(api.store, "nodes", "a", "1");
    expect(brief(await watch.take(2))).toEqual(["ADDED a", "MODIFIED a"]);
    await watch.close();
  });

  it("with thousands of objects, and with concurrent events after the marker", async () => {
    for (let at = 0; at < 3000; at++) api.store.create("nodes", node(`n${at}`));
    const watch = await api.watch(`/api/v1/nodes?${STREAMING}`);
    touch(api.store, "nodes", "n2999", "1");
    const initial = await watch.take(3001);
    expect(initial.slice(0, 3000).every(({ type, object }) => type === "ADDED" && object.metadata.labels?.touched === undefined)).toBe(
      true,
    );
    expect(endsInitial(initial[3000])).toBe("true");
    expect(brief(await watch.take(1))).toEqual(["MODIFIED n2999"]);
    await watch.close();
  });
});

describe("a watch is refused", () => {
  it.each([
    ["sendInitialEvents=true", 422, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"],
    [
      "resourceVersionMatch=NotOlderThan&resourceVersion=5",
      422,
      "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
    ],
    ["resourceVersion=x", 500, 'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax'],
    ["fieldSelector=a%3Db", 400, "field label not supported: a"],
  ])("%s with %i", async (query, code, message) => {
    const answer = await api.ask("GET", `/api/v1/nodes?watch=true&${query}`);
    expect(answer.code).toBe(code);
    expect(answer.body.message).toContain(message);
  });

  it("if it streams lists and the server cannot", async () => {
    api.faults.withoutStreamingList(true);
    expect((await api.ask("GET", `/api/v1/nodes?${STREAMING}`)).code).toBe(422);
  });

  it("with 200 and one ERROR event of 410 if its version is too old", async () => {
    const from = api.store.resourceVersion;
    api.store.create("nodes", node("a"));
    api.faults.expireHistory();
    const watch = await api.watch(`/api/v1/nodes?watch=true&resourceVersion=${from}`);
    expect(watch.status).toBe(200);
    expect(await watch.next()).toEqual({
      type: "ERROR",
      object: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        code: 410,
        reason: "Expired",
        message: `too old resource version: ${from} (${api.store.resourceVersion})`,
      },
    });
    expect(await watch.next()).toBeUndefined();
  });
});

describe("a watch with a selector", () => {
  it("turns transitions into ADDED and DELETED, with the object as it last matched", async () => {
    api.store.create("pods", pod("p", { on: "no" }));
    const watch = await api.watch(`/api/v1/pods?watch=true&labelSelector=on%3Dyes&resourceVersion=${api.store.resourceVersion}`);
    const set = (on: string) =>
      api.store.edit("pods", "default", "p", (object) => {
        object.metadata.labels = { on };
      });
    set("yes");
    touch(api.store, "pods", "p", "1");
    set("no");
    const left = api.store.resourceVersion;
    set("yes");
    api.store.delete("pods", "default", "p");
    const events = await watch.take(5);
    expect(brief(events)).toEqual(["ADDED p", "MODIFIED p", "DELETED p", "ADDED p", "DELETED p"]);
    expect(events[2]?.object.metadata).toMatchObject({ labels: { on: "yes", touched: "1" }, resourceVersion: String(left) });
    await watch.close();
  });

  it("selects pods by node", async () => {
    api.store.create("pods", pod("p"));
    const watch = await api.watch(`/api/v1/pods?watch=true&fieldSelector=spec.nodeName%3Dn1&resourceVersion=${api.store.resourceVersion}`);
    api.store.bind("default", "p", "n1");
    expect(brief(await watch.take(1))).toEqual(["ADDED p"]);
    await watch.close();
  });
});

describe("a watch ends", () => {
  it("cleanly at its timeout, after a last bookmark", async () => {
    const watch = await api.watch(
      `/api/v1/nodes?watch=true&allowWatchBookmarks=true&timeoutSeconds=1&resourceVersion=${api.store.resourceVersion}`,
    );
    expect(await watch.next()).toMatchObject({
      type: "BOOKMARK",
      object: { kind: "Node", metadata: { resourceVersion: String(api.store.resourceVersion) } },
    });
    expect(await watch.next()).toBeUndefined();
  });

  it("not early for a timeout beyond the timer range", async () => {
    const watch = await api.watch("/api/v1/nodes?watch=true&timeoutSeconds=9999999");
    const soon = await api.watch("/api/v1/nodes?watch=true&timeoutSeconds=1");
    expect(await soon.next()).toBeUndefined();
    api.store.create("nodes", node("a"));
    expect(brief(await watch.take(1))).toEqual(["ADDED a"]);
    await watch.close();
  });

  it.each(["endWatches", "dropWatches"] as const)("by %s", async (verb) => {
    const watch = await api.watch("/api/v1/nodes?watch=true");
    api.faults[verb]("pods");
    api.store.create("nodes", node("a"));
    expect(brief(await watch.take(1))).toEqual(["ADDED a"]);
    api.faults[verb]("nodes");
    if (verb === "endWatches") expect(await watch.next()).toBeUndefined();
    else await expect(watch.next()).rejects.toThrow();
  });
});

it("bookmarks have the current version for a resource without changes", async () => {
  await api.close();
  api = await testedApi({ bookmarkEveryMs: 20 });
  const watch = await api.watch(`/api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=${api.store.resourceVersion}`);
  api.store.create("pods", pod("p"));
  expect(await watch.next()).toMatchObject({
    type: "BOOKMARK",
    object: { metadata: { resourceVersion: String(api.store.resourceVersion) } },
  });
  await watch.close();
});

it("a stalled watch is silent until it is resumed, and loses nothing", async () => {
  const watch = await api.watch("/api/v1/nodes?watch=true");
  api.faults.stall("nodes");
  api.store.create("nodes", node("a"));
  const other = await api.watch("/api/v1/nodes?watch=true");
  expect(brief(await other.take(1))).toEqual(["ADDED a"]);
  api.store.create("nodes", node("b"));
  api.faults.resume();
  expect(brief(await watch.take(2))).toEqual(["ADDED a", "ADDED b"]);
  await Promise.all([watch.close(), other.close()]);
});

it("a garbage line is invalid JSON", async () => {
  const watch = await api.watch("/api/v1/nodes?watch=true");
  api.faults.garbageLine();
  const line = await watch.nextLine();
  expect(() => JSON.parse(line ?? "{}")).toThrow(SyntaxError);
  await watch.close();
});

describe("laws (property)", () => {
  // Elements of a list carry neither kind nor version; objects of a watch carry both.
  const state = (elements: Iterable<StoredObject>) =>
    new Map([...elements].map((element) => [element.metadata.name, { ...element, apiVersion: "v1", kind: "Node" }]));

  it("a watch from any version replays to the list, and a list at a version equals the replay up to it", async () => {
    const seed = 4242;
    const random = createRandom(seed);
    const versions: number[] = [api.store.resourceVersion];
    for (let step = 0; step < 300; step++) {
      const name = `n${random.int(0, 9)}`;
      if (api.store.get("nodes", undefined, name) === undefined) api.store.create("nodes", node(name, { half: String(random.int(0, 1)) }));
      else if (random.int(0, 2) === 0) api.store.delete("nodes", undefined, name);
      else
        api.store.edit("nodes", undefined, name, (object) => {
          object.metadata.labels = { half: String(random.int(0, 1)), step: String(step) };
        });
      versions.push(api.store.resourceVersion);
    }
    const last = api.store.resourceVersion;
    for (let trial = 0; trial < 12; trial++) {
      const from = random.pick(versions);
      const selector = trial % 2 === 0 ? "" : "&labelSelector=half%3D1";
      const at = async (version: number) =>
        state((await api.ask("GET", `/api/v1/nodes?resourceVersion=${version}&resourceVersionMatch=Exact${selector}`)).body.items);
      const replayed = await at(from);
      const watch = await api.watch(`/api/v1/nodes?watch=true&resourceVersion=${from}${selector}`);
      const middle = random.pick(versions.filter((version) => version >= from));
      // A separate node, which matches every selector here, marks the end of the replay.
      api.store.create("nodes", node(`end-${trial}`, { half: "1" }));
      api.store.delete("nodes", undefined, `end-${trial}`);
      let checked = false;
      for (;;) {
        const event = await watch.next();
        if (event === undefined) throw new Error("the watch ended early");
        const version = Number(event.object.metadata.resourceVersion);
        if (version > middle && !checked) {
          checked = true;
          expect(replayed, `seed ${seed} from ${from} to ${middle}${selector}`).toEqual(await at(middle));
        }
        if (event.object.metadata.name === `end-${trial}`) break;
        if (event.type === "DELETED") replayed.delete(event.object.metadata.name);
        else replayed.set(event.object.metadata.name, event.object);
      }
      await watch.close();
      expect(checked).toBe(true);
      expect(replayed, `seed ${seed} from ${from}${selector}`).toEqual(await at(last));
    }
  });
});
