import fc from "fast-check";
import { expect, it } from "vitest";
import { isAvailable, isUpdated } from "../pods/pod-facts.ts";
import { bucketStartMs, PACE_BUCKETS } from "../records/rollout-pace.ts";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "./cluster-event.ts";
import { ClusterModel } from "./cluster-model.ts";
import { aDaemonSet, aNode, aPod, aRevision, EPOCH_MS } from "./objects.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260101);
const RUNS = Number(process.env.RUNS ?? 150);
const KEY = "default/a";
const NODES = ["n1", "n2", "n3", "n4"];

type Step =
  | {
      readonly do: "pod";
      readonly at: number;
      readonly second: boolean;
      readonly readyForMs: number | undefined;
      readonly deleting: boolean;
      readonly hash: 1 | 2 | 3;
    }
  | { readonly do: "gone"; readonly at: number; readonly second: boolean }
  | { readonly do: "tick"; readonly ms: number }
  | { readonly do: "spec"; readonly hash: 1 | 2 | 3 }
  | { readonly do: "node"; readonly at: number; readonly leaves: boolean };
const at = fc.nat(NODES.length - 1);
const hash = fc.constantFrom(1 as const, 2 as const, 2 as const, 2 as const, 3 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("pod" as const),
      at,
      second: fc.boolean(),
      readyForMs: fc.constantFrom(undefined, 0, 6000, 6000),
      deleting: fc.boolean(),
      hash,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("gone" as const), at, second: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("tick" as const), ms: fc.nat(90_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("spec" as const), hash }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("node" as const), at, leaves: fc.boolean() }) },
);

it(`R24 the incremental pace equals a recount of all nodes after each change, seed ${SEED}`, () => {
  let arrivals = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new ClusterModel({ nowMs: EPOCH_MS });
      let generation = 1;
      const putSet = (template: number) =>
        model.apply(
          putDaemonSet(
            aDaemonSet("a", {
              generation: generation++,
              templateHash: `template-${template}`,
              minReadySeconds: 5,
              status: { desiredNumberScheduled: NODES.length },
            }),
          ),
        );
      for (const name of NODES) model.apply(putNode(aNode(name)));
      for (const revision of [1, 2, 3]) model.apply(putRevision(aRevision("a", revision)));
      putSet(1);
      for (const [index, node] of NODES.entries()) model.apply(putPod(aPod("a", `p${index}a`, { node, readyAtMs: 0 })));
      model.apply({ do: "beginMarks" });
      putSet(2);
      model.takeChanges();
      let nowMs = EPOCH_MS;
      let counted = new Map<number, number>();
      let current = model.reading.setFacts(KEY)?.currentHash;
      let seen = new Set<string>();
      for (const input of steps) {
        const wasUnderWay = model.reading.daemonSetRecord(KEY)?.underWay === true;
        if (input.do === "tick") {
          nowMs += input.ms;
          model.tick(nowMs);
        } else if (input.do === "spec") putSet(input.hash);
        else if (input.do === "node") {
          const name = NODES[input.at] ?? "";
          if (input.leaves) {
            model.apply(dropObject("nodes", name));
            seen.delete(name);
          } else model.apply(putNode(aNode(name)));
        } else {
          const name = `p${input.at}${input.second ? "b" : "a"}`;
          if (input.do === "gone") model.apply(dropObject("pods", `pod-${name}`));
          else
            model.apply(
              putPod(
                aPod("a", name, {
                  node: NODES[input.at] ?? "",
                  hash: `hash-${input.hash}`,
                  createdAtMs: nowMs - EPOCH_MS,
                  ...(input.readyForMs === undefined ? {} : { readyAtMs: nowMs - EPOCH_MS - input.readyForMs }),
                  ...(input.deleting ? { deletedAtMs: nowMs - EPOCH_MS } : {}),
                }),
              ),
            );
        }
        model.takeChanges();
        const facts = model.reading.setFacts(KEY);
        if (facts === undefined) throw new Error("the DaemonSet is gone");
        const isDone = (name: string) => {
          const [pod] = model.reading.podsOf(KEY, name);
          const revision = { hash: facts.currentHash, templateGeneration: facts.templateGeneration };
          return (
            model.reading.verdictOf(KEY, name) === "run" && pod !== undefined && isUpdated(pod, revision) && isAvailable(pod, 5, nowMs)
          );
        };
        const done = NODES.filter((name) => model.reading.nodeRecord(name) !== undefined && isDone(name));
        if (facts.currentHash !== current) {
          current = facts.currentHash;
          counted = new Map();
          seen = new Set(done);
        }
        const news = done.filter((name) => !seen.has(name));
        for (const name of news) seen.add(name);
        if (wasUnderWay && news.length > 0) {
          const bucket = bucketStartMs(nowMs);
          counted.set(bucket, (counted.get(bucket) ?? 0) + news.length);
          arrivals += news.length;
        }
        const record = model.reading.daemonSetRecord(KEY);
        const { pace } = record ?? {};
        if (counted.size === 0) expect(pace).toBeUndefined();
        if (pace === undefined) {
          if (counted.size > 0) expect(record?.underWay).toBe(false);
          continue;
        }
        expect(pace.counts.length).toBeLessThanOrEqual(PACE_BUCKETS);
        for (const [index, count] of pace.counts.entries()) expect(count).toBe(counted.get(pace.fromMs + index * 30_000) ?? 0);
        const countedSum = [...counted].filter(([bucket]) => bucket >= pace.fromMs).reduce((sum, [, count]) => sum + count, 0);
        expect(pace.counts.reduce((sum, count) => sum + count, 0)).toBe(countedSum);
        expect(pace.counts.at(-1)).toBeGreaterThan(0);
        const wanted = NODES.filter((name) => model.reading.nodeRecord(name) !== undefined && model.reading.verdictOf(KEY, name) === "run");
        expect(pace.remaining).toBe(wanted.length - done.length);
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
  expect(arrivals).toBeGreaterThan(20);
});
