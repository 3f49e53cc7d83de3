import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { describe, expect, it, test } from "vitest";
import { arePodsLoading } from "../../pages/fleet/FleetFilters.tsx";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import type { ClusterView } from "../cluster/cluster-view.ts";
import { type Staleness, stalenessOf } from "../cluster/staleness.ts";
import { nodesLoadingState } from "../hooks/nodes-loading-state.ts";
import { freshnessOf } from "./freshness.ts";
import { freshnessChip, freshnessSentence } from "./freshness-text.ts";
import { isClusterReady } from "./is-cluster-ready.ts";

const { t } = createTranslator();
const NOW = 1_000_000;
/** Cluster time at NOW. */
const AT = 5_000_000;
const PROVEN = AT - 1000;
const statuses = (sources: Partial<Record<SourceName, SourceStatus>>): SourceStatuses => ({
  ...(Object.fromEntries(SOURCES.map((source) => [source, { state: "live", provenAtMs: PROVEN }])) as unknown as SourceStatuses),
  ...sources,
});

function view(change: Partial<ClusterView>, sources: Partial<Record<SourceName, SourceStatus>> = {}): ClusterView {
  const state = {
    ...emptyState("e", { context: "c", server: "s", version: undefined, simulated: false }, 0),
    sources: statuses(sources),
  };
  return {
    state,
    version: 1,
    seq: 1,
    epoch: "e",
    connection: "open",
    lastReceivedAtMs: NOW - 500,
    lostAtMs: undefined,
    behind: undefined,
    doubt: stalenessOf(state.sources, { at: AT, clockRate: 1, nowMs: NOW }, undefined),
    clusterAtMs: AT,
    clockRate: 1,
    resyncs: 1,
    moment: undefined,
    nodesRead: undefined,
    problem: undefined,
    ...change,
  };
}

test.each([
  ["all sources live", view({}), "live"],
  ["F6 silence of two heartbeats", view({ lastReceivedAtMs: NOW - 10_000 }), "live"],
  ["F6 silence of more than two heartbeats", view({ lastReceivedAtMs: NOW - 10_001 }), "stale"],
  ["F6 a server of another build, and a state of the browser's cache", view({ problem: { kind: "otherSchema" } }), "stale"],
  ["our server is gone", view({ connection: "lost", lostAtMs: NOW - 1000 }), "disconnected"],
  ["the API server is gone", view({}, { pods: { state: "retrying", provenAtMs: PROVEN, detail: "refused" } }), "disconnected"],
  ["the API server is frozen", view({}, { nodes: { state: "stale", provenAtMs: PROVEN } }), "stale"],
  [
    "a revoked permission to read pods",
    view({}, { pods: { state: "forbidden", provenAtMs: PROVEN, detail: "list pods: forbidden" } }),
    "stale",
  ],
  ["a source that still reads", view({}, { pods: { state: "syncing" } }), "connecting"],
  ["an API server that was never reached", view({}, { nodes: { state: "retrying", detail: "refused" } }), "connecting"],
  ["only events failing", view({}, { events: { state: "retrying", provenAtMs: PROVEN } }), "live"],
  ["a state of a cluster that is no longer watched", view({ epoch: "f" }), "stale"],
  ["a keyframe that is refetched for more than two seconds", view({ behind: { sinceMs: NOW - 2001, asOfMs: AT } }), "stale"],
  ["a keyframe that is refetched for less than two seconds", view({ behind: { sinceMs: NOW - 500, asOfMs: AT } }), "live"],
  ["a cluster without permission to read daemonsets", view({}, { daemonsets: { state: "forbidden" } }), "connecting"],
  ["no state yet", view({ state: undefined, doubt: undefined }), "connecting"],
] as const)("%s is %s", (_name, shown, kind) => {
  expect(freshnessOf(shown, NOW).kind).toBe(kind);
});

test("a paused clock is live and marked as paused, except over stale data", () => {
  const why = (change: object) => freshnessOf(view({ clockRate: 0, ...change }), NOW).why.kind;
  expect([why({}), why({ lastReceivedAtMs: NOW - 21_000 }), freshnessOf(view({}), NOW).why.kind]).toEqual([
    "paused",
    "serverSilent",
    "live",
  ]);
});

describe("kinds without read permission", () => {
  it("are named, and do not affect the rest, if they were never read", () => {
    const fresh = freshnessOf(view({}, { controllerrevisions: { state: "forbidden", detail: "needs list" } }), NOW);
    expect(fresh.kind).toBe("live");
    expect(fresh.forbidden).toEqual([{ source: "controllerrevisions", detail: "needs list" }]);
  });
  it("are stale and named once, if the permission was revoked", () => {
    const fresh = freshnessOf(view({}, { pods: { state: "forbidden", provenAtMs: AT - 60_000, detail: "list pods: forbidden" } }), NOW);
    expect(fresh).toMatchObject({ asOfMs: AT - 60_000, forbidden: [] });
    expect(freshnessChip(t, fresh, AT)).toBe("stale 60s");
    expect(freshnessSentence(t, fresh)).toBe("May no longer read pods: list pods: forbidden.");
  });
});

it("counts unreadable objects by kind", () => {
  const leftOut = { count: 2, first: 'the Pod "x" without metadata.uid was left out' };
  const fresh = freshnessOf(view({}, { pods: { state: "live", provenAtMs: PROVEN, leftOut } }), NOW);
  expect(fresh.leftOut).toEqual([{ source: "pods", ...leftOut }]);
});

describe("stale data is dated by its oldest proof", () => {
  const lost = { pods: { state: "retrying", provenAtMs: AT - 30_000, detail: "refused" } } as const;
  it("regardless of later heartbeats", () => {
    const before = view({}, lost);
    const later = {
      ...before,
      lastReceivedAtMs: NOW + 20_000,
      clusterAtMs: AT + 20_000,
      doubt: stalenessOf(statuses(lost), { at: AT + 20_000, clockRate: 1, nowMs: NOW + 20_000 }, before.doubt),
    };
    expect(freshnessOf(before, NOW)).toMatchObject({ kind: "disconnected", ageMs: 30_000, asOfMs: AT - 30_000 });
    expect(freshnessOf(later, NOW + 20_000)).toMatchObject({ kind: "disconnected", ageMs: 50_000, asOfMs: AT - 30_000 });
  });
  it("also if our server goes away as well", () => {
    const fresh = freshnessOf({ ...view({}, lost), connection: "lost", lostAtMs: NOW - 1000 }, NOW);
    expect(fresh).toMatchObject({ kind: "disconnected", ageMs: 30_000, asOfMs: AT - 30_000 });
  });
  it("on the cluster's clock, which may run faster or be paused", () => {
    const doubt = (clockRate: number): Staleness | undefined => stalenessOf(statuses(lost), { at: AT, clockRate, nowMs: NOW }, undefined);
    expect(doubt(0)?.asOfMs).toBe(AT);
    expect(doubt(10)?.asOfMs).toBe(AT - 300_000);
    expect(doubt(10)?.sinceMs).toBe(NOW - 30_000);
  });
  it("and restarts the date when another kind fails", () => {
    const first = stalenessOf(statuses(lost), { at: AT, clockRate: 1, nowMs: NOW }, undefined);
    const nodes = { nodes: { state: "stale", provenAtMs: AT + 5000 } } as const;
    expect(stalenessOf(statuses(nodes), { at: AT + 6000, clockRate: 1, nowMs: NOW + 6000 }, first)?.sinceMs).toBe(NOW + 5000);
    expect(stalenessOf(statuses({}), { at: AT, clockRate: 1, nowMs: NOW }, first)).toBeUndefined();
  });
});

test.each([
  ["no source was read", { nodes: { state: "syncing" }, daemonsets: { state: "syncing" } }, false],
  ["the server was never reached", { nodes: { state: "retrying" }, daemonsets: { state: "retrying" } }, false],
  ["nodes are loading", { nodes: { state: "syncing" } }, true],
  ["daemonsets are loading", { daemonsets: { state: "syncing" } }, false],
  ["no permission to read nodes", { nodes: { state: "forbidden" } }, true],
  ["no permission to read daemonsets", { daemonsets: { state: "forbidden" } }, false],
  ["pods are loading", { pods: { state: "syncing" } }, true],
] as const)("a cluster in the state “%s” is displayed: %s %s", (_name, sources, shown) => {
  expect(isClusterReady({ sources: statuses(sources) })).toBe(shown);
});

test.each([
  ["all nodes are loaded", {}, {}, undefined],
  ["the permission is missing", { nodes: { state: "forbidden" } }, {}, undefined],
  ["they were read before the server was lost", { nodes: { state: "retrying", provenAtMs: PROVEN } }, {}, undefined],
  ["the server reads them for the first time", { nodes: { state: "syncing" } }, {}, { read: 0, of: undefined }],
  ["the API server reports a total", { nodes: { state: "syncing", readSoFar: 500, expected: 900 } }, {}, { read: 0, of: 900 }],
  ["our server still sends them", {}, { nodesRead: { read: 5, of: 7 } }, { read: 5, of: 7 }],
  [
    "our server still sends them and has not read all",
    { nodes: { state: "syncing", readSoFar: 500, expected: 900 } },
    { nodesRead: { read: 5, of: 500 } },
    { read: 5, of: 900 },
  ],
  ["the page shows a moment in the past", {}, { moment: { atMs: 1, askedAtMs: 1, jumps: 1 } }, undefined],
] as const)("C13 progress of loading nodes if %s", (_name, sources, change, awaited) => {
  expect(nodesLoadingState(view(change, sources))).toEqual(awaited);
});

test.each([
  ["all pods are loaded", {}, false],
  ["the permission is missing", { pods: { state: "forbidden" } }, false],
  ["the API server was lost after they were read", { pods: { state: "retrying", provenAtMs: PROVEN } }, false],
  ["the server reads them for the first time", { pods: { state: "syncing" } }, true],
  ["the server was never reached", { pods: { state: "retrying" } }, true],
] as const)("C13 pods are loading if %s: %s %s", (_name, sources, awaited) => {
  expect(arePodsLoading(view({}, sources))).toBe(awaited);
});

test("C13 the total of a first list is the server's number, or the DaemonSets' pod counts if more are loaded", () => {
  const loading = view({}, { pods: { state: "syncing", readSoFar: 500 }, nodes: { state: "syncing", readSoFar: 500, expected: 900 } });
  const reporting = (...counts: readonly number[]) => ({
    ...loading,
    state: loading.state && {
      ...loading.state,
      daemonSets: counts.map((currentNumberScheduled) => ({ reported: { currentNumberScheduled } }) as DaemonSetRecord),
    },
  });
  const lists = (shown: ClusterView) => {
    const { why } = freshnessOf(shown, NOW);
    return why.kind === "reading" ? why.sources.map(({ source, expected }) => [source, expected]) : [];
  };
  expect(lists(reporting(400, 300))).toEqual([
    ["nodes", 900],
    ["pods", 700],
  ]);
  expect(lists(reporting(100))).toContainEqual(["pods", undefined]);
});

test("F6 a report from before a restart is stale since the new keyframe was requested, despite later heartbeats", () => {
  const restarted = view({ epoch: "f", lastReceivedAtMs: NOW - 100, behind: { sinceMs: NOW - 30_000, asOfMs: AT } });
  expect(freshnessOf(restarted, NOW)).toMatchObject({ kind: "stale", why: { kind: "serverRestarted" }, ageMs: 30_000 });
});
