import { expect, it } from "vitest";
import type { DaemonSetRecord } from "../records/records.ts";
import { hasNoMatchingNode } from "./has-no-matching-node.ts";

const counts = (desiredNumberScheduled: number) => ({ desiredNumberScheduled }) as DaemonSetRecord["reported"];

it.each([
  [0, 0, true],
  [0, undefined, true],
  [0, 3, false],
  [3, 0, false],
  [3, undefined, false],
])("R28 a status of %j nodes and %j derived: no matching node is %j", (reported, derived, expected) => {
  expect(hasNoMatchingNode({ reported: counts(reported), derived: derived === undefined ? null : counts(derived) })).toBe(expected);
});
