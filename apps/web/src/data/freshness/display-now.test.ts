import { emptyState } from "@daemonscope/shared/state/empty-state";
import { expect, it } from "vitest";
import type { ClusterView } from "../cluster/cluster-view.ts";
import { displayNowMs } from "./display-now.ts";

const LAST_RECEIVED_MS = 1_000_000;
const CLUSTER_MS = 5_000_000;
const live = { state: "live", provenAtMs: CLUSTER_MS } as const;
const view: ClusterView = {
  state: {
    ...emptyState("e", { context: "c", server: "s", version: undefined, simulated: false }, CLUSTER_MS),
    sources: { nodes: live, pods: live, daemonsets: live, controllerrevisions: live, events: live },
  },
  version: 1,
  seq: 1,
  epoch: "e",
  connection: "open",
  lastReceivedAtMs: LAST_RECEIVED_MS,
  lostAtMs: undefined,
  behind: undefined,
  doubt: undefined,
  clusterAtMs: CLUSTER_MS,
  clockRate: 1,
  resyncs: 1,
  moment: undefined,
  nodesRead: undefined,
  problem: undefined,
};

it("F6 ages advance while the server sends heartbeats, and stop at its last message", () => {
  expect(displayNowMs(view, LAST_RECEIVED_MS + 5000)).toBe(CLUSTER_MS + 5000);
  expect(displayNowMs({ ...view, clockRate: 0 }, LAST_RECEIVED_MS + 5000)).toBe(CLUSTER_MS);
  for (const laterMs of [60_000, 3_600_000]) {
    expect(displayNowMs(view, LAST_RECEIVED_MS + laterMs)).toBe(CLUSTER_MS);
    expect(displayNowMs({ ...view, connection: "lost", lostAtMs: LAST_RECEIVED_MS }, LAST_RECEIVED_MS + laterMs)).toBe(CLUSTER_MS);
    expect(
      displayNowMs({ ...view, doubt: { about: "pods", sinceMs: LAST_RECEIVED_MS, asOfMs: CLUSTER_MS - 4000 } }, LAST_RECEIVED_MS + 1000),
    ).toBe(CLUSTER_MS - 4000);
  }
});
