import type { SourceStatus, SourceStatuses } from "@daemonscope/kube/source-status";
import { expect, test } from "vitest";
import { sourceReadState } from "./source-read-state.ts";

test.each([
  ["a first list in progress is awaited", { state: "syncing" }, "awaited"],
  ["a first list that is retried is awaited", { state: "retrying", detail: "503" }, "awaited"],
  ["a source that was read stays read after it becomes stale", { state: "stale", provenAtMs: 1 }, "read"],
  ["a source that was read stays read after its permission is revoked", { state: "forbidden", provenAtMs: 1 }, "read"],
  ["a source without permission is refused", { state: "forbidden" }, "refused"],
] as const satisfies readonly (readonly [string, SourceStatus, string])[])("C13 %s", (_, pods, reading) => {
  expect(sourceReadState("pods", { pods } as unknown as SourceStatuses)).toBe(reading);
});
