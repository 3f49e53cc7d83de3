import { expect, test } from "vitest";
import type { PreparedPlan } from "./plan-action.ts";
import { PLAN_TTL_MS, PlanCache } from "./plan-cache.ts";

const planWithId = (id: string): PreparedPlan => ({ plan: { id } as PreparedPlan["plan"], prepared: [], changes: [] });

test("G43 keeps a plan for ten minutes, only for its user", () => {
  let now = 0;
  const cache = new PlanCache({ elapsedMs: () => now });
  cache.put(planWithId("a"), "mia");
  expect([cache.get("a", "mia")?.plan.id, cache.get("a", "tom"), cache.get("b", "mia")]).toEqual(["a", undefined, undefined]);
  now = PLAN_TTL_MS - 1;
  expect(cache.get("a", "mia")?.plan.id).toBe("a");
  now = PLAN_TTL_MS;
  expect(cache.get("a", "mia")).toBeUndefined();
});

test("G43 limits the number of plans: per user and in total the oldest are evicted", () => {
  const cache = new PlanCache({ elapsedMs: () => 0 });
  for (let at = 0; at <= 20; at++) cache.put(planWithId(`mia-${at}`), "mia");
  expect([cache.get("mia-0", "mia"), cache.get("mia-1", "mia")?.plan.id]).toEqual([undefined, "mia-1"]);
  for (let at = 0; at < 200; at++) cache.put(planWithId(`p-${at}`), `p-${at}`);
  expect([cache.get("mia-20", "mia"), cache.get("p-0", "p-0")?.plan.id]).toEqual([undefined, "p-0"]);
});
