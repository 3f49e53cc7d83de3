import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { forecastOf } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { rateOf, rateWords, stalledText } from "./measured-pace-text.ts";
import { forecastBasisText, remainingInRow, remainingRangeText, remainingText, withinWords, withoutForecast } from "./rollout-pace-text.ts";

const { t } = createTranslator();
const MINUTE_MS = 60_000;

describe("R25 the text of the pace", () => {
  it.each([
    [0, "0"],
    [92.4, "92/min"],
    [1, "1/min"],
    [0.4, "24/h"],
    [0.001, "1/h"],
  ])("%s a minute is %s", (rate, words) => expect(rateWords(t, rate)).toBe(words));

  const recordOf = (parts: Partial<DaemonSetRecord>): DaemonSetRecord =>
    ({
      underWay: true,
      strategy: "RollingUpdate",
      concern: null,
      rollout: { kind: "updating", message: "" },
      derived: { desiredNumberScheduled: 12 },
      budget: { kind: "maxUnavailable", spec: "1", allowed: 1, used: 1, holders: [] },
      pace: { sinceMs: 0, fromMs: 0, counts: [2, 4], remaining: 42 },
      ...parts,
    }) as unknown as DaemonSetRecord;
  const stuck = { kind: "budgetHeld", stuck: true, nodes: [] } as unknown as DaemonSetRecord["concern"];
  it("a stuck rollout states the duration and start of the standstill", () => {
    const stalled = recordOf({ concern: { ...stuck, sinceMs: 30_000 } as DaemonSetRecord["concern"] });
    expect(stalledText(t, stalled, 150_000)).toBe("No progress for 2m, since 00:00:30");
    expect(stalledText(t, recordOf({ pace: { sinceMs: 0, fromMs: 0, counts: [1], remaining: 3 } }), 15 * MINUTE_MS)).toBe(
      "No node finished in the last 10m",
    );
  });
  it("a moving rollout states its approximate duration", () => {
    expect(remainingText(t, recordOf({}), MINUTE_MS)).toBe("~7m left");
    expect(remainingRangeText(t, recordOf({}), MINUTE_MS)).toBe("4m to 11m left, early, 80% confidence, 6 nodes in 60s");
  });
  it.each([
    [0, 40_000, "up to 40s left"],
    [61_000, 61_000, "60s to 70s left"],
    [400_000, 300_000, "~5m left"],
    [3_700_000, 5_000_000, "60m to 85m left"],
  ])("rounds %s to %s milliseconds outward: %s", (soonestMs, latestMs, words) =>
    expect(withinWords(t, { soonestMs: Math.min(soonestMs, latestMs), latestMs })).toBe(words),
  );
  it("F6 a rollout that is not live has no forecast", () => {
    expect(remainingText(t, withoutForecast(recordOf({})), MINUTE_MS)).toBeUndefined();
  });
  it("T19 a stuck rollout has no forecast", () => {
    const record = recordOf({ concern: stuck });
    expect(remainingText(t, record, MINUTE_MS)).toBeUndefined();
  });
  it("an unmeasured rollout has no text", () => {
    const { pace: _, ...record } = recordOf({});
    expect(remainingText(t, record, MINUTE_MS)).toBeUndefined();
  });
  it("marks a forecast from a few nodes as early", () => {
    const early = forecastOf(recordOf({}), MINUTE_MS);
    expect(early.kind === "moving" && forecastBasisText(t, early)).toBe("early, 80% confidence, 6 nodes in 60s");
  });
  it("a row shows the minimum number of waves before anything is measured", () => {
    const { pace: _, ...record } = recordOf({
      derived: { desiredNumberScheduled: 12, updatedNumberScheduled: 2 } as DaemonSetRecord["derived"],
      minReadySeconds: 30,
    });
    expect(remainingInRow(t, record, MINUTE_MS)).toBe("≥\u00a05m left");
    expect(remainingInRow(t, recordOf({ concern: stuck }), MINUTE_MS)).toBeUndefined();
  });
  it("an export has the same pace as the page, and none while there is no time span to divide by", () => {
    const first = recordOf({ pace: { sinceMs: 0, fromMs: 0, counts: [16], remaining: 32 } });
    expect(Math.round(rateOf(first, 17_000) ?? 0)).toBe(56);
    expect([rateOf(recordOf({ underWay: false }), MINUTE_MS), rateOf(recordOf({ concern: stuck }), MINUTE_MS)]).toEqual([0, 0]);
    expect(rateOf(recordOf({}), 15_000)).toBeUndefined();
  });
});
