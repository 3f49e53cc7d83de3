import { expect, test } from "vitest";
import { isCurrentOutcome } from "./revision-outcome-text.ts";

const outcome = { kind: "reachedAll", nodes: 40 } as const;

test.each([
  ["of the current revision, on as many nodes as before", { current: true, nodes: 40 }, true],
  ["of the current revision, on fewer nodes now", { current: true, nodes: 16 }, false],
  ["of the current revision, with unread nodes", { current: true, nodes: null }, true],
  ["of an older revision", { current: false, nodes: 40 }, false],
])("R27 the outcome %s", (_name, revision, isNow) => {
  expect(isCurrentOutcome(revision, outcome)).toBe(isNow);
});
