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
  ["a new Deployment comes up at once", {}, "new 0→4"],
  ["as many new ones as the surge allows", { old: [set("old", 4)] }, "new 0→1"],
  ["then old ones, as far as enough stay available", { current: set("new", 1, 0), old: [set("old", 4)] }, "old 4→3"],
  ["and then more, when the new one is available", { current: set("new", 1), old: [set("old", 4)] }, "old 4→2"],
  ["old ones that are not available go first", { current: set("new", 1, 0), old: [set("sick", 2, 0), set("old", 2)] }, "sick 2→1"],
  ["nothing goes where nothing would be left", { replicas: 1, maxUnavailable: 0, current: set("new", 1, 0), old: [set("old", 1)] }, ""],
  ["fewer are wanted", { replicas: 2, current: set("new", 4) }, "new 4→2"],
  ["Recreate: old ones first, all of them", { recreate: true, old: [set("old", 4)], oldPods: 4 }, "old 4→0"],
  ["Recreate: no new one before the last old pod is gone", { recreate: true, old: [set("old", 0)], oldPods: 1 }, ""],
  ["Recreate: then all new ones", { recreate: true, old: [set("old", 0)] }, "new 0→4"],
  ["paused: no rollout", { paused: true, old: [set("old", 4)] }, ""],
  ["paused: the one with pods is scaled", { paused: true, replicas: 5, old: [set("old", 4)] }, "old 4→5"],
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
