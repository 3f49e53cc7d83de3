import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { drain } from "@daemonscope/kube/base/drain";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type PodRun, podRunsInSlices } from "./pod-runs.ts";

const SEED = Number(process.env.SEED ?? 20260124);
const SIZES = { most: 8, few: 3 };

const podRuns = (...args: Parameters<typeof podRunsInSlices>) => drain(podRunsInSlices(...args));
const aPod = (uid: string): PodFacts => ({ uid }) as PodFacts;

it(`runs of pods contain all pods in order, and stay few, after any changes, seed ${SEED}`, () => {
  const change = fc.record({ do: fc.constantFrom("put", "drop", "number"), pods: fc.array(fc.nat(60), { maxLength: 12 }) });
  fc.assert(
    fc.property(fc.array(fc.oneof(change, fc.constant("checkpoint" as const)), { maxLength: 80, size: "max" }), (history) => {
      const current = new Map<number, { pod: PodFacts; id: number }>();
      let nextId = 0;
      let runs: readonly PodRun[] = [];
      let renumbered = new Set<string>();
      for (const each of history) {
        if (each === "checkpoint") {
          const pods = Array.from(current.values(), ({ pod }) => pod);
          const ids = Array.from(current.values(), ({ id }) => id);
          const idByUid = new Map(Array.from(current.values(), (each) => [each.pod.uid, each.id] as const));
          const numberOf = ({ uid }: PodFacts) => idByUid.get(uid) ?? -1;
          runs = podRuns(runs, pods, numberOf, SIZES, renumbered);
          renumbered = new Set();
          expect(runs.flatMap((run) => run.pods)).toEqual(pods);
          expect(runs.flatMap((run) => run.ids)).toEqual(ids);
          expect(runs.every((run) => run.pods.length > 0 && run.pods.length <= SIZES.most)).toBe(true);
          expect(runs.some((run, at) => Math.max(run.pods.length, runs[at + 1]?.pods.length ?? SIZES.few) < SIZES.few)).toBe(false);
          expect(podRuns(runs, pods, numberOf, SIZES)).toEqual(runs);
          continue;
        }
        for (const name of each.pods) {
          const { pod, id } = current.get(name) ?? {};
          current.delete(name);
          if (each.do === "number" && pod !== undefined) {
            current.set(name, { pod, id: nextId++ });
            renumbered.add(pod.uid);
          }
          if (each.do === "put") current.set(name, { pod: aPod(`pod-${name}`), id: id ?? nextId++ });
        }
      }
    }),
    { seed: SEED },
  );
});

it("reuses an unchanged run, which is packed once", async () => {
  const pods = Array.from({ length: 20 }, (_, at) => aPod(`pod-${at}`));
  const numberOf = ({ uid }: PodFacts) => Number(uid.slice("pod-".length));
  const before = podRuns([], pods, numberOf, SIZES);
  const [first, ...others] = pods as [PodFacts, ...PodFacts[]];
  const after = podRuns(before, [...others, { ...first }], numberOf, SIZES);
  expect(after.map((run) => before.indexOf(run))).toEqual([-1, 1, 2, -1]);
  expect(await after[1]?.packed()).toBe(await before[1]?.packed());
});
