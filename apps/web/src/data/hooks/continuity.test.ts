import { emptyState } from "@daemonscope/shared/state/empty-state";
import { expect, it } from "vitest";
import type { ClusterView } from "../cluster/cluster-view.ts";
import type { Freshness } from "../freshness/freshness.ts";
import { continuityOf } from "./continuity.ts";

const stateOf = (epoch: string) => emptyState(epoch, { context: "c", server: "s", version: undefined, simulated: false }, 0);

const view = (change: Partial<ClusterView> = {}): ClusterView => ({
  state: stateOf("e"),
  version: 1,
  seq: 1,
  epoch: "e",
  connection: "open",
  lastReceivedAtMs: 0,
  lostAtMs: undefined,
  behind: undefined,
  doubt: undefined,
  clusterAtMs: 0,
  clockRate: 1,
  resyncs: 1,
  moment: undefined,
  nodesRead: undefined,
  problem: undefined,
  ...change,
});
const past = (jumps: number, atMs: number) => view({ moment: { atMs, askedAtMs: atMs, jumps } });

it.each<readonly [string, ClusterView, Freshness["kind"], ClusterView, Freshness["kind"], boolean]>([
  ["two frames of one log", view({ seq: 1 }), "live", view({ seq: 9, version: 9, clusterAtMs: 9000 }), "live", true],
  ["two moments of a playing replay", past(3, 1000), "past", past(3, 61_000), "past", true],
  ["a scrub", past(3, 1000), "past", past(4, 1500), "past", false],
  ["the step from now into the past", view(), "live", past(1, 1000), "past", false],
  ["the step from the past to now", past(1, 1000), "past", view(), "live", false],
  ["another story", view(), "live", view({ state: stateOf("f"), epoch: "f", resyncs: 2 }), "live", false],
  ["a refetched keyframe", view(), "live", view({ resyncs: 2 }), "live", false],
  ["the first nodes", view({ nodesRead: { read: 1, of: 2 } }), "live", view(), "live", false],
  ["the first state", view({ state: undefined }), "connecting", view(), "live", false],
  ["frames after the API server returned", view(), "disconnected", view({ seq: 2 }), "live", false],
  ["frames while the server is silent", view(), "stale", view({ seq: 2 }), "stale", false],
])("time continues without a jump or not: %s", (_, before, kindBefore, after, kindAfter, isContinuous) => {
  const [from, to] = [continuityOf(before, kindBefore), continuityOf(after, kindAfter)];
  expect(from !== undefined && from === to).toBe(isContinuous);
});
