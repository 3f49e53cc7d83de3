import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { forecastOf } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import {
  forecastBasisText,
  rateColumn,
  rateWords,
  remainingInRow,
  remainingText,
  stalledText,
  withinWords,
  withoutForecast,
} from "./rollout-pace-text.ts";
import { sparkPath } from "./spark-path.ts";

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
    expect([rateColumn(t, recordOf({}), MINUTE_MS), remainingText(t, recordOf({}), MINUTE_MS)]).toEqual(["6/min", "~4m to 11m left"]);
  });
  it.each([
    [0, 40_000, "~40s left"],
    [61_000, 61_000, "~60s to 70s left"],
    [400_000, 300_000, "~5m left"],
    [3_700_000, 5_000_000, "~60m to 85m left"],
  ])("rounds %s to %s milliseconds outward: %s", (soonestMs, latestMs, words) =>
    expect(withinWords(t, { soonestMs: Math.min(soonestMs, latestMs), latestMs })).toBe(words),
  );
  it("F6 a rollout that is not live has no forecast", () => {
    expect(remainingText(t, withoutForecast(recordOf({})), MINUTE_MS)).toBeUndefined();
  });
  it("T19 a stuck rollout has no forecast", () => {
    const record = recordOf({ concern: stuck });
    expect([rateColumn(t, record, MINUTE_MS), remainingText(t, record, MINUTE_MS)]).toEqual(["0", undefined]);
  });
  it("shows the same pace on the page and in the row, also shortly after the start", () => {
    const first = recordOf({ pace: { sinceMs: 0, fromMs: 0, counts: [16], remaining: 32 } });
    expect(forecastOf(first, 17_000).kind).toBe("moving");
    expect(rateColumn(t, first, 17_000)).toBe("56/min");
  });
  it("a finished rollout has no rate", () => {
    expect(rateColumn(t, recordOf({ underWay: false }), MINUTE_MS)).toBe("");
  });
  it("an unmeasured rollout has no text", () => {
    const { pace: _, ...record } = recordOf({});
    expect([rateColumn(t, record, MINUTE_MS), remainingText(t, record, MINUTE_MS)]).toEqual(["", undefined]);
  });
  it("marks a forecast from a few nodes as early", () => {
    const early = forecastOf(recordOf({}), MINUTE_MS);
    expect(early.kind === "moving" && forecastBasisText(t, early)).toBe("early, 80 % confidence, 6 nodes in 60s");
  });
  it("a row shows the minimum number of waves before anything is measured", () => {
    const { pace: _, ...record } = recordOf({
      derived: { desiredNumberScheduled: 12, updatedNumberScheduled: 2 } as DaemonSetRecord["derived"],
      minReadySeconds: 30,
    });
    expect(remainingInRow(t, record, MINUTE_MS)).toBe("at least 10 more batches of 1, ≥ 5m because of minReadySeconds");
    expect(remainingInRow(t, recordOf({ concern: stuck }), MINUTE_MS)).toBeUndefined();
  });
  it("has no rate instead of the rate 0 while there is no time span to divide by", () => {
    expect(rateColumn(t, recordOf({}), 15_000)).toBe("");
  });
});

it("a sparkline has its largest count at the top and zero at the bottom", () => {
  expect(sparkPath([0, 4, 2], 10, 10)).toBe("M1,9L5,1L9,5");
  expect(sparkPath([0, 0], 10, 10)).toBe("M1,9L9,9");
});
