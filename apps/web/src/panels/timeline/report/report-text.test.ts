import type { RolloutReport } from "@daemonscope/shared/http/rollouts";
import { describe, expect, it } from "vitest";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { createTranslator } from "../../../words/i18n/translator.fixture.ts";
import { doneAt, reportChart } from "./report-chart.ts";
import { comparedToPreviousText, outcomeWords, reportFacts, reportMarkdown, reportUnavailableText, slowestNodes } from "./report-text.ts";

const { t } = createTranslator();
const M = 60_000;
const START = Date.UTC(2026, 0, 5, 3, 0);

function reportOf(parts: Partial<RolloutReport> = {}): RolloutReport {
  return {
    hash: "h12",
    startedAtMs: START,
    endedAtMs: START + 20 * M,
    ending: "finished",
    revision: 12,
    images: [{ container: "main", image: "logs:12" }],
    strategy: "RollingUpdate",
    minReadySeconds: 0,
    budget: { kind: "maxUnavailable", allowed: 5 },
    nodes: { wanted: 48, done: 48, alreadyThere: 0, joined: 0, lost: 0 },
    mostAtOnce: 5,
    tookMs: { median: 40_000, percentile90: 70_000, longest: 240_000 },
    slowest: [
      { node: "n1", fromMs: START, doneAtMs: START + 240_000, tookMs: 240_000, failingMs: 30_000 },
      { node: "n2", fromMs: START, doneAtMs: START + 41_000, tookMs: 41_000, failingMs: 0 },
      { node: "n3", fromMs: START, doneAtMs: START + 40_000, tookMs: 40_000, failingMs: 0 },
      { node: "n4", fromMs: START, doneAtMs: START + 40_000, tookMs: 40_000, failingMs: 0 },
    ],
    failed: [{ node: "n1", atMs: START + M, failingMs: 30_000, isFailing: false }],
    failedCount: 1,
    problems: [],
    curve: [
      [0, 0, 0],
      [10 * M, 20, 1],
      [20 * M, 48, 0],
    ],
    ...parts,
  };
}
const before = reportOf({ hash: "h11", revision: 11, endedAtMs: START + 24 * M });

describe("the text of a rollout report", () => {
  it.each([
    [{}, "Finished in 20m: 48 nodes. 2/min on average."],
    [{ nodes: { wanted: 3, done: 0, alreadyThere: 3, joined: 0, lost: 0 } }, "Finished in 20m: 0 nodes."],
    [{ ending: "endedUnseen" as const }, "Finished while not watched, in 20m at most: 48 nodes."],
    [
      { ending: "underWay" as const, nodes: { wanted: 48, done: 12, alreadyThere: 1, joined: 0, lost: 0 } },
      "Rolling for 20m: 13 of 48 nodes.",
    ],
    [
      { ending: "replaced" as const, nodes: { wanted: 1, done: 0, alreadyThere: 0, joined: 0, lost: 0 } },
      "Not finished: another revision came after 20m, with 0 of 1 node done.",
    ],
  ])("%j: %s", (parts, words) => expect(outcomeWords(t, reportOf(parts))).toBe(words));

  it("states in the user's language that the rollout began before the kept history", () => {
    const [startedAtMs, keptFromMs] = [START, START + M];
    const params = { startedAtMs, keptFromMs };
    const problem = new ApiProblem(404, "No rollout.", { code: "RolloutNotFound", params });
    expect(reportUnavailableText(t, problem)).toMatch(
      /^There is no report of the rollout that began at \S+: only what happened since \S+ is kept\.$/,
    );
    const kept = new ApiProblem(404, "No rollout.", { code: "RolloutNotFound", params: { startedAtMs, keptFromMs: START } });
    expect([reportUnavailableText(t, kept), reportUnavailableText(t, "soon")]).toEqual([
      "There is no report: No rollout.",
      "There is no report: soon",
    ]);
  });

  it("compares with the previous rollout: finished ones by duration, one in progress by its progress at that time", () => {
    expect(comparedToPreviousText(t, reportOf(), before)).toBe("4m less than revision 11, which took 24m.");
    expect(comparedToPreviousText(t, before, reportOf())).toBe("4m longer than revision 12, which took 20m.");
    expect(comparedToPreviousText(t, reportOf(), reportOf({ revision: 11 }))).toBe("As long as revision 11, which took 20m too.");
    const young = reportOf({ ending: "underWay", endedAtMs: START + 12 * M });
    expect(comparedToPreviousText(t, young, before)).toBe("After 12m, revision 11 was on 20 nodes.");
    expect(comparedToPreviousText(t, reportOf({ ending: "replaced" }), before)).toBeUndefined();
    expect(comparedToPreviousText(t, reportOf(), undefined)).toBeUndefined();
  });
  it("figures omit zero values, and the budget gives a lower bound of waves", () => {
    expect(reportFacts(t, reportOf()).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      "A node takes: 40s (median), 9 of 10 within 70s, longest 4m",
      "At once: at most 5 nodes, in at least 10 batches",
      "maxUnavailable: 5",
    ]);
    const small = reportOf({
      mostAtOnce: 1,
      tookMs: undefined,
      budget: undefined,
      strategy: "OnDelete",
      nodes: { wanted: 1, done: 1, alreadyThere: 2, joined: 0, lost: 3 },
    });
    expect(reportFacts(t, small).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      "At once: at most 1 node",
      "Strategy: OnDelete",
      "Had it before: 2",
      "Left, or want no pod now: 3",
    ]);
  });
  it("lists the nodes that took longer than most, and at least three", () => {
    expect(slowestNodes(reportOf()).map(({ node }) => node)).toEqual(["n1", "n2", "n3"]);
  });
  it("Markdown contains everything, with UTC times, and no name becomes a link or column", () => {
    const hostile = reportOf({ failed: [{ node: "[a](b)|c", atMs: START, failingMs: 1000, isFailing: true }] });
    expect(reportMarkdown(t, "logging/fluent-bit", "SIMULATED tour", hostile, before)).toBe(
      [
        "# logging/fluent-bit: Rollout of revision 12",
        "",
        "SIMULATED tour",
        "",
        "Finished in 20m: 48 nodes. 2/min on average.",
        "4m less than revision 11, which took 24m.",
        "",
        "| Fact | Value |",
        "| --- | --- |",
        "| Began | 2026-01-05 03:00:00 UTC |",
        "| Ended | 2026-01-05 03:20:00 UTC |",
        "| main | logs:12 |",
        "| A node takes | 40s (median), 9 of 10 within 70s, longest 4m |",
        "| At once | at most 5 nodes, in at least 10 batches |",
        "| maxUnavailable | 5 |",
        "",
        "## 1 node on which the new pod failed",
        "",
        "| Node | First seen | Failing for |",
        "| --- | --- | --- |",
        "| \\[a\\](b)\\|c | 2026-01-05 03:00:00 UTC | 1s, not over |",
        "",
        "## Nodes that took longest",
        "",
        "| Node | From the first change to available |",
        "| --- | --- |",
        "| n1 | 4m |",
        "| n2 | 41s |",
        "| n3 | 40s |",
        "",
      ].join("\n"),
    );
  });
});

describe("the chart of a rollout", () => {
  const box = { left: 0, right: 240, top: 0, bottom: 48 };
  it("draws both rollouts on the longer scale, failing nodes above finished ones, up to the last node", () => {
    const { done, failing, ghost, ticks, maxNodes } = reportChart(reportOf(), before, box);
    expect(maxNodes).toBe(48);
    expect(done).toBe("M100.0,48.0V28.0H200.0V48.0ZM200.0,48.0V0.0H203.0V48.0Z");
    expect(failing).toBe("M100.0,28.0V27.0H200.0V28.0Z");
    expect(ghost).toBe("M0.0,48.0H100.0L100.0,28.0H200.0L200.0,0.0H240.0");
    expect(ticks.map(({ text }) => text)).toEqual(["0", "5m", "10m", "15m", "20m"]);
  });
  it("returns the moment at each position, and the nodes finished by then", () => {
    const { timeAt } = reportChart(reportOf(), undefined, box);
    expect([timeAt(-5), timeAt(120), timeAt(999)]).toEqual([0, 10 * M, 20 * M]);
    expect([doneAt(reportOf().curve, 10 * M - 1), doneAt(reportOf().curve, 10 * M)]).toEqual([0, 20]);
  });
});
