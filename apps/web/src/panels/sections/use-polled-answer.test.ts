import { expect, test } from "vitest";
import { pollMsOf } from "./use-polled-answer.ts";

test("requests an answer again within five seconds while the data is live", () => {
  expect(pollMsOf({ kind: "live" })).toBeLessThanOrEqual(5000);
});

test.each(["connecting", "stale", "disconnected", "past"] as const)("requests an answer once while the data is %s", (kind) => {
  expect(pollMsOf({ kind })).toBe(false);
});
