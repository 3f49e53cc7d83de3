import { expect, it, test } from "vitest";
import { type RolloutState, scalingsOf } from "./rollout-plan.ts";

const state = (parts: Partial<RolloutState>): RolloutState => ({
  replicas: 4,
  maxSurge: 1,
  maxUnavailable: 1,
  recreate: false,
  paused: false,
  current: { name: "new", replicas: 0, available: 0 },
  old: [],
  oldPods: 0,
  ...parts,
});
const set = (name: string, replicas: number, available = replicas) => ({ name, replicas, available });

test.each<[string, Partial<RolloutState>, string]>([
  ["a new Deployment gets all its replicas at once", {}, "new 0→4"],
  ["creates as many new pods as the surge allows", { old: [set("old", 4)] }, "new 0→1"],
  ["then deletes old pods while enough stay available", { current: set("new", 1, 0), old: [set("old", 4)] }, "old 4→3"],
  ["deletes more old pods when the new one is available", { current: set("new", 1), old: [set("old", 4)] }, "old 4→2"],
  ["deletes old pods that are not available first", { current: set("new", 1, 0), old: [set("sick", 2, 0), set("old", 2)] }, "sick 2→1"],
  ["deletes no pod if none would be left", { replicas: 1, maxUnavailable: 0, current: set("new", 1, 0), old: [set("old", 1)] }, ""],
  ["deletes new pods if fewer are wanted", { replicas: 2, current: set("new", 4) }, "new 4→2"],
  ["Recreate: deletes all old pods first", { recreate: true, old: [set("old", 4)], oldPods: 4 }, "old 4→0"],
  ["Recreate: creates no new pod before the last old one is gone", { recreate: true, old: [set("old", 0)], oldPods: 1 }, ""],
  ["Recreate: then creates all new pods", { recreate: true, old: [set("old", 0)] }, "new 0→4"],
  ["paused: no rollout", { paused: true, old: [set("old", 4)] }, ""],
  ["paused: the only ReplicaSet with pods is scaled", { paused: true, replicas: 5, old: [set("old", 4)] }, "old 4→5"],
])("%s", (_name, parts, wanted) => {
  expect(
    scalingsOf(state(parts))
      .map(({ name, from, to }) => `${name} ${from}→${to}`)
      .join(" "),
  ).toBe(wanted);
});

it("a rollout ends with new pods only, and never exceeds its budget", () => {
  for (const [replicas, maxSurge, maxUnavailable] of [
    [1, 1, 0],
    [3, 0, 1],
    [10, 3, 2],
  ] as const) {
    let current = set("new", 0);
    let old = set("old", replicas);
    for (let round = 0; round < 100; round++) {
      const scalings = scalingsOf(state({ replicas, maxSurge, maxUnavailable, current, old: [old], oldPods: old.replicas }));
      if (scalings.length === 0) break;
      for (const { name, to } of scalings) {
        if (name === "new") current = set("new", to);
        else old = set("old", to);
      }
      expect(current.replicas + old.replicas).toBeLessThanOrEqual(replicas + maxSurge);
      expect(current.replicas + old.replicas).toBeGreaterThanOrEqual(replicas - maxUnavailable);
    }
    expect([current.replicas, old.replicas]).toEqual([replicas, 0]);
  }
});
