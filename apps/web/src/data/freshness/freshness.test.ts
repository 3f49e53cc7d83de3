import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { describe, expect, it, test } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import type { ClusterView } from "../cluster/cluster-view.ts";
import { type Staleness, stalenessOf } from "../cluster/staleness.ts";
import { nodesLoadingState } from "../hooks/nodes-loading-state.ts";
import { arePodsLoading } from "../hooks/pods-awaited.ts";
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
    heardAtMs: NOW - 500,
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
  ["F6 silence of two heartbeats", view({ heardAtMs: NOW - 10_000 }), "live"],
  ["F6 silence past two heartbeats", view({ heardAtMs: NOW - 10_001 }), "stale"],
  ["our server gone", view({ connection: "lost", lostAtMs: NOW - 1000 }), "disconnected"],
  ["the API server gone", view({}, { pods: { state: "retrying", provenAtMs: PROVEN, detail: "refused" } }), "disconnected"],
  ["the API server frozen", view({}, { nodes: { state: "stale", provenAtMs: PROVEN } }), "stale"],
  [
    "a right to read pods that was taken away",
    view({}, { pods: { state: "forbidden", provenAtMs: PROVEN, detail: "list pods: forbidden" } }),
    "stale",
  ],
  ["a source still reading", view({}, { pods: { state: "syncing" } }), "connecting"],
  ["an API server that was never reached", view({}, { nodes: { state: "retrying", detail: "refused" } }), "connecting"],
  ["events alone in trouble", view({}, { events: { state: "retrying", provenAtMs: PROVEN } }), "live"],
  ["a state of a cluster that is no longer watched", view({ epoch: "f" }), "stale"],
  ["a state that is fetched again for longer than a moment", view({ behind: { sinceMs: NOW - 2001, asOfMs: AT } }), "stale"],
  ["a state that is fetched again for a moment", view({ behind: { sinceMs: NOW - 500, asOfMs: AT } }), "live"],
  ["a cluster whose daemonsets may not be read", view({}, { daemonsets: { state: "forbidden" } }), "connecting"],
  ["nothing yet", view({ state: undefined, doubt: undefined }), "connecting"],
] as const)("%s is %s", (_name, given, kind) => {
  expect(freshnessOf(given, NOW).kind).toBe(kind);
});

test("a cluster whose clock stands is live and says that nothing goes on, never over data that are old", () => {
  const why = (change: object) => freshnessOf(view({ clockRate: 0, ...change }), NOW).why.kind;
  expect([why({}), why({ heardAtMs: NOW - 21_000 }), freshnessOf(view({}), NOW).why.kind]).toEqual(["paused", "serverSilent", "live"]);
});

describe("kinds that may not be read", () => {
  it("are named, and do not stop the rest, when they never were read", () => {
    const fresh = freshnessOf(view({}, { controllerrevisions: { state: "forbidden", detail: "needs list" } }), NOW);
    expect(fresh.kind).toBe("live");
    expect(fresh.forbidden).toEqual([{ source: "controllerrevisions", detail: "needs list" }]);
  });
  it("are old data, and named once, when the right was taken away", () => {
    const fresh = freshnessOf(view({}, { pods: { state: "forbidden", provenAtMs: AT - 60_000, detail: "list pods: forbidden" } }), NOW);
    expect(fresh).toMatchObject({ asOfMs: AT - 60_000, forbidden: [] });
    expect(freshnessChip(t, fresh, AT)).toBe("stale 60s");
    expect(freshnessSentence(t, fresh)).toBe("May no longer read pods: list pods: forbidden.");
  });
});

it("objects that could not be read are counted by kind", () => {
  const leftOut = { count: 2, first: 'the Pod "x" without metadata.uid was left out' };
  const fresh = freshnessOf(view({}, { pods: { state: "live", provenAtMs: PROVEN, leftOut } }), NOW);
  expect(fresh.leftOut).toEqual([{ source: "pods", ...leftOut }]);
});

describe("what is old is dated by its oldest proof", () => {
  const lost = { pods: { state: "retrying", provenAtMs: AT - 30_000, detail: "refused" } } as const;
  it("whatever heartbeats came since", () => {
    const before = view({}, lost);
    const later = {
      ...before,
      heardAtMs: NOW + 20_000,
      clusterAtMs: AT + 20_000,
      doubt: stalenessOf(statuses(lost), { at: AT + 20_000, clockRate: 1, nowMs: NOW + 20_000 }, before.doubt),
    };
    expect(freshnessOf(before, NOW)).toMatchObject({ kind: "disconnected", ageMs: 30_000, asOfMs: AT - 30_000 });
    expect(freshnessOf(later, NOW + 20_000)).toMatchObject({ kind: "disconnected", ageMs: 50_000, asOfMs: AT - 30_000 });
  });
  it("and stays so when our own server goes as well", () => {
    const fresh = freshnessOf({ ...view({}, lost), connection: "lost", lostAtMs: NOW - 1000 }, NOW);
    expect(fresh).toMatchObject({ kind: "disconnected", ageMs: 30_000, asOfMs: AT - 30_000 });
  });
  it("on the cluster's clock, which may run faster or not at all", () => {
    const doubt = (clockRate: number): Staleness | undefined => stalenessOf(statuses(lost), { at: AT, clockRate, nowMs: NOW }, undefined);
    expect(doubt(0)?.asOfMs).toBe(AT);
    expect(doubt(10)?.asOfMs).toBe(AT - 300_000);
    expect(doubt(10)?.sinceMs).toBe(NOW - 30_000);
  });
  it("and begins anew when another kind is in trouble", () => {
    const first = stalenessOf(statuses(lost), { at: AT, clockRate: 1, nowMs: NOW }, undefined);
    const nodes = { nodes: { state: "stale", provenAtMs: AT + 5000 } } as const;
    expect(stalenessOf(statuses(nodes), { at: AT + 6000, clockRate: 1, nowMs: NOW + 6000 }, first)?.sinceMs).toBe(NOW + 5000);
    expect(stalenessOf(statuses({}), { at: AT, clockRate: 1, nowMs: NOW }, first)).toBeUndefined();
  });
});

test.each([
  ["nothing was read", { nodes: { state: "syncing" }, daemonsets: { state: "syncing" } }, false],
  ["the server was never reached", { nodes: { state: "retrying" }, daemonsets: { state: "retrying" } }, false],
  ["nodes are still read", { nodes: { state: "syncing" } }, true],
  ["daemonsets are still read", { daemonsets: { state: "syncing" } }, false],
  ["nodes may not be read", { nodes: { state: "forbidden" } }, true],
  ["daemonsets may not be read", { daemonsets: { state: "forbidden" } }, false],
  ["pods are still read", { pods: { state: "syncing" } }, true],
] as const)("a cluster of which %s is shown: %s %s", (_name, sources, shown) => {
  expect(isClusterReady({ sources: statuses(sources) })).toBe(shown);
});

test.each([
  ["all were read", {}, {}, undefined],
  ["they may not be read", { nodes: { state: "forbidden" } }, {}, undefined],
  ["they were read before the server was lost", { nodes: { state: "retrying", provenAtMs: PROVEN } }, {}, undefined],
  ["the server reads them for the first time", { nodes: { state: "syncing" } }, {}, { read: 0, of: undefined }],
  ["its server says how many there are", { nodes: { state: "syncing", readSoFar: 500, expected: 900 } }, {}, { read: 0, of: 900 }],
  ["they are on their way from our server", {}, { nodesRead: { read: 5, of: 7 } }, { read: 5, of: 7 }],
  [
    "they are on their way, and our server does not have all either",
    { nodes: { state: "syncing", readSoFar: 500, expected: 900 } },
    { nodesRead: { read: 5, of: 500 } },
    { read: 5, of: 900 },
  ],
  ["the page is of a moment in the past", {}, { moment: { atMs: 1, askedAtMs: 1, jumps: 1 } }, undefined],
] as const)("C13 how much of the nodes is there where %s", (_name, sources, change, awaited) => {
  expect(nodesLoadingState(view(change, sources))).toEqual(awaited);
});

test.each([
  ["all were read", {}, false],
  ["they may not be read", { pods: { state: "forbidden" } }, false],
  ["the API server was lost after they were read", { pods: { state: "retrying", provenAtMs: PROVEN } }, false],
  ["the server reads them for the first time", { pods: { state: "syncing" } }, true],
  ["the server was never reached", { pods: { state: "retrying" } }, true],
] as const)("C13 pods are awaited where %s: %s %s", (_name, sources, awaited) => {
  expect(arePodsLoading(view({}, sources))).toBe(awaited);
});

test("C13 a first list says of how many objects it is: its server's number, and of pods what the DaemonSets report, unless more came", () => {
  const given = view({}, { pods: { state: "syncing", readSoFar: 500 }, nodes: { state: "syncing", readSoFar: 500, expected: 900 } });
  const reporting = (...counts: readonly number[]) => ({
    ...given,
    state: given.state && {
      ...given.state,
      daemonSets: counts.map((currentNumberScheduled) => ({ reported: { currentNumberScheduled } }) as DaemonSetRecord),
    },
  });
  const lists = (of: ClusterView) => {
    const { why } = freshnessOf(of, NOW);
    return why.kind === "reading" ? why.sources.map(({ source, expected }) => [source, expected]) : [];
  };
  expect(lists(reporting(400, 300))).toEqual([
    ["nodes", 900],
    ["pods", 700],
  ]);
  expect(lists(reporting(100))).toContainEqual(["pods", undefined]);
});

test("F6 what a server said before it began anew is old since the new state was asked for, however often it is heard meanwhile", () => {
  const anew = view({ epoch: "f", heardAtMs: NOW - 100, behind: { sinceMs: NOW - 30_000, asOfMs: AT } });
  expect(freshnessOf(anew, NOW)).toMatchObject({ kind: "stale", why: { kind: "serverAnew" }, ageMs: 30_000 });
});
