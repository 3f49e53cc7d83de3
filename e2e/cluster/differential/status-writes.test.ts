import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { describe, expect, it } from "vitest";
import { type Lines, mirrorOf, RECORDINGS, recordedLines } from "./recorded-watches.fixture.ts";
import { replayInOrder } from "./replay-in-order.ts";
import { seeded } from "./seeded.ts";
import { judgeStatusWrites } from "./status-writes.ts";

const TRIES = 12;

/** Returns the lines with one count of one written status off by one. */
function withOneNumberOff(lines: Lines, seed: number): Lines {
  const random = seeded(seed);
  const sets = [...(lines.daemonsets ?? [])];
  const written = sets.flatMap((text, at) => (/"observedGeneration":[1-9]/.test(text) ? [at] : []));
  const at = random.pick(written);
  const field = random.pick(COUNT_FIELDS);
  const event = JSON.parse(sets[at] ?? "") as { readonly object: { readonly status: Record<string, number> } };
  event.object.status[field] = (event.object.status[field] ?? 0) + 1;
  sets[at] = JSON.stringify(event);
  return { ...lines, daemonsets: sets };
}

describe("C6–C9 recorded statuses of a real controller", () => {
  it.each(RECORDINGS)("%s: each follows from a state that the controller can have seen", (_name, file) => {
    const mirror = mirrorOf(recordedLines(file));
    const { matched, unjudged, mismatches } = judgeStatusWrites(mirror);
    expect(mismatches).toEqual([]);
    expect(unjudged).toEqual([]);
    expect(matched).toBeGreaterThan(0);
    const { reproduced, writes, verdicts, wrong } = replayInOrder(mirror);
    expect(wrong).toEqual([]);
    expect(verdicts).toBeGreaterThan(0);
    expect(writes).toBe(matched);
    expect(reproduced, "nearly all stood in one model, in the order of versions").toBeGreaterThanOrEqual(0.9 * writes);
  });

  it.each(RECORDINGS)("%s: detects a number that is off by one, unless some state yields it", (_name, file) => {
    const lines = recordedLines(file);
    const seeds = Array.from({ length: TRIES }, (_, at) => at + 1);
    const missed = seeds.filter((seed) => judgeStatusWrites(mirrorOf(withOneNumberOff(lines, seed))).mismatches.length === 0);
    expect(missed.length, `missed with seeds ${missed.join(", ")}`).toBeLessThanOrEqual(2);
  });
});
