import { expect, test } from "vitest";
import { isCurrentOutcome } from "./revision-outcome-text.ts";

const fate = { kind: "reachedAll", nodes: 40 } as const;

test.each([
  ["of the current revision, on as many nodes as then", { current: true, nodes: 40 }, true],
  ["of the current revision, on fewer nodes since", { current: true, nodes: 16 }, false],
  ["of the current revision, where its nodes were not read", { current: true, nodes: null }, true],
  ["of an older revision", { current: false, nodes: 40 }, false],
])("R27 what was seen %s", (_name, revision, isNow) => {
  expect(isCurrentOutcome(revision, fate)).toBe(isNow);
});
