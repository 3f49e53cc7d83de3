import { describe, expect, it } from "vitest";
import { RevisionOutcomeTracker, type RevisionProgress } from "./revision-outcome-tracker.ts";

const progress = (hash: string, madeAtMs: number, parts: Partial<RevisionProgress> = {}): RevisionProgress => ({
  hash,
  madeAtMs,
  nodes: 0,
  available: 0,
  done: 0,
  desired: 44,
  ...parts,
});
const WATCHED_MS = 1_000_000;
const all = { nodes: 44, available: 44, done: 44 };

describe("R27 the outcome of a revision", () => {
  it("R27 M1 is only the number of nodes, without a duration, for a revision older than the watch", () => {
    const outcomes = new RevisionOutcomeTracker();
    outcomes.note(progress("a", 999_000, all), 1_000_000, WATCHED_MS);
    expect(outcomes.outcomeOf("a")).toEqual({ kind: "reachedAll", nodes: 44 });
    expect(outcomes.outcomeOf("b")).toBeUndefined();
  });
  it("R27 is the duration for a revision that reached all nodes", () => {
    const outcomes = new RevisionOutcomeTracker();
    outcomes.note(progress("a", 0, all), 1_000_000, WATCHED_MS);
    outcomes.note(progress("b", 1_100_000), 1_100_200, WATCHED_MS);
    outcomes.note(progress("b", 1_100_000, { ...all, done: 43 }), 1_400_000, WATCHED_MS);
    expect(outcomes.outcomeOf("b")).toBeUndefined();
    outcomes.note(progress("b", 1_100_000, all), 1_460_200, WATCHED_MS);
    outcomes.note(progress("b", 1_100_000, { ...all, done: 43 }), 1_500_000, WATCHED_MS);
    expect(outcomes.outcomeOf("b")).toEqual({ kind: "reachedAll", nodes: 44, tookMs: 360_000 });
  });
  it("R27 is nodes, availability and duration of the attempt for an abandoned revision", () => {
    const outcomes = new RevisionOutcomeTracker();
    outcomes.note(progress("a", 0, all), 1_000_000, WATCHED_MS);
    outcomes.note(progress("b", 1_100_000, { nodes: 3 }), 1_100_000, WATCHED_MS);
    expect(outcomes.outcomeOf("b")).toBeUndefined();
    outcomes.note(progress("c", 1_220_000, { nodes: 19, available: 18 }), 1_220_000, WATCHED_MS);
    outcomes.note(progress("a", 0, { nodes: 40, available: 40, done: 40 }), 1_300_000, WATCHED_MS);
    expect(outcomes.outcomeOf("b")).toEqual({ kind: "neverAvailable", nodes: 3, forMs: 120_000 });
    expect(outcomes.outcomeOf("c")).toEqual({ kind: "leftAfter", nodes: 18 });
    // Its earlier outcome stays valid while it is current again.
    expect(outcomes.outcomeOf("a")).toEqual({ kind: "reachedAll", nodes: 44 });
    outcomes.note(progress("a", 0, all), 1_310_000, WATCHED_MS);
    expect(outcomes.outcomeOf("a")).toEqual({ kind: "reachedAll", nodes: 44, tookMs: 10_000 });
  });
  it("R27 is complete for the first revision of a DaemonSet created during the watch", () => {
    const outcomes = new RevisionOutcomeTracker();
    outcomes.note(progress("a", 1_100_000, { nodes: 3 }), 1_100_100, WATCHED_MS);
    outcomes.note(progress("b", 1_160_000), 1_160_100, WATCHED_MS);
    expect(outcomes.outcomeOf("a")).toEqual({ kind: "neverAvailable", nodes: 3, forMs: 60_000 });
  });
  it("R27 is unknown for a revision older than the watch, one that reached no node, and a dropped one", () => {
    const outcomes = new RevisionOutcomeTracker();
    outcomes.note(progress("a", 990_000, { nodes: 3 }), 1_000_000, WATCHED_MS);
    outcomes.note(progress("b", 1_000_000), 1_000_000, WATCHED_MS);
    outcomes.note(progress("old", 500_000, { nodes: 3 }), 1_100_000, WATCHED_MS);
    outcomes.note(progress("c", 1_200_000, all), 1_200_000, WATCHED_MS);
    expect(["a", "b", "old"].map((hash) => outcomes.outcomeOf(hash))).toEqual([undefined, undefined, undefined]);
    outcomes.keep(["a"]);
    expect(outcomes.outcomeOf("c")).toBeUndefined();
  });
});
