import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { expect, test } from "vitest";
import { undoAdvice } from "./undo-advice.ts";

const TAINT = { kind: "taint" } as Step;
const DONE = { nodes: ["a"], isSoAlready: false };
const REFUSED = { nodes: [], isSoAlready: false, problem: { code: "noNodeMatches", message: "", by: "us" as const } };
const answerOf = (steps: WhatIfAnswer["steps"], ghost = "comes") =>
  ({ steps, daemonSets: [{ ghosts: [{ ghost, nodes: ["a"] }] }] }) as unknown as WhatIfAnswer;

test("a step that matches no node, or changes nothing, has nothing to take back", () => {
  expect(undoAdvice([TAINT], answerOf([REFUSED]))).toEqual([]);
  expect(undoAdvice([TAINT], answerOf([{ ...DONE, isSoAlready: true }]))).toEqual([]);
  expect(undoAdvice([TAINT, { kind: "label" } as Step], answerOf([REFUSED, DONE]))).toEqual(["undoLabel"]);
});

test("pods come back only if the steps delete some", () => {
  expect(undoAdvice([TAINT, TAINT], answerOf([DONE, DONE]))).toEqual(["undoTaint"]);
  expect(undoAdvice([TAINT], answerOf([DONE], "goes"))).toEqual(["undoTaint", "undoDeleted"]);
});
