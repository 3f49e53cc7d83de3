import type { CountSample, TimelineEvent } from "@daemonscope/shared/http/history";
import { expect, it } from "vitest";
import { hasUpdates, noTraceOf, rolloutTrace, timePerNodeMs } from "./rollout-trace.ts";

const event = (kind: "rolloutStarted" | "rolloutFinished", atMs: number, daemonSet = "a/x"): TimelineEvent =>
  ({ kind, atMs, daemonSet }) as TimelineEvent;
const sample = (atMs: number, updated: number): CountSample => [atMs, 4, 4, 4, updated, 4];
const samples = [sample(0, 4), sample(12, 1), sample(20, 4), sample(30, 4)];

it("draws the last rollout from its start to its end, and from the count that was valid at its start", () => {
  const events = [event("rolloutStarted", 10), event("rolloutStarted", 11, "a/y"), event("rolloutFinished", 20)];
  expect(rolloutTrace(events, samples, "a/x", 40)).toEqual({ fromMs: 10, toMs: 20, samples: samples.slice(0, 3) });
});

it("ends at the shown moment while no end is recorded by then", () => {
  const events = [event("rolloutStarted", 10), event("rolloutFinished", 20)];
  expect(rolloutTrace(events, samples, "a/x", 15)).toEqual({ fromMs: 10, toMs: 15, samples: samples.slice(0, 2) });
});

it("has no updates until a user deletes the first pod under OnDelete", () => {
  const traceOf = (updated: number) => ({ fromMs: 10, toMs: 20, samples: [sample(10, 0), sample(12, updated)] });
  expect([0, 1].map((updated) => hasUpdates(traceOf(updated)))).toEqual([false, true]);
});

it("measures the time per node from one updated node to the next, and nothing before the second one", () => {
  const counts = [sample(0, 4), sample(5, 0), sample(10, 1), sample(12, 1), sample(50, 2), sample(90, 4)];
  expect([2, 3, 4, 5, 6].map((end) => timePerNodeMs({ samples: counts.slice(0, end) }))).toEqual([
    undefined,
    undefined,
    undefined,
    40,
    80 / 3,
  ]);
});

it("draws nothing of another DaemonSet, or of a rollout after the shown moment", () => {
  expect(rolloutTrace([event("rolloutStarted", 10)], samples, "a/y", 40)).toBeUndefined();
  expect(rolloutTrace([event("rolloutStarted", 10)], samples, "a/x", 9)).toBeUndefined();
});

it("begins with the current revision if the rollout began before the history", () => {
  const trace = rolloutTrace([event("rolloutFinished", 20)], samples.slice(1), "a/x", 40, 5);
  expect(trace).toEqual({ fromMs: 5, toMs: 20, samples: samples.slice(1, 3) });
  expect(rolloutTrace([], samples, "a/x", 40, 5)).toBeUndefined();
});

it("reports no rollout only for a first revision, and nothing before the history is read", () => {
  const history = { retained: { fromMs: 0, toMs: 40, bytes: 1, maxBytes: 2, checkpoints: [] }, toMs: 40 };
  expect(noTraceOf(1, 5, history)).toBe("none");
  expect(noTraceOf(undefined, undefined, history)).toBe("none");
  expect(noTraceOf(2, 5, history)).toBe("unrecorded");
  expect(noTraceOf(2, undefined, history)).toBe("unrecorded");
  expect(noTraceOf(2, 5, undefined)).toBe("unread");
  expect(noTraceOf(3, 41, history)).toBe("unread");
  expect(noTraceOf(3, 41, { retained: null, toMs: 0 })).toBe("unrecorded");
});
