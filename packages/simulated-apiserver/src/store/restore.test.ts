import { describe, expect, it } from "vitest";
import type { ResourceName, StoredObject } from "../objects/contract.ts";
import { createSimulatedClock } from "../time/clock-simulated.ts";
import { createRandom } from "../time/random.ts";
import { createSystemNamespaces } from "./seed.ts";
import { createStore, type SimulatorStore } from "./store.ts";

const KINDS = ["pods", "nodes", "configmaps"] as const;
const SEED = Number(process.env.SEED ?? 20260111);

function cluster(options: { readonly historyMs?: number; readonly historyCount?: number } = {}) {
  const clock = createSimulatedClock(Date.UTC(2026, 0, 1));
  const random = createRandom(1);
  const store = createStore({ clock, random: () => random.next(), ...options });
  createSystemNamespaces(store);
  return { clock, store };
}

const objectsOf = (store: SimulatorStore) => KINDS.flatMap((kind) => store.list(kind).map((object) => JSON.stringify(object)));
const indexOf = (store: SimulatorStore) => [
  ["", "n0", "n1", "n2"].map((name) =>
    store
      .podsOnNode(name)
      .map(({ metadata }) => metadata.uid)
      .sort(),
  ),
  ["", "u0", "u1"].map((uid) =>
    store
      .podsOwnedBy(uid)
      .map(({ metadata }) => metadata.uid)
      .sort(),
  ),
];

/** Creates, changes or deletes one random object. */
function write(store: SimulatorStore, pick: (count: number) => number): void {
  const kind = KINDS[pick(KINDS.length)] ?? "pods";
  const namespace = kind === "nodes" ? undefined : "default";
  const name = `x${pick(6)}`;
  const present = store.get(kind, namespace, name);
  if (present === undefined) {
    const owner = { apiVersion: "apps/v1", kind: "DaemonSet", name: "s", uid: `u${pick(2)}`, controller: true };
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }), ...(pick(2) === 0 ? {} : { ownerReferences: [owner] }) };
    store.create(kind, { metadata, ...(kind === "pods" ? { spec: { containers: [{ name: "a", image: "a:1" }] } } : {}) });
  } else if (pick(3) === 0) store.delete(kind, namespace, name, { gracePeriodSeconds: 0 });
  else if (kind === "pods" && (present.spec as { nodeName?: string }).nodeName === undefined) store.bind("default", name, `n${pick(3)}`);
  else
    store.edit(kind, namespace, name, ({ metadata }) => {
      metadata.labels = { written: String(pick(1000)) };
    });
}

describe("a store that returns to an older state", () => {
  it(`restores lists, indexes and versions, and sends the difference to its listeners, seed ${SEED} (property)`, {
    timeout: 90_000,
  }, () => {
    const random = createRandom(SEED);
    const pick = (count: number) => Math.floor(random.next() * count);
    const { clock, store } = cluster();
    const received = new Map<string, StoredObject>();
    for (const kind of KINDS)
      store.subscribe(kind as ResourceName, ({ type, object, previous }) => {
        const key = `${kind} ${object.metadata.uid}`;
        expect(received.get(key)?.metadata.uid).toBe(previous?.metadata.uid);
        if (type === "DELETED") received.delete(key);
        else received.set(key, object);
      });
    for (let round = 0; round < 200; round++) {
      for (let writes = pick(30); writes > 0; writes--) write(store, pick);
      const saved = { whole: objectsOf(store), index: indexOf(store), version: store.resourceVersion };
      clock.advance(1000);
      for (let writes = pick(30); writes > 0; writes--) write(store, pick);
      expect(store.versionAgo(0.5)).toBe(saved.version);
      store.restore(saved.version);
      expect(objectsOf(store)).toEqual(saved.whole);
      expect(indexOf(store)).toEqual(saved.index);
      expect(store.resourceVersion).toBe(saved.version);
      expect([...received.values()].map((object) => JSON.stringify(object)).sort()).toEqual([...saved.whole].sort());
      clock.advance(1000);
    }
  });

  it("restarts its history: earlier versions cannot be watched from or restored", () => {
    const { clock, store } = cluster();
    store.create("nodes", { metadata: { name: "a" } });
    const saved = store.resourceVersion;
    clock.advance(10_000);
    store.create("nodes", { metadata: { name: "b" } });
    store.restore(store.versionAgo(5) ?? 0);
    expect(store.eventsSince("nodes", saved - 1)).toBeUndefined();
    expect(store.eventsSince("nodes", saved)).toEqual([]);
    expect(store.versionAgo(1)).toBeUndefined();
    expect(store.versionAgo(0)).toBe(saved);
  });

  it.each([{ historyMs: 20_000 }, { historyCount: 8 }])("restores no further than its history: %o", (options) => {
    const { clock, store } = cluster(options);
    for (let second = 0; second < 60; second++) {
      store.create("nodes", { metadata: { name: `n${second}` } });
      clock.advance(1000);
    }
    expect(store.versionAgo(5)).toBe(store.resourceVersion - 4);
    expect(store.versionAgo(40)).toBeUndefined();
  });

  it("reports an object that was recreated under its name as two objects", () => {
    const { clock, store } = cluster();
    const before = store.create("nodes", { metadata: { name: "a" } });
    clock.advance(10_000);
    store.delete("nodes", undefined, "a");
    const after = store.create("nodes", { metadata: { name: "a" } });
    const receivedEvents: string[] = [];
    store.subscribe("nodes", ({ type, object, restored }) => receivedEvents.push(`${type} ${object.metadata.uid} ${restored}`));
    store.restore(store.versionAgo(5) ?? 0);
    expect(receivedEvents).toEqual([`DELETED ${after.metadata.uid} true`, `ADDED ${before.metadata.uid} true`]);
  });
});
