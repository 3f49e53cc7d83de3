import type { HistoryAnswer } from "@daemonscope/shared/http/history";
import { expect, it } from "vitest";
import { mergeHistory } from "./use-history.ts";

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
