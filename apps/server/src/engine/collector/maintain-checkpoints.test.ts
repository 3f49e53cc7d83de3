import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { describe, expect, it } from "vitest";
import type { RetainedRange } from "../stream/event-log-stream.ts";
import { isCheckpointDue, maintainCheckpoints } from "./maintain-checkpoints.ts";

const kept = (firstSeq: number, lastSeq: number, maxAgeMs = 0): RetainedRange => ({ firstSeq, lastSeq, maxAgeMs, bytes: 0, maxBytes: 0 });

it.each([
  ["a stream that dropped nothing", kept(1, 1000), 1, 0, false],
  ["a dropped start", kept(50, 1000), 40, 0, true],
  ["a start in the older half of the kept range", kept(50, 1000), 400, 0, true],
  ["a start in the newer half", kept(50, 1000), 600, 0, false],
  ["a start older than half of the age limit", kept(1, 10, 3_600_000), 1, 1_800_001, true],
  ["a young start", kept(1, 10, 3_600_000), 1, 1_700_000, false],
  ["an empty stream", kept(11, 10), 1, 0, true],
] as const)("decides about another checkpoint for %s", (_name, range, wholeSeq, ageMs, isDue) => {
  expect(isCheckpointDue(range, wholeSeq, ageMs)).toBe(isDue);
});

describe("a stream that keeps less than one checkpoint", () => {
  it("is reported once as too small, and retried with backoff", async () => {
    const time = manualTime();
    const problems: string[] = [];
    const requestedAtMs: number[] = [];
    let whole = 1;
    const end = new AbortController();
    const maintaining = maintainCheckpoints(
      {
        stream: { kept: () => Promise.resolve(kept(whole + 1, whole + 5)) },
        timers: time.timers,
        wholeSeq: () => whole,
        checkpoint() {
          requestedAtMs.push(time.timers.elapsedMs());
          whole += 6;
        },
        onProblem: (text) => problems.push(text),
      },
      end.signal,
    );
    for (let round = 0; round < 40; round++) {
      time.pass(10_000);
      await new Promise((done) => setImmediate(done));
    }
    end.abort();
    await maintaining;
    expect(problems).toHaveLength(1);
    const gaps = requestedAtMs.slice(1).map((at, index) => at - (requestedAtMs[index] ?? 0));
    expect(gaps).toEqual([20_000, 40_000, 80_000, 160_000]);
  });
});
