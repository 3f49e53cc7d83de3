import { emptyState } from "@daemonscope/shared/empty-state";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import { expect, test } from "vitest";
import type { ClusterView } from "./cluster-store.ts";
import { freshnessOf } from "./freshness.ts";

const NOW = 1_000_000;
function view(change: Partial<ClusterView>, sources: Partial<Record<SourceName, SourceStatus>> = {}): ClusterView {
  const state = emptyState("e", { context: "c", server: "s", version: undefined, simulated: false }, 0);
  state.sources = { ...(Object.fromEntries(SOURCES.map((source) => [source, { state: "live" }])) as SourceStatuses), ...sources };
  return {
    state,
    seq: 1,
    connection: "open",
    heardAtMs: NOW - 500,
    lostAtMs: undefined,
    clusterAtMs: 0,
    clockRate: 1,
    resyncs: 1,
    problem: undefined,
    ...change,
  };
}

test.each([
  ["all sources live", view({}), "live"],
  ["F6 silence past two heartbeats", view({ heardAtMs: NOW - 21_000 }), "stale"],
  ["our server gone", view({ connection: "lost", lostAtMs: NOW - 1000 }), "disconnected"],
  ["the API server gone", view({}, { pods: { state: "retrying", detail: "refused" } }), "disconnected"],
  ["the API server frozen", view({}, { nodes: { state: "stale" } }), "stale"],
  ["a source still reading", view({}, { pods: { state: "syncing" } }), "connecting"],
  ["events alone in trouble", view({}, { events: { state: "retrying" } }), "live"],
  ["nothing yet", view({ state: undefined }), "connecting"],
] as const)("%s is %s", (_name, given, kind) => {
  expect(freshnessOf(given, NOW, NOW - 3000).kind).toBe(kind);
});

test("a forbidden kind is named and does not stop the rest", () => {
  const fresh = freshnessOf(view({}, { controllerrevisions: { state: "forbidden", detail: "needs list" } }), NOW, undefined);
  expect(fresh.kind).toBe("live");
  expect(fresh.forbidden).toEqual([{ source: "controllerrevisions", detail: "needs list" }]);
});
