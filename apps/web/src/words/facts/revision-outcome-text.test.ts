import { expect, test } from "vitest";
import { isCurrentOutcome } from "./revision-outcome-text.ts";

const outcome = { kind: "reachedAll", nodes: 40 } as const;

test.each([
  ["the current revision, on as many nodes", { current: true, nodes: 40 }, true],
  ["the current revision, on fewer nodes now", { current: true, nodes: 16 }, false],
  ["the current revision, with unread nodes", { current: true, nodes: null }, true],
  ["an older revision", { current: false, nodes: 40 }, false],
])("R27 an outcome holds only on as many nodes as before: %s", (_name, revision, isCurrent) => {
  expect(isCurrentOutcome(revision, outcome)).toBe(isCurrent);
});
