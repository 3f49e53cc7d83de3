import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MODEL_SOURCES } from "../records/records.ts";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";
import type { SavedModel } from "./saved-model.ts";

const SEED = Number(process.env.SEED ?? 20261129);
const NODES = 24;
const NEW = "6.8.0-1021";
const OLD = "6.6.44";

const node = (at: number, kernelVersion: string, ready: "True" | "False" = "True", readySinceMs = 0) => {
  const name = `n${String(at).padStart(2, "0")}`;
  const plain = aNode(name, { labels: { "kubernetes.io/hostname": name, team: `t${at % 3}` }, ready, readySinceMs });
  return putNode({ ...plain, status: { ...plain.status, kubeletVersion: "v1.36.0", nodeInfo: { kernelVersion } } });
};
const pod = (at: number, fails: boolean) => {
  const name = `n${String(at).padStart(2, "0")}`;
  return putPod(aPod("a", `p-${name}`, fails ? { node: name, waiting: "CrashLoopBackOff", restarts: 9 } : { node: name, readyAtMs: 0 }));
};

/** The first four nodes run another kernel, and no pod fails. */
function cluster({
  unread = MODEL_SOURCES,
  nodes = NODES,
}: {
  readonly unread?: typeof MODEL_SOURCES | readonly "nodes"[];
  readonly nodes?: number;
} = {}) {
  const model = new ClusterModel({ nowMs: EPOCH_MS, unread, objects: "columns" });
  model.apply(putDaemonSet(aDaemonSet("a")));
  model.apply(putRevision(aRevision("a", 1)));
  for (let at = 0; at < nodes; at++) {
    model.apply(node(at, at < 4 ? NEW : OLD));
    model.apply(pod(at, false));
  }
  return model;
}
function watched(nodes = NODES) {
  const model = cluster({ nodes });
  for (const source of MODEL_SOURCES) model.apply({ do: "read", source });
  model.apply({ do: "beginMarks" });
  model.takeChanges();
  return model;
}
const inCommon = (model: ClusterModel) => {
  model.takeChanges();
  return model.reading.daemonSetRecord("default/a")?.inCommon;
};
const after = (model: ClusterModel, seconds: number) => model.tick(EPOCH_MS + seconds * 1000);
const kernel = { kind: "kernelVersion", kernelVersion: NEW };

describe("K5 the record", () => {
  it("lacks it in a part of a large first sync, because only the take compares in time slices", () => {
    const model = cluster({ unread: [] });
    for (let at = 0; at < 4; at++) model.apply(pod(at, true));
    while (!model.settleSome(100));
    const small = { mostNodes: 1, mostCells: 1 };
    const records = [];
    for (let part = model.takePart(small); part !== undefined; part = model.takePart(small)) records.push(...part.daemonSetsPut);
    expect(records.map((record) => [record.causes.length, record.inCommon])).toEqual([[1, undefined]]);
    expect(model.takeChanges().daemonSetsPut).toMatchObject([{ inCommon: { failing: 4, found: { traits: [kernel] } } }]);
  });
  it("names what the failing nodes have in common, until they recover", () => {
    const model = watched();
    expect(inCommon(model)).toBeUndefined();
    for (let at = 0; at < 4; at++) model.apply(pod(at, true));
    expect(inCommon(model)).toMatchObject({ kind: "crash", failing: 4, others: 20, found: { traits: [kernel], failing: 4, others: 0 } });
    after(model, 6);
    for (let at = 0; at < 4; at++) model.apply(pod(at, false));
    expect(inCommon(model)).toBeUndefined();
    expect(model.nextWakeAtMs()).toBeUndefined();
  });
  it("compares 20,000 nodes at most once in ten seconds", () => {
    const model = watched(20_000);
    for (let at = 0; at < 3; at++) model.apply(pod(at, true));
    expect(inCommon(model)).toMatchObject({ failing: 3, others: 19_997, found: { traits: [kernel], others: 1 } });
    after(model, 1);
    model.apply(pod(3, true));
    expect(inCommon(model)?.failing).toBe(3);
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 10_000);
    after(model, 10);
    expect(inCommon(model)?.failing).toBe(4);
  });
  it("compares one DaemonSet per tick, and in ticks with many changes none before its next time, from 5,000 nodes on", () => {
    const model = watched(5001);
    model.apply(putDaemonSet(aDaemonSet("b")));
    model.apply(putRevision(aRevision("b", 1)));
    model.takeChanges();
    const podOf = (set: string, at: number, options: object) => putPod(aPod(set, `p-${set}-${at}`, { node: `n${at}`, ...options }));
    for (let at = 10; at < 5001; at++) model.apply(podOf("b", at, { readyAtMs: 0 }));
    model.takeChanges();
    const fail = (at: number) => {
      for (const set of ["a", "b"]) model.apply(podOf(set, at, { waiting: "CrashLoopBackOff", restarts: 9 }));
    };
    const compared = () => {
      model.takeChanges();
      return ["a", "b"].map((set) => model.reading.daemonSetRecord(`default/${set}`)?.inCommon?.failing);
    };
    for (let at = 10; at < 20; at++) fail(at);
    expect(compared()).toEqual([undefined, undefined]);
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 250);
    after(model, 0.25);
    expect(compared()).toEqual([10, undefined]);
    after(model, 0.5);
    expect(compared()).toEqual([10, 10]);
    // Ticks with many changes: the comparison is due after five seconds, and waits five more.
    let seconds = 0.5;
    for (let at = 20; seconds < 10.25; at += 10) {
      expect(compared()).toEqual([10, 10]);
      for (let each = at; each < at + 10; each++) fail(each);
      seconds += 0.25;
      after(model, seconds);
    }
    const last = compared();
    expect(last[0]).toBeGreaterThan(300);
    expect(last[1]).toBe(10);
  });
  it("compares at most once in five seconds, and wakes for a comparison that waits", () => {
    const model = watched();
    for (let at = 0; at < 3; at++) model.apply(pod(at, true));
    expect(inCommon(model)?.failing).toBe(3);
    after(model, 1);
    model.apply(pod(3, true));
    expect(inCommon(model)?.failing).toBe(3);
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 5000);
    after(model, 4);
    expect(inCommon(model)?.failing).toBe(3);
    after(model, 5);
    expect(inCommon(model)?.failing).toBe(4);
  });
  it("compares again if a node gets another kernel, a label or a taint, joins or leaves", () => {
    const model = watched();
    for (let at = 0; at < 4; at++) model.apply(pod(at, true));
    expect(inCommon(model)?.found?.others).toBe(0);
    let seconds = 0;
    const next = () => {
      seconds += 5;
      after(model, seconds);
      return inCommon(model);
    };
    // A reboot: the node is not Ready for a moment, and comes back with another kernel.
    model.apply(node(23, NEW));
    expect(next()?.found).toMatchObject({ traits: [kernel], failing: 4, others: 1 });
    model.apply(node(22, NEW, "False"));
    model.apply(node(22, NEW));
    expect(next()?.found).toMatchObject({ traits: [kernel], failing: 4, others: 2 });
    model.apply(dropObject("nodes", "n23"));
    model.apply(dropObject("pods", "pod-p-n23"));
    expect(next()).toMatchObject({ others: 19, found: { failing: 4, others: 1 } });
    model.apply(node(30, OLD));
    model.apply(pod(30, false));
    expect(next()).toMatchObject({ others: 20 });
  });
  it("counts NotReady nodes as failing, and no node that is only slow", () => {
    const model = watched();
    after(model, 120);
    for (let at = 0; at < 4; at++) model.apply(node(at, NEW, "False", 120_000));
    expect(inCommon(model)).toMatchObject({ kind: "nodeNotReady", failing: 4, found: { traits: [kernel] } });
    const slow = watched();
    for (let at = 0; at < 4; at++) slow.apply(putPod(aPod("a", `p-n0${at}`, { node: `n0${at}`, restarts: 0 })));
    expect(inCommon(slow)).toBeUndefined();
    after(slow, 700);
    expect(inCommon(slow)).toMatchObject({ failing: 4, found: { traits: [kernel] } });
  });
  it("has nothing of nodes that were not read", () => {
    const model = cluster({ unread: ["nodes"] });
    for (let at = 0; at < 4; at++) model.apply(pod(at, true));
    expect(inCommon(model)).toBeUndefined();
    model.apply({ do: "read", source: "nodes" });
    expect(inCommon(model)?.failing).toBe(4);
  });
  it("M4 continues after a restore, with a comparison that waits", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.apply(putRevision(aRevision("a", 1)));
    for (let at = 0; at < NODES; at++) {
      model.apply(node(at, at < 4 ? NEW : OLD));
      model.apply(pod(at, at < 3));
    }
    model.apply({ do: "beginMarks" });
    expect(inCommon(model)?.failing).toBe(3);
    after(model, 1);
    model.apply(pod(3, true));
    model.takeChanges();
    const plain = (_: string, value: unknown): unknown => (ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : value);
    const other = new ClusterModel({ nowMs: 0, saved: JSON.parse(JSON.stringify(model.save(), plain)) as SavedModel });
    expect(other.nextWakeAtMs()).toBe(model.nextWakeAtMs());
    after(other, 5);
    expect(inCommon(other)).toMatchObject({ failing: 4, found: { failing: 4, others: 0 } });
  });
});

it(`M1 K5 equals a model that is built from the final objects in any order, seed ${SEED}`, () => {
  let found = 0;
  const step = fc.record({ at: fc.nat({ max: NODES - 1 }), act: fc.constantFrom("fail", "fail", "recover", "kernel", "leave") });
  fc.assert(
    fc.property(fc.array(step, { minLength: 8, maxLength: 40 }), (steps) => {
      const model = cluster({ unread: [] });
      const objects = new Map<string, Parameters<ClusterModel["apply"]>[0]>();
      const apply = (id: string, event: Parameters<ClusterModel["apply"]>[0]) => {
        objects.set(id, event);
        model.apply(event);
      };
      for (let at = 0; at < NODES; at++) {
        apply(`node ${at}`, node(at, at < 4 ? NEW : OLD));
        apply(`pod ${at}`, pod(at, at < 3));
      }
      for (const { at, act } of steps) {
        if (act === "fail") apply(`pod ${at % 6}`, pod(at % 6, true));
        else if (act === "recover") apply(`pod ${at}`, pod(at, false));
        else if (act === "kernel") apply(`node ${at}`, node(at, NEW));
        else {
          objects.delete(`node ${at}`);
          objects.delete(`pod ${at}`);
          const name = `n${String(at).padStart(2, "0")}`;
          model.apply(dropObject("pods", `pod-p-${name}`));
          model.apply(dropObject("nodes", name));
        }
        model.takeChanges();
      }
      const scratch = new ClusterModel({ nowMs: EPOCH_MS });
      for (const event of [...objects.values()].reverse()) scratch.apply(event);
      scratch.apply(putRevision(aRevision("a", 1)));
      scratch.apply(putDaemonSet(aDaemonSet("a")));
      const expected = inCommon(scratch);
      expect(inCommon(model)).toEqual(expected);
      if (expected?.found !== undefined) found++;
    }),
    { seed: SEED, numRuns: 60 },
  );
  expect(found).toBeGreaterThan(10);
});
