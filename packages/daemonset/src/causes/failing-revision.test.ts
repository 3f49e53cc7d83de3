import { expect, test } from "vitest";
import { record, revision } from "../actions/rollout-record.fixture.ts";
import { failingRevision } from "./failing-revision.ts";

const group = (count: number) => ({ cause: { kind: "crash" }, count, nodes: [], sinceMs: 0 });
const budgetOf = (...reasons: readonly string[]) => ({
  kind: "maxUnavailable",
  spec: "3",
  allowed: 3,
  used: reasons.length,
  holders: reasons.map((reason) => ({ reason, ...group(1) })),
});
const failing = {
  causes: [
    { state: "failing", ...group(2) },
    { state: "failing", ...group(1) },
    { state: "starting", ...group(1) },
  ],
  revisions: [revision(2, 4, true), revision(1, 8)],
  budget: budgetOf("newUnavailable", "noPod"),
};

test("names the revision of all failing pods while no pod of another revision is unavailable", () => {
  expect(failingRevision(record(failing))).toEqual({ failing: 3, revision: 2, others: 8, otherRevision: 1 });
  const revisions = [revision(3, 4, true), revision(2, 1), revision(1, 7)];
  expect(failingRevision(record({ ...failing, revisions }))).toEqual({ failing: 3, revision: 3, others: 8 });
});

test("leaves out old pods on NotReady nodes, available or not", () => {
  const split = { failing: 3, revision: 2, others: 7, onUnready: 1, otherRevision: 1 };
  const onUnready = { current: 0, old: 1, down: 0, silent: 1 };
  expect(failingRevision(record({ ...failing, onUnready }))).toEqual(split);
  const unavailable = { reason: "oldUnavailable", ...group(1), cause: { kind: "nodeNotReady" } };
  const budget = { ...failing.budget, holders: [...failing.budget.holders, unavailable] };
  expect(failingRevision(record({ ...failing, onUnready, budget }))).toEqual(split);
});

test.each([
  ["an old pod is unavailable", { budget: budgetOf("newUnavailable", "oldUnavailable") }],
  ["an old pod terminates", { budget: budgetOf("newUnavailable", "terminating") }],
  ["all old pods are on NotReady nodes", { onUnready: { current: 0, old: 8, down: 0, silent: 8 } }],
  ["no pod of another revision is left", { revisions: [revision(2, 12, true), revision(1, 0)] }],
  ["no pod fails", { causes: [{ state: "starting", ...group(1) }] }],
  ["the budget does not list all unavailable pods", { budget: { ...budgetOf(), kind: "maxSurge" } }],
])("names no revision if %s", (_, parts) => {
  expect(failingRevision(record({ ...failing, ...parts }))).toBeUndefined();
});
