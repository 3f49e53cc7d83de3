import { stableJson } from "@daemonscope/kube/values/stable-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveBudget } from "../budget/derive-budget.fixture.ts";
import { deriveCounts } from "../counts/derive-counts.fixture.ts";
import { cellOf } from "../pair/cell/cell.ts";
import { nodeLifecycle } from "../records/node-lifecycle.ts";
import type { ModelChanges } from "./changes.ts";
import { putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { FixtureCluster, type Step, step } from "./histories.fixture.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260103);
const RUNS = Number(process.env.RUNS ?? 400);

function stateText(model: ClusterModel): string {
  model.takeChanges();
  const keys = model.reading.daemonSetKeys();
  const nodes = [...model.reading.nodes()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return stableJson({
    nodes,
    records: keys.map((key) => model.reading.daemonSetRecord(key)),
    cells: nodes.map(({ name }) => keys.map((key) => model.reading.cellAt(key, name))),
    events: keys.map((key) => [
      model.reading.setFacts(key)?.createError,
      ["n1", "n2", "n3"].map((node) => model.reading.surroundingsOf(key, node)),
    ]),
  });
}

const ONE_BY_ONE = { mostNodes: 1, mostCells: 1 };

describe(`laws of the model, seed ${SEED}`, () => {
  it("M1 after any sequence of changes it equals a model built from the final objects", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new FixtureCluster();
        const model = new ClusterModel({ nowMs: EPOCH_MS });
        const inColumns = new ClusterModel({ nowMs: EPOCH_MS, objects: "columns" });
        for (const input of steps) world.apply(input, model, inColumns);
        model.tick(world.nowMs);
        inColumns.tick(world.nowMs);
        const rebuilt = world.rebuild();
        expect(stateText(model)).toBe(stateText(rebuilt));
        expect(stateText(inColumns)).toBe(stateText(rebuilt));
        expect(model.nextWakeAtMs()).toBe(rebuilt.nextWakeAtMs());
        expect(inColumns.nextWakeAtMs()).toBe(rebuilt.nextWakeAtMs());
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("M2 the returned changes add up to the held state, and budgets add up, also in time slices", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isInParts) => {
        const world = new FixtureCluster();
        const model = new ClusterModel({ nowMs: EPOCH_MS });
        const cells = new Map<string, number>();
        const nodes = new Set<string>();
        const takenChanges = function* (): Iterable<ModelChanges> {
          while (isInParts && !model.settleSome(1));
          for (let part = isInParts ? model.takePart(ONE_BY_ONE) : undefined; part !== undefined; part = model.takePart(ONE_BY_ONE))
            yield part;
          yield model.takeChanges();
        };
        for (const input of [...steps, { do: "take" } as Step]) {
          if (input.do !== "take") {
            world.apply(input, model);
            if (isInParts) model.settleSome(2);
            continue;
          }
          for (const changes of takenChanges()) {
            for (const name of changes.nodesDropped) nodes.delete(name);
            for (const { name } of changes.nodesPut) nodes.add(name);
            for (const key of cells.keys())
              if (
                changes.nodesDropped.some((name) => key.startsWith(`${name} `)) ||
                changes.daemonSetsDropped.some((set) => key.endsWith(` ${set}`))
              )
                cells.delete(key);
            for (const { daemonSet, nodes: names, bytes } of changes.cells)
              for (const [at, node] of names.entries()) if (nodes.has(node)) cells.set(`${node} ${daemonSet}`, bytes[at] ?? 0);
          }
        }
        expect([...nodes].sort()).toEqual(
          model.reading
            .nodes()
            .map(({ name }) => name)
            .sort(),
        );
        for (const { name } of model.reading.nodes())
          for (const key of model.reading.daemonSetKeys()) expect(cells.get(`${name} ${key}`) ?? 0).toBe(model.reading.cellAt(key, name));
        for (const key of model.reading.daemonSetKeys()) {
          const budget = model.reading.daemonSetRecord(key)?.budget;
          expect(budget?.used).toBe(budget?.holders.reduce((sum, holder) => sum + holder.count, 0));
          expect(budget?.allowed).toBeGreaterThanOrEqual(0);
          for (const holder of budget?.holders ?? []) expect(holder.count).toBeGreaterThan(0);
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("M3 incremental numbers and slots equal those derived from all pairs", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new FixtureCluster();
        const model = new ClusterModel({ nowMs: EPOCH_MS });
        for (const input of steps) world.apply(input, model);
        model.takeChanges();
        for (const record of model.reading.daemonSets()) {
          const facts = model.reading.setFacts(record.key);
          const object = model.reading.daemonSet(record.key);
          if (facts === undefined || object === undefined) throw new Error("a record without its DaemonSet");
          const names = new Set([...model.reading.nodes().map(({ name }) => name), "n1", "n2", "n3"]);
          const pairs = [...names].map((name) => ({
            node: name,
            verdict: model.reading.verdictOf(record.key, name),
            nodeUnready: model.reading.nodeRecord(name)?.ready !== "True",
            lifecycle: nodeLifecycle(model.reading.nodeRecord(name)),
            nodeSilent: model.reading.nodeRecord(name)?.ready === "Unknown",
            nodeReadySinceMs: model.reading.nodeRecord(name)?.readySinceMs,
            nodeCreatedAtMs: model.reading.nodeRecord(name)?.createdAtMs,
            pods: model.reading.podsOf(record.key, name),
            ...model.reading.surroundingsOf(record.key, name),
          }));
          const present = pairs.filter((pair) => model.reading.nodeRecord(pair.node) !== undefined);
          expect(record.derived).toEqual(deriveCounts(present, facts, world.nowMs));
          const desired = record.derived?.desiredNumberScheduled ?? 0;
          // The record adds the details.
          const holders = record.budget.holders.map(({ detail: _, ...holder }) => holder);
          expect({ ...record.budget, holders }).toEqual(deriveBudget(object.spec.updateStrategy, pairs, desired, facts, world.nowMs));
          for (const { name } of model.reading.nodes())
            expect(model.reading.placementOf(record.key, name)?.verdict).toBe(model.reading.verdictOf(record.key, name));
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("an equal node changes nothing", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a")));
    model.takeChanges();
    model.apply(putNode({ ...aNode("n1"), metadata: { ...aNode("n1").metadata, resourceVersion: "99" } }));
    const changes = model.takeChanges();
    expect([changes.nodesPut, changes.cells, changes.daemonSetsPut]).toEqual([[], [], []]);
  });
  it("C14 until the revision of a new template exists, pods match the previous template and are not edited", () => {
    const templateWith = (image: string) => ({ containers: [{ name: "agent", image, ports: [] }] });
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putRevision(aRevision("agent", 1, { template: templateWith("agent:1") })));
    model.apply(putDaemonSet(aDaemonSet("agent", { template: templateWith("agent:1"), templateHash: "template-1" })));
    const imageOf = (hash: string) => model.reading.containersOf("default/agent", hash)?.[0]?.image;
    expect(imageOf("hash-1")).toBe("agent:1");
    model.apply(putDaemonSet(aDaemonSet("agent", { generation: 2, template: templateWith("agent:2"), templateHash: "template-2" })));
    expect(imageOf("hash-1")).toBe("agent:1");
    model.apply(putRevision(aRevision("agent", 2, { template: templateWith("agent:2") })));
    expect([imageOf("hash-1"), imageOf("hash-2")]).toEqual(["agent:1", "agent:2"]);
  });
  it("a ready pod becomes available by time alone, and the model reports when", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a", { minReadySeconds: 5 })));
    model.apply(putRevision(aRevision("a", 1)));
    model.apply(putPod(aPod("a", "p", { node: "n1", readyAtMs: 0 })));
    model.takeChanges();
    expect(cellOf(model.reading.cellAt("default/a", "n1")).state).toBe("ready");
    expect(model.nextWakeAtMs()).toBe(EPOCH_MS + 5000);
    model.tick(EPOCH_MS + 5000);
    expect(model.takeChanges().cells.flatMap(({ nodes }) => nodes)).toHaveLength(1);
    expect(cellOf(model.reading.cellAt("default/a", "n1")).state).toBe("available");
  });
  it("ignores a pod without a DaemonSet as controller, and drops a released one", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.apply(putNode(aNode("n1")));
    model.apply(putDaemonSet(aDaemonSet("a")));
    const pod = aPod("a", "p", { node: "n1", readyAtMs: 0 });
    model.apply(putPod(pod));
    expect(model.reading.podsOf("default/a", "n1")).toHaveLength(1);
    model.apply(putPod({ ...pod, metadata: { ...pod.metadata, ownerReferences: [] } }));
    expect(model.reading.podsOf("default/a", "n1")).toHaveLength(0);
  });
});

describe("work at all nodes of many DaemonSets", () => {
  const SETS = ["a", "b", "c"];
  function settledModel(): ClusterModel {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    for (const name of ["n1", "n2"]) model.apply(putNode(aNode(name)));
    for (const set of SETS) {
      model.apply(putDaemonSet(aDaemonSet(set)));
      model.apply(putRevision(aRevision(set, 1)));
      for (const node of ["n1", "n2"]) model.apply(putPod(aPod(set, `${set}-${node}`, { node })));
    }
    while (!model.settleSome(10));
    return model;
  }

  it("returns the records of a large first sync one by one", () => {
    const model = settledModel();
    const parts: number[] = [];
    for (let part = model.takePart(ONE_BY_ONE); part !== undefined; part = model.takePart(ONE_BY_ONE))
      parts.push(part.daemonSetsPut.length);
    expect(parts.filter((records) => records > 0)).toEqual(SETS.map(() => 1));
  });

  it("begins the pace of each DaemonSet in a separate time slice", () => {
    const model = settledModel();
    model.takeChanges();
    model.apply({ do: "beginMarks" });
    let slices = 0;
    for (const parts = model.takeInParts(); parts.next().done !== true; ) slices++;
    // One for each pace and one for each record.
    expect(slices).toBe(2 * SETS.length);
  });
});
