import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { expect, test } from "vitest";
import { clusterConnectivity } from "./cluster-connectivity.ts";

const LIVE: SourceStatus = { state: "live", provenAtMs: 100_000 };
const sources = (some: Partial<Record<SourceName, SourceStatus>> = {}): SourceStatuses =>
  ({ ...Object.fromEntries(SOURCES.map((name) => [name, LIVE])), ...some }) as SourceStatuses;

test.each<[string, SourceStatuses, ReturnType<typeof clusterConnectivity>]>([
  ["all is heard", sources(), { hearing: "live" }],
  [
    "the first lists are on their way",
    sources({ pods: { state: "syncing", detail: "listing" } }),
    { hearing: "reading", detail: "listing" },
  ],
  ["events only add", sources({ events: { state: "retrying", detail: "no" } }), { hearing: "live" }],
  [
    "a kind that may not be read is no silence",
    sources({ nodes: { state: "forbidden", detail: "no list on nodes" } }),
    { hearing: "live" },
  ],
  [
    "without DaemonSets there is nothing",
    sources({ daemonsets: { state: "forbidden", detail: "needs list on daemonsets" } }),
    { hearing: "forbidden", detail: "needs list on daemonsets" },
  ],
  [
    "its age is that of the oldest that is not heard",
    sources({ pods: { state: "stale", provenAtMs: 90_000, detail: "no sign of life" }, nodes: { state: "retrying", provenAtMs: 60_000 } }),
    { hearing: "silent", silentMs: 40_000 },
  ],
  [
    "a right that was taken away leaves old data",
    sources({ pods: { state: "forbidden", provenAtMs: 70_000, detail: "revoked" } }),
    { hearing: "silent", detail: "revoked", silentMs: 30_000 },
  ],
  [
    "what was never heard has no age",
    sources({ nodes: { state: "retrying", detail: "connection refused" }, pods: { state: "retrying", provenAtMs: 1 } }),
    { hearing: "silent", detail: "connection refused" },
  ],
])("%s", (_, given, expected) => {
  expect(clusterConnectivity(given, 100_000)).toEqual(expected);
});
