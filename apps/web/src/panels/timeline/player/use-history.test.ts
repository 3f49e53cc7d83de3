import type { HistoryAnswer } from "@daemonscope/shared/http/history";
import { expect, it } from "vitest";
import { mergeHistory, nextFromMs } from "./use-history.ts";

const kept = (fromMs: number, toMs: number) => ({ fromMs, toMs, bytes: 1, maxBytes: 2, checkpoints: [fromMs] });
const joined = (atMs: number, node: string) => ({ kind: "nodeJoined", atMs, node }) as const;
const answer = (change: Partial<HistoryAnswer>): HistoryAnswer => ({
  at: 100,
  retained: kept(0, 100),
  fromMs: 0,
  toMs: 100,
  happenings: [],
  eventCount: 0,
  counts: {},
  ...change,
});

it("merges history with its update, deduplicates the last moment, and drops expired entries", () => {
  const before = answer({
    happenings: [joined(5, "a"), joined(50, "b"), joined(100, "c")],
    counts: {
      "*": [
        [0, 1, 1, 1, 1, 1],
        [90, 2, 2, 2, 2, 2],
      ],
    },
  });
  const after = answer({
    at: 120,
    retained: kept(10, 120),
    fromMs: 100,
    toMs: 120,
    happenings: [joined(100, "c"), joined(100, "d"), joined(110, "e")],
    counts: {
      "*": [
        [90, 2, 2, 2, 2, 2],
        [105, 3, 3, 3, 3, 3],
      ],
    },
  });
  const merged = mergeHistory(before, after);
  expect(merged.happenings.map((each) => "node" in each && each.node)).toEqual(["b", "c", "d", "e"]);
  expect(merged.counts["*"]?.map(([atMs]) => atMs)).toEqual([0, 90, 105]);
  expect([merged.fromMs, merged.toMs]).toEqual([10, 120]);
  expect(mergeHistory(before, answer({ retained: null }))).toMatchObject({ retained: null, happenings: [] });
});

it("takes in an event that entered the history after an answer about its time", () => {
  const before = answer({ retained: kept(0, 60_000), fromMs: 0, toMs: 60_000, happenings: [joined(5, "a")] });
  const fromMs = nextFromMs(before) ?? 0;
  expect(fromMs).toBeLessThan(59_500);
  const after = answer({ retained: kept(0, 63_000), fromMs, toMs: 63_000, happenings: [joined(59_500, "late")] });
  expect(mergeHistory(before, after).happenings.map((each) => "node" in each && each.node)).toEqual(["a", "late"]);
  expect(nextFromMs(answer({ retained: kept(0, 100) }))).toBe(0);
  expect([nextFromMs(undefined), nextFromMs(answer({ retained: null }))]).toEqual([undefined, undefined]);
});
