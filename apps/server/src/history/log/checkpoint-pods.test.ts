import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import { expect, it } from "vitest";
import { CheckpointPods } from "./checkpoint-pods.ts";

function podsOfRuns(runs: readonly (readonly string[])[]) {
  const decodedRuns: number[] = [];
  let nextId = 100;
  const pods = new CheckpointPods(
    runs.map((names, run) => ({
      ids: names.map(() => nextId--),
      owners: [...new Set(names.map((name) => name.slice(0, 1)))],
      pods() {
        decodedRuns.push(run);
        return names.map((name) => ({ uid: name, ownerUid: name.slice(0, 1) }) as PodFacts);
      },
    })),
  );
  return { pods, decodedRuns };
}
const names = (pods: Iterable<PodFacts>) => Array.from(pods, ({ uid }) => uid);

it("decodes only the runs that contain a requested pod, each once", () => {
  const { pods, decodedRuns } = podsOfRuns([["a1", "a2"], ["b1"], ["c1", "a3"]]);
  expect([pods.length, decodedRuns]).toEqual([5, []]);
  expect(pods.byId(99)?.uid).toBe("a2");
  expect(pods.byId(100)?.uid).toBe("a1");
  expect([pods.byId(95), pods.byId(101)]).toEqual([undefined, undefined]);
  expect(decodedRuns).toEqual([0]);
  expect(names(pods.of("a"))).toEqual(["a1", "a2", "a3"]);
  expect(decodedRuns).toEqual([0, 2]);
});

it("returns decoded pods only, any pod by uid, or all in order", () => {
  const { pods, decodedRuns } = podsOfRuns([["a1"], ["b1"], ["c1"]]);
  expect(pods.builtByUid("b1")).toBeUndefined();
  expect(pods.byUid("b1")?.ownerUid).toBe("b");
  expect(pods.builtByUid("b1")).toBe(pods.byUid("b1"));
  expect(decodedRuns).toEqual([0, 1]);
  expect([names(pods), pods.ids]).toEqual([
    ["a1", "b1", "c1"],
    [100, 99, 98],
  ]);
  expect(pods.byUid("d1")).toBeUndefined();
});

it("finds a pod by its number in a checkpoint of more than 65,535 runs", () => {
  const runs = Array.from({ length: 70_000 }, (_, run) => ({
    ids: [run],
    owners: ["a"],
    pods: () => [{ uid: `a${run}`, ownerUid: "a" } as PodFacts],
  }));
  const pods = new CheckpointPods(runs);
  for (const id of [0, 65_534, 65_535, 65_536, 69_999]) expect(pods.byId(id)?.uid).toBe(`a${id}`);
});
