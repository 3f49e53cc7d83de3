import { expect, test } from "vitest";
import { compareByProblem } from "./compare-by-problem.ts";

test("sorts failing pods first, then those that are not ready, each by name", () => {
  const pod = (name: string, ready: boolean, fails = false) => ({
    name,
    ready,
    reason: fails ? ({ kind: "noSuchNode" } as const) : undefined,
  });
  const pods = [
    pod("a-ready", true),
    pod("d-fails", false, true),
    pod("c-starts", false),
    pod("b-starts", false),
    pod("e-fails", true, true),
  ];
  expect(pods.sort(compareByProblem).map(({ name }) => name)).toEqual(["d-fails", "e-fails", "b-starts", "c-starts", "a-ready"]);
});
