import { PodColumns } from "@daemonscope/daemonset/model/fast/pod-columns";
import { aPod } from "@daemonscope/daemonset/model/objects.fixture";
import { type PodFacts, podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import { drain } from "@daemonscope/kube/base/drain";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ColumnarObjects } from "../../encoding/columnar-objects.ts";
import { unpackDeltas } from "../../encoding/packed-numbers.ts";
import { podsFromColumns } from "../../encoding/pods-of-columns.ts";
import { inflateBlock } from "../block.ts";
import type { PackedRun } from "../pod-runs.ts";
import { ColumnRuns } from "./column-runs.ts";

const SEED = Number(process.env.SEED ?? 20261130);
const SIZES = { most: 4, few: 2 };

function factsOf(number: number, owner: string, restarts: number): PodFacts {
  const facts = podFactsOf(aPod(owner, `agent-${number}`, { node: `n${number}` }));
  if (facts === undefined) throw new Error("it is no pod of a DaemonSet");
  return { ...facts, uid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`, restarts };
}

const inOrder = (pods: Iterable<PodFacts>) => [...pods].sort((a, b) => (a.uid < b.uid ? -1 : 1));

async function podsIn(run: PackedRun): Promise<readonly PodFacts[]> {
  const pods = podsFromColumns(JSON.parse(await inflateBlock(await run.packed())) as ColumnarObjects);
  const [ids, ...owners] = run.name;
  expect(unpackDeltas(ids)).toHaveLength(pods.length);
  expect(new Set(pods.map(({ ownerUid }) => ownerUid))).toEqual(new Set(owners));
  return pods;
}

it(`runs have the pods of their checkpoint, also if the pods change before they are packed, seed ${SEED}`, async () => {
  const put = fc.record({ number: fc.nat(14), owner: fc.constantFrom("a", "b"), restarts: fc.nat(2) });
  const step = fc.oneof(
    { arbitrary: put, weight: 6 },
    { arbitrary: fc.record({ drop: fc.nat(14) }), weight: 2 },
    { arbitrary: fc.constantFrom("checkpoint" as const, "pack" as const), weight: 2 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (history) => {
      const columns = new PodColumns();
      const columnRuns = new ColumnRuns(columns, SIZES);
      let runs: readonly PackedRun[] = [];
      let expected: readonly PodFacts[] = [];
      const check = async () => expect(inOrder((await Promise.all(runs.map(podsIn))).flat())).toEqual(expected);
      for (const each of history) {
        if (each === "pack") await check();
        else if (each === "checkpoint") {
          // A log packs all runs before its next checkpoint.
          await check();
          runs = drain(columnRuns.inSlices((slot) => slot));
          expected = inOrder(columns.all());
        } else if ("drop" in each) columns.drop(factsOf(each.drop, "a", 0).uid);
        else columns.put(factsOf(each.number, each.owner, each.restarts));
      }
      await check();
    }),
    { seed: SEED, numRuns: 150 },
  );
});

it("reuses the runs of other owners, and merges small runs", async () => {
  const columns = new PodColumns();
  const columnRuns = new ColumnRuns(columns, SIZES);
  const checkpoint = () => drain(columnRuns.inSlices((slot) => slot));
  for (let number = 0; number < 10; number++) columns.put(factsOf(number, number % 2 === 0 ? "a" : "b", 0));
  const first = checkpoint();
  expect(await Promise.all(first.map(async (run) => (await podsIn(run)).length))).toEqual([4, 1, 4, 1]);
  columns.put(factsOf(0, "a", 1));
  const second = checkpoint();
  expect(second.filter((run) => first.includes(run))).toHaveLength(2);
  expect(checkpoint()).toEqual(second);
  columns.put(factsOf(12, "a", 0));
  expect(await Promise.all(checkpoint().map(async (run) => (await podsIn(run)).length))).toEqual([4, 1, 4, 2]);
});
