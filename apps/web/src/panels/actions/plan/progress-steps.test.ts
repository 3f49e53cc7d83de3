import type { ActionState } from "@daemonscope/shared/http/actions";
import { expect, test } from "vitest";
import { progressSteps } from "./progress-steps.ts";

const marks = (state: ActionState | undefined) =>
  progressSteps({ planned: 1 }, state)
    .map(({ mark }) => ({ passed: "-", here: "w", ahead: ".", refused: "x", unknown: "q" })[mark])
    .join("");

test.each<[string, ActionState | undefined]>([
  ["w....", undefined],
  ["-w...", { kind: "sent" }],
  ["--w..", { kind: "accepted" }],
  ["---w.", { kind: "observed" }],
  ["-----", { kind: "done" }],
  ["--w..", { kind: "running", back: 1, of: 9, paused: false }],
  ["-q...", { kind: "unknown", message: "read: connection reset by peer", tries: 1 }],
  ["-x...", { kind: "refused", why: "conflict", httpStatus: 409, message: "" }],
  ["--x..", { kind: "partly", done: 3, of: 9, message: "" }],
])("the marks of the stations are %s for %o", (line, state) => {
  expect(marks(state)).toBe(line);
});
