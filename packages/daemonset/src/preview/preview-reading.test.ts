import { drain } from "@daemonscope/kube/base/drain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cellState } from "../pair/cell/cell.ts";
import { previewFixture, reading, type StoryParts } from "./preview.fixture.ts";
import { previewReading } from "./preview-reading.ts";
import { effectsOf } from "./preview-steps.ts";

const SEED = Number(process.env.SEED ?? 20260612);

const labels = fc.record({ pool: fc.constantFrom("gpu", "web"), tier: fc.constantFrom("a", "b") }, { requiredKeys: ["pool"] });
const taint = fc.record({ key: fc.constantFrom("x", "y"), effect: fc.constantFrom("NoSchedule", "NoExecute") });
const taints = fc.uniqueArray(taint, { maxLength: 2, selector: ({ key, effect }) => `${key}:${effect}` });
const names = ["n1", "n2", "n3", "n4"];
const tolerations = fc.constantFrom([], [{ operator: "Exists" }], [{ key: "x", operator: "Exists", effect: "NoSchedule" }]);
const strategy = fc.constantFrom({ type: "OnDelete" }, { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } });
const set = fc.record({
  on: fc.subarray(names),
  hash: fc.constantFrom("hash-0", "hash-1"),
  strategy,
  template: fc.record({ nodeSelector: fc.constantFrom({}, { pool: "gpu" }), tolerations }),
});
// A node that is not Ready holds the budget of later nodes, and it is unknown which ones: preview.test.ts covers that.
const story: fc.Arbitrary<StoryParts> = fc.record({
  nodes: fc.record(Object.fromEntries(names.map((name) => [name, fc.record({ labels, taints })]))),
  sets: fc.record({ a: set, b: set }),
}) as fc.Arbitrary<StoryParts>;
const step = fc.constantFrom(
  "taint n1 n2 x:NoExecute",
  "taint --all y:NoSchedule",
  "taint --all x-",
  "label n1 n3 pool=gpu",
  "label --all pool-",
  "restart default/a",
  "set-strategy default/a RollingUpdate",
  "set-strategy default/b OnDelete",
  "set-node-selector default/b pool=web",
  "set-tolerations default/a *",
  "leave n4",
  "join 2 like n1",
  "delete default/b",
  "delete-pods default a-n1",
);

test(`counts equal those of the previewed reading, and unchanged values do not differ, seed ${SEED}`, () => {
  fc.assert(
    fc.property(story, fc.uniqueArray(step, { minLength: 1, maxLength: 3 }), (parts, steps) => {
      const cluster = reading(parts);
      // A step can name only existing nodes and DaemonSets.
      const text = steps.filter((each) => !each.startsWith("delete-pods") || (parts.sets.a?.on ?? []).includes("n1"));
      const isDeletedEarly = text.some(
        (each, at) => at > 0 && each.includes("default/b") && text.indexOf("delete default/b") < at && text.includes("delete default/b"),
      );
      fc.pre(!isDeletedEarly);
      const all = previewFixture(cluster, text.join("; "));
      const converged = previewReading(all);
      for (const { key, life, then } of drain(effectsOf(cluster, all)).daemonSets) {
        if (life === "goes") continue;
        const derived = converged.daemonSetRecord(key)?.derived;
        expect({
          desired: derived?.desiredNumberScheduled,
          current: derived?.currentNumberScheduled,
          misscheduled: derived?.numberMisscheduled,
          updated: derived?.updatedNumberScheduled,
          available: derived?.numberAvailable,
        }).toEqual(then);
      }
      for (const { key, pairs } of all.sets)
        for (const { node, settled } of pairs)
          expect([key, node, converged.podsOf(key, node).length > 0]).toEqual([key, node, settled.has]);
    }),
    { seed: SEED, numRuns: 60 },
  );
});

test("a preview of one pair equals that pair in the full preview", () => {
  const parts: StoryParts = { nodes: { n1: {}, n2: {} }, sets: { a: { on: ["n1", "n2"] } } };
  const all = previewFixture(reading(parts), "taint n1 x:NoSchedule; restart default/a");
  const full = previewReading(all);
  for (const node of ["n1", "n2"]) {
    const single = previewReading(all, { key: "default/a", node });
    expect(single.cellAt("default/a", node)).toBe(full.cellAt("default/a", node));
    expect(single.placementOf("default/a", node)).toEqual(full.placementOf("default/a", node));
  }
  expect(cellState(full.cellAt("default/a", "n2"))).toBe("available");
  expect(cellState(full.cellAt("default/a", "n1"))).toBe("excluded");
});
