import { expect, it } from "vitest";
import { UNKNOWN_BUDGET } from "../records/budget.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { budgetInUse, isBudgetInUse } from "./is-budget-in-use.ts";

const revision = (nodes: number, current: boolean) => ({ hash: `${nodes}`, revision: 1, createdAtMs: 0, current, nodes });
const isInUse = (strategy: DaemonSetRecord["strategy"], underWay: boolean, ...revisions: readonly ReturnType<typeof revision>[]) =>
  isBudgetInUse({ strategy, underWay, revisions });

it("B8 a rollout uses the budget up to its last pod; a first creation and an idle DaemonSet do not", () => {
  expect(isInUse("RollingUpdate", true, revision(3, true), revision(9, false))).toBe(true);
  expect(isInUse("RollingUpdate", true, revision(12, true), revision(0, false)), "the last new pods start").toBe(true);
  expect(isInUse("RollingUpdate", true, revision(12, true)), "first creation").toBe(false);
  expect(isInUse("RollingUpdate", false, revision(12, true), revision(0, false)), "at rest").toBe(false);
});

it("B8 under OnDelete the budget is in use while old pods wait", () => {
  expect(isInUse("OnDelete", false, revision(3, true), revision(9, false))).toBe(true);
  expect(isInUse("OnDelete", false, revision(12, true), revision(0, false))).toBe(false);
});

it("B8 slots are returned only while a rollout uses the budget", () => {
  const budget = { kind: "maxUnavailable", spec: "1", allowed: 1, used: 2, holders: [] } as const;
  const rolling = { strategy: "RollingUpdate", underWay: true, revisions: [revision(3, true), revision(9, false)], budget } as const;
  expect(budgetInUse(rolling)).toMatchObject({ used: 2, allowed: 1 });
  expect(budgetInUse({ ...rolling, underWay: false }), "at rest").toBeUndefined();
  expect(budgetInUse({ ...rolling, budget: UNKNOWN_BUDGET }), "pods were not read").toBeUndefined();
});
