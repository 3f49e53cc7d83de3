import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { NO_EFFECT, WHOLE_EFFECT } from "@daemonscope/shared/state/frame-effect";
import { expect, it } from "vitest";
import { freshnessOf } from "../freshness/freshness.ts";
import { keyframeLines } from "../stream/keyframe-lines.fixture.ts";
import { ClusterStore } from "./cluster-store.ts";
import { DisplayedCluster } from "./displayed-cluster.ts";
import type { ReadableCluster } from "./readable-cluster.ts";

const settle = () => new Promise<void>((done) => setImmediate(done));

async function liveStore(): Promise<ClusterStore> {
  const store = new ClusterStore({
    nowMs: () => 0,
    onOtherSchema: () => true,
    reconnect: () => undefined,
    timeout: () => new AbortController().signal,
    fetchKeyframe: () => Promise.resolve(keyframeLines(encodeKeyframe(clusterStateOf([], [], [])))),
  });
  store.receive({ kind: "open" });
  await settle();
  return store;
}

/** A moment of history and its listeners. */
function pastOf(live: ClusterStore) {
  const listeners = new Set<() => void>();
  const view = { ...live.snapshot(), version: 2 ** 40, moment: { atMs: 5, askedAtMs: 5, jumps: 1 } };
  const source: ReadableCluster = {
    snapshot: () => view,
    peek: () => view,
    effectBetween: () => NO_EFFECT,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { source, listeners };
}

it("notifies a subscriber once when history replaces the live state, and again on return to now", async () => {
  const live = await liveStore();
  const shown = new DisplayedCluster(live, undefined);
  const { source, listeners } = pastOf(live);
  let notifications = 0;
  const leave = shown.subscribe(() => notifications++);
  const { version } = shown.snapshot();
  shown.show(source);
  shown.show(source);
  expect([notifications, listeners.size, shown.snapshot().moment?.atMs]).toEqual([1, 1, 5]);
  live.receive({ kind: "lost" });
  expect(notifications).toBe(1);
  shown.show(undefined);
  expect([notifications, listeners.size, shown.snapshot().moment]).toEqual([2, 0, undefined]);
  live.receive({ kind: "open" });
  expect(notifications).toBe(3);
  expect(shown.effectBetween(2 ** 40, version)).toBe(WHOLE_EFFECT);
  leave();
  shown.show(source);
  expect([notifications, listeners.size]).toEqual([3, 0]);
});

it("L2 a page that opens at a moment shows nothing of now before that moment is loaded", async () => {
  const live = await liveStore();
  const shown = new DisplayedCluster(live, 7000);
  const view = shown.snapshot();
  expect([view.state, view.moment, shown.snapshot() === view]).toEqual([undefined, { atMs: 7000, askedAtMs: undefined, jumps: 0 }, true]);
  expect(freshnessOf(view, 0)).toMatchObject({ kind: "past", asOfMs: 7000 });
  shown.show(undefined);
  expect(shown.snapshot().state).toBe(live.snapshot().state);
});
