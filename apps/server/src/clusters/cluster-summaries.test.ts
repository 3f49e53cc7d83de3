import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { describe, expect, test } from "vitest";
import { clusterConnectivity } from "./cluster-summaries.ts";

describe("clusterConnectivity", () => {
  const LIVE: SourceStatus = { state: "live", provenAtMs: 100_000 };
  const sources = (some: Partial<Record<SourceName, SourceStatus>> = {}): SourceStatuses =>
    ({ ...Object.fromEntries(SOURCES.map((name) => [name, LIVE])), ...some }) as SourceStatuses;

  test.each<[string, SourceStatuses, ReturnType<typeof clusterConnectivity>]>([
    ["a cluster with only live sources is live", sources(), { hearing: "live" }],
    [
      "a cluster is being read until its first lists are complete",
      sources({ pods: { state: "syncing", detail: "listing" } }),
      { hearing: "reading", detail: "listing" },
    ],
    ["events are optional", sources({ events: { state: "retrying", detail: "no" } }), { hearing: "live" }],
    ["a forbidden kind is not silent", sources({ nodes: { state: "forbidden", detail: "no list on nodes" } }), { hearing: "live" }],
    [
      "a cluster without access to DaemonSets is forbidden",
      sources({ daemonsets: { state: "forbidden", detail: "needs list on daemonsets" } }),
      { hearing: "forbidden", detail: "needs list on daemonsets" },
    ],
    [
      "a cluster is silent for as long as its oldest silent source",
      sources({
        pods: { state: "stale", provenAtMs: 90_000, detail: "no sign of life" },
        nodes: { state: "retrying", provenAtMs: 60_000 },
      }),
      { hearing: "silent", silentMs: 40_000 },
    ],
    [
      "a revoked right leaves old data",
      sources({ pods: { state: "forbidden", provenAtMs: 70_000, detail: "revoked" } }),
      { hearing: "silent", detail: "revoked", silentMs: 30_000 },
    ],
    [
      "a source that was never live has no age",
      sources({ nodes: { state: "retrying", detail: "connection refused" }, pods: { state: "retrying", provenAtMs: 1 } }),
      { hearing: "silent", detail: "connection refused" },
    ],
  ])("%s", (_, statuses, expected) => {
    expect(clusterConnectivity(statuses, 100_000)).toEqual(expected);
  });
});
