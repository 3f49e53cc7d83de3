import { expect, it } from "vitest";
import type { Disagreement } from "../records/records.ts";
import { persistentDisagreements } from "./persistent-disagreements.ts";

const disagreement = (field: Disagreement["field"], sinceMs?: number): Disagreement => ({
  field,
  reported: 8,
  derived: 6,
  ...(sinceMs === undefined ? {} : { sinceMs }),
  cause: { kind: "notWritten" },
});

it("C10 reports a difference once it has lasted two seconds", () => {
  const record = { disagreements: [disagreement("desiredNumberScheduled", 1000), disagreement("numberReady", 2500)] };
  const fieldsAt = (nowMs: number) => persistentDisagreements(record, nowMs).map(({ field }) => field);
  expect(fieldsAt(2999)).toEqual([]);
  expect(fieldsAt(3000)).toEqual(["desiredNumberScheduled"]);
  expect(fieldsAt(4500)).toEqual(["desiredNumberScheduled", "numberReady"]);
});

it("C10 a difference older than the watch counts as lasting", () => {
  expect(persistentDisagreements({ disagreements: [disagreement("numberReady")] }, 0)).toHaveLength(1);
});
