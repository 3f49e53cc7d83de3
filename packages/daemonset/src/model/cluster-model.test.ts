import { stableJson } from "@daemonscope/kube/stable-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveBudget } from "../budget/derive-budget.ts";
import { cellOf } from "../cell/cell.ts";
import { deriveCounts } from "../counts/derive-counts.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS, type PodParts } from "./objects.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260103);
const RUNS = Number(process.env.RUNS ?? 400);

type Step =
  | {
      readonly do: "putNode";
      readonly node: string;
      readonly gpu: boolean;
      readonly tainted: "" | "NoSchedule" | "NoExecute";
      readonly ready: boolean;
      readonly readySinceMs: number;
    }
  | { readonly do: "dropNode"; readonly node: string }
  | {
      readonly do: "putSet";
      readonly set: string;
      readonly generation: number;
      readonly gpuOnly: boolean;
      readonly strategy: "percent" | "surge" | "percentSurge" | "onDelete";
      readonly minReadySeconds: number;
      readonly templateGeneration: number;
      readonly status: number;
    }
  | { readonly do: "dropSet"; readonly set: string }
  | { readonly do: "putRevision"; readonly set: string; readonly revision: number; readonly createdAtMs: number }
  | { readonly do: "dropRevision"; readonly set: string; readonly revision: number }
  | { readonly do: "putPod"; readonly set: string; readonly pod: number; readonly parts: PodParts }
  | { readonly do: "dropPod"; readonly pod: number }
  | { readonly do: "tick" | "at"; readonly ms: number }
  | { readonly do: "take" };

const node = fc.constantFrom("n1", "n2", "n3");
const set = fc.constantFrom("a", "b");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("putNode" as const),
    node,
    gpu: fc.boolean(),
    tainted: fc.constantFrom("" as const, "NoSchedule" as const, "NoExecute" as const),
    ready: fc.boolean(),
    readySinceMs: fc.nat(30_000),
  }),
  fc.record({ do: fc.constant("dropNode" as const), node }),
  fc.record({
    do: fc.constant("putSet" as const),
    set,
    generation: fc.integer({ min: 1, max: 3 }),
    gpuOnly: fc.boolean(),
    strategy: fc.constantFrom("percent" as const, "surge" as const, "percentSurge" as const, "onDelete" as const),
    minReadySeconds: fc.constantFrom(0, 5),
    templateGeneration: fc.integer({ min: 1, max: 2 }),
    status: fc.nat(3),
  }),
  fc.record({ do: fc.constant("dropSet" as const), set }),
  fc.record({
    do: fc.constant("putRevision" as const),
    set,
    revision: fc.integer({ min: 1, max: 3 }),
    createdAtMs: fc.nat(30_000),
  }),
  fc.record({ do: fc.constant("dropRevision" as const), set, revision: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant("putPod" as const),
    set,
    pod: fc.nat(5),
    parts: fc
      .tuple(
        node,
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        optional(fc.nat(20_000)),
        optional(fc.nat(9000)),
        fc.constantFrom(undefined, "ImagePullBackOff"),
        fc.constantFrom("Running", "Pending", "Failed"),
        fc.tuple(fc.nat(20_000), fc.nat(1), optional(fc.integer({ min: 1, max: 2 }))),
      )
      .map(
        ([at, bound, hash, readyAtMs, deletedAtMs, waiting, phase, [createdAtMs, restarts, templateGeneration]]): PodParts => ({
          createdAtMs,
          restarts,
          ...(templateGeneration === undefined ? {} : { templateGeneration }),
          ...(bound ? { node: at } : { pinnedTo: at }),
          hash: `hash-${hash}`,
          phase,
          ...(readyAtMs === undefined || !bound ? {} : { readyAtMs }),
          ...(deletedAtMs === undefined ? {} : { deletedAtMs }),
          ...(waiting === undefined ? {} : { waiting }),
        }),
      ),
  }),
  fc.record({ do: fc.constant("dropPod" as const), pod: fc.nat(5) }),
  // Minutes too: what waits is late after ten of them, and a node lost after five.
  fc.record({ do: fc.constant("tick" as const), ms: fc.oneof(fc.nat(30_000), fc.nat(600_000)) }),
  fc.record({ do: fc.constant("at" as const), ms: fc.oneof(fc.nat(30_000), fc.nat(600_000)) }),
  fc.record({ do: fc.constant("take" as const) }),
);

const STRATEGIES = {
  percent: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "50%" } },
  surge: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
  percentSurge: { type: "RollingUpdate", rollingUpdate: { maxSurge: "10%", maxUnavailable: 0 } },
  onDelete: { type: "OnDelete" },
} as const;

/** What the API would hold after the steps, applied to any model in one order. */
class World {
  readonly nodes = new Map<string, ReturnType<typeof aNode>>();
  readonly sets = new Map<string, ReturnType<typeof aDaemonSet>>();
  readonly revisions = new Map<string, ReturnType<typeof aRevision>>();
  readonly pods = new Map<number, ReturnType<typeof aPod>>();
  nowMs = EPOCH_MS;

  apply(made: Step, model: ClusterModel): void {
    switch (made.do) {
      case "putNode": {
        const taints = made.tainted === "" ? [] : [{ key: "t", effect: made.tainted }];
        const object = aNode(made.node, {
          labels: made.gpu ? { gpu: "1" } : {},
          taints,
          ready: made.ready ? "True" : "False",
          readySinceMs: made.readySinceMs,
        });
        this.nodes.set(made.node, object);
        model.putNode(object);
        break;
      }
      case "dropNode":
        this.nodes.delete(made.node);
        model.dropNode(made.node);
        break;
      case "putSet": {
        const before = this.sets.get(made.set)?.metadata.generation ?? 0;
        const object = aDaemonSet(made.set, {
          generation: before + 1,
          templateHash: `template-${made.generation}`,
          template: { nodeSelector: made.gpuOnly ? { gpu: "1" } : {} },
          strategy: STRATEGIES[made.strategy],
          minReadySeconds: made.minReadySeconds,
          templateGeneration: made.templateGeneration,
          status: { desiredNumberScheduled: 3, updatedNumberScheduled: made.status, numberAvailable: made.status },
        });
        this.sets.set(made.set, object);
        model.putDaemonSet(object);
        break;
      }
      case "dropSet":
        this.sets.delete(made.set);
        model.dropDaemonSet(`ds-${made.set}`);
        break;
      case "putRevision": {
        const object = aRevision(made.set, made.revision, { createdAtMs: made.createdAtMs });
        this.revisions.set(object.metadata.uid, object);
        model.putRevision(object);
        break;
      }
      case "dropRevision":
        this.revisions.delete(`cr-${made.set}-${made.revision}`);
        model.dropRevision(`cr-${made.set}-${made.revision}`);
        break;
      case "putPod": {
        const object = aPod(made.set, `p${made.pod}`, made.parts);
        this.pods.set(made.pod, object);
        model.putPod(object);
        break;
      }
      case "dropPod":
        this.pods.delete(made.pod);
        model.dropPod(`pod-p${made.pod}`);
        break;
      case "tick":
        this.nowMs += made.ms;
        model.tick(this.nowMs);
        break;
      case "at":
        this.nowMs += made.ms;
        model.at(this.nowMs);
        break;
      case "take":
        model.takeChanges();
    }
  }

  rebuild(): ClusterModel {
    const model = new ClusterModel({ nowMs: this.nowMs });
    for (const pod of [...this.pods.values()].reverse()) model.putPod(pod);
    for (const object of this.sets.values()) model.putDaemonSet(object);
    for (const revision of [...this.revisions.values()].reverse()) model.putRevision(revision);
    for (const object of [...this.nodes.values()].reverse()) model.putNode(object);
    return model;
  }
}

function picture(model: ClusterModel): string {
  model.takeChanges();
  const keys = model.reading.daemonSetKeys();
  const nodes = [...model.reading.nodes()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return stableJson({
    nodes,
    records: keys.map((key) => model.reading.daemonSetRecord(key)),
    cells: nodes.map(({ name }) => keys.map((key) => model.reading.cellAt(key, name))),
  });
}

describe(`laws of the model, seed ${SEED}`, () => {
  it("M1 after any sequence of changes it equals the model rebuilt from the final objects", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        const model = new ClusterModel({ nowMs: EPOCH_MS });
        for (const made of steps) world.apply(made, model);
        model.tick(world.nowMs);
        const rebuilt = world.rebuild();
        expect(picture(model)).toBe(picture(rebuilt));
        expect(model.nextLookAtMs()).toBe(rebuilt.nextLookAtMs());
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("M2 what it hands out adds up to what it holds, and budgets add up", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        const model = new ClusterModel({ nowMs: EPOCH_MS });
        const cells = new Map<string, number>();
        for (const made of [...steps, { do: "take" } as Step]) {
          if (made.do !== "take") {
            world.apply(made, model);
            continue;
          }
          const changes = model.takeChanges();
          for (const key of cells.keys())
            if (
              changes.nodesDropped.some((name) => key.startsWith(`${name} `)) ||
              changes.daemonSetsDropped.some((set) => key.endsWith(` ${set}`))
            )
              cells.delete(key);
          for (const { node, daemonSet, byte } of changes.cells) cells.set(`${node} ${daemonSet}`, byte);
        }
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
  it("M3 the numbers and places that the model keeps equal those derived from all pairs at once", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = new World();
        const model = new ClusterModel({ nowMs: EPOCH_MS });
        for (const made of steps) world.apply(made, model);
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
            nodeReadySinceMs: model.reading.nodeRecord(name)?.readySinceMs,
            nodeCreatedAtMs: model.reading.nodeRecord(name)?.createdAtMs,
            pods: model.reading.podsOf(record.key, name),
          }));
          const present = pairs.filter((pair) => model.reading.nodeRecord(pair.node) !== undefined);
          expect(record.derived).toEqual(deriveCounts(present, facts, world.nowMs));
          const desired = record.derived?.desiredNumberScheduled ?? 0;
          expect(record.budget).toEqual(deriveBudget(object.spec.updateStrategy, pairs, desired, facts, world.nowMs));
          for (const { name } of model.reading.nodes())
            expect(model.reading.placementOf(record.key, name)?.verdict).toBe(model.reading.verdictOf(record.key, name));
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("an equal node changes nothing", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.putNode(aNode("n1"));
    model.putDaemonSet(aDaemonSet("a"));
    model.takeChanges();
    model.putNode({ ...aNode("n1"), metadata: { ...aNode("n1").metadata, resourceVersion: "99" } });
    const changes = model.takeChanges();
    expect([changes.nodesPut, changes.cells, changes.daemonSetsPut]).toEqual([[], [], []]);
  });
  it("time alone makes a ready pod available, and the model says when", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.putNode(aNode("n1"));
    model.putDaemonSet(aDaemonSet("a", { minReadySeconds: 5 }));
    model.putRevision(aRevision("a", 1));
    model.putPod(aPod("a", "p", { node: "n1", readyAtMs: 0 }));
    model.takeChanges();
    expect(cellOf(model.reading.cellAt("default/a", "n1")).state).toBe("ready");
    expect(model.nextLookAtMs()).toBe(EPOCH_MS + 5000);
    model.tick(EPOCH_MS + 5000);
    expect(model.takeChanges().cells).toHaveLength(1);
    expect(cellOf(model.reading.cellAt("default/a", "n1")).state).toBe("available");
  });
  it("a pod that no DaemonSet controls is ignored, and one that is released leaves", () => {
    const model = new ClusterModel({ nowMs: EPOCH_MS });
    model.putNode(aNode("n1"));
    model.putDaemonSet(aDaemonSet("a"));
    const pod = aPod("a", "p", { node: "n1", readyAtMs: 0 });
    model.putPod(pod);
    expect(model.reading.podsOf("default/a", "n1")).toHaveLength(1);
    model.putPod({ ...pod, metadata: { ...pod.metadata, ownerReferences: [] } });
    expect(model.reading.podsOf("default/a", "n1")).toHaveLength(0);
  });
});
