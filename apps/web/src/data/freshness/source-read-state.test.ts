import type { SourceStatus, SourceStatuses } from "@daemonscope/kube/source-status";
import { expect, test } from "vitest";
import { sourceReadState } from "./source-read-state.ts";

test.each([
  ["a first list that is under way is awaited", { state: "syncing" }, "awaited"],
  ["one that is tried again is awaited too", { state: "retrying", detail: "503" }, "awaited"],
  ["what was read stays read, whatever became of it", { state: "stale", provenAtMs: 1 }, "read"],
  ["a right that was taken away leaves what was read", { state: "forbidden", provenAtMs: 1 }, "read"],
  ["what may not be read is refused", { state: "forbidden" }, "refused"],
] as const satisfies readonly (readonly [string, SourceStatus, string])[])("C13 %s", (_, pods, reading) => {
  expect(sourceReadState("pods", { pods } as unknown as SourceStatuses)).toBe(reading);
});
