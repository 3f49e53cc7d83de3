import { REQUIRED_SOURCES_OF_PAGE, SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { ClusterView } from "../../data/cluster/cluster-view.ts";
import { stalenessOf } from "../../data/cluster/staleness.ts";
import { displayNowMs } from "../../data/freshness/display-now.ts";
import { isClusterReady } from "../../data/freshness/is-cluster-ready.ts";
import { timelineEnd } from "./timeline-end.ts";

const SEED = Number(process.env.SEED ?? 20261127);
/** Real time, and the cluster time at it. */
const NOW = 1_000_000;
const AT = 5_000_000;
const KEPT_TO = AT - 90_000;

const live: SourceStatus = { state: "live", provenAtMs: AT - 500 };
const statusesOf = (all: SourceStatus, some: Partial<SourceStatuses> = {}): SourceStatuses => ({
  ...(Object.fromEntries(SOURCES.map((source) => [source, all])) as unknown as SourceStatuses),
  ...some,
});

function viewOf(sources: SourceStatuses, change: Partial<ClusterView> = {}): ClusterView {
  return {
    state: { ...emptyState("e", { context: "c", server: "s", version: undefined, simulated: false }, AT), sources },
    version: 1,
    seq: 1,
    epoch: "e",
    connection: "open",
    lastReceivedAtMs: NOW,
    lostAtMs: undefined,
    behind: undefined,
    doubt: stalenessOf(sources, { at: AT, clockRate: 1, nowMs: NOW }, undefined),
    clusterAtMs: AT,
    clockRate: 1,
    resyncs: 1,
    moment: undefined,
    nodesRead: undefined,
    problem: undefined,
    ...change,
  };
}

const lost: SourceStatus = { state: "retrying", provenAtMs: AT - 7000, detail: "refused" };
const neverRead: SourceStatus = { state: "retrying", detail: "refused" };

test.each([
  ["all sources are live", viewOf(statusesOf(live)), 3000, { endMs: AT + 3000, confirmedMs: undefined }],
  ["the API server is away", viewOf(statusesOf(lost)), 3000, { endMs: AT - 7000, confirmedMs: AT - 7000 }],
  ["only pods are away", viewOf(statusesOf(live, { pods: lost })), 3000, { endMs: AT + 3000, confirmedMs: AT - 7000 }],
  ["only events are away", viewOf(statusesOf(live, { events: lost })), 3000, { endMs: AT + 3000, confirmedMs: undefined }],
  ["our server is away", viewOf(statusesOf(live), { connection: "lost", lostAtMs: NOW }), 3000, { endMs: AT, confirmedMs: AT }],
  ["our server is silent", viewOf(statusesOf(live)), 60_000, { endMs: AT, confirmedMs: AT }],
  ["pods and then our server are away", viewOf(statusesOf(live, { pods: lost })), 60_000, { endMs: AT - 7000, confirmedMs: AT - 7000 }],
  ["the API server was never reached", viewOf(statusesOf(neverRead)), 3000, { endMs: KEPT_TO, confirmedMs: KEPT_TO }],
  [
    "the first lists are read",
    viewOf(statusesOf({ state: "syncing" }, { nodes: live })),
    3000,
    { endMs: AT + 3000, confirmedMs: undefined },
  ],
  ["the clock of a recording is paused", viewOf(statusesOf(live), { clockRate: 0 }), 3000, { endMs: AT, confirmedMs: undefined }],
] as const)("F6 the timeline ends at the last known time while %s", (_name, view, passedMs, end) => {
  expect(timelineEnd(view, NOW + passedMs, KEPT_TO)).toEqual(end);
});

describe(`the end of the timeline, seed ${SEED}`, () => {
  const status: fc.Arbitrary<SourceStatus> = fc.oneof(
    fc.record({
      state: fc.constantFrom("stale" as const, "retrying" as const, "forbidden" as const),
      provenAtMs: fc.integer({ min: AT - 600_000, max: AT }),
    }),
    fc.constantFrom<SourceStatus>(
      { state: "retrying", detail: "refused" },
      { state: "forbidden", detail: "may not" },
      { state: "syncing" },
    ),
  );
  const dead = fc.record({ nodes: status, pods: status, daemonsets: status, controllerrevisions: status, events: status });
  const rates = fc.constantFrom(0, 1, 10);

  it("F6 neither the timeline nor the time of ages advances while no source is live, regardless of heartbeats", () => {
    const heartbeat = fc.record({ afterMs: fc.nat(20_000), isReceived: fc.boolean() });
    fc.assert(
      fc.property(dead, rates, fc.array(heartbeat, { maxLength: 8 }), (sources, clockRate, heartbeats) => {
        const first = viewOf(sources, { clockRate });
        // Otherwise the page shows no cluster.
        fc.pre(isClusterReady({ sources }) && REQUIRED_SOURCES_OF_PAGE.some((source) => sources[source].provenAtMs !== undefined));
        const until = [timelineEnd(first, NOW, KEPT_TO), displayNowMs(first, NOW)];
        let view = first;
        let nowMs = NOW;
        for (const { afterMs, isReceived } of heartbeats) {
          nowMs += afterMs;
          const at = view.clusterAtMs + (nowMs - (view.lastReceivedAtMs ?? nowMs)) * clockRate;
          if (isReceived)
            view = { ...view, lastReceivedAtMs: nowMs, clusterAtMs: at, doubt: stalenessOf(sources, { at, clockRate, nowMs }, view.doubt) };
          expect([timelineEnd(view, nowMs, KEPT_TO), displayNowMs(view, nowMs)]).toEqual(until);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("F6 the timeline and the time of ages stop after our server is lost, regardless of its sources", () => {
    const any = fc.record({
      nodes: fc.oneof(status, fc.constant(live)),
      pods: fc.oneof(status, fc.constant(live)),
      daemonsets: fc.oneof(status, fc.constant(live)),
      controllerrevisions: fc.oneof(status, fc.constant(live)),
      events: fc.oneof(status, fc.constant(live)),
    });
    fc.assert(
      fc.property(any, rates, fc.nat(10_000_000), (sources, clockRate, laterMs) => {
        const view = viewOf(sources, { clockRate, connection: "lost", lostAtMs: NOW });
        const at = (ms: number) => [timelineEnd(view, ms, KEPT_TO), displayNowMs(view, ms)];
        expect(at(NOW + laterMs)).toEqual(at(NOW));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
