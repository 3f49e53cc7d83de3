import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import { describe, expect, it } from "vitest";
import { matrixOf } from "../../data/clusters/matrix.ts";
import { agentOf, clusterOf } from "../../data/clusters/summaries.fixture.ts";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { clusterNotes, verdictOnClusters } from "./clusters-verdict.ts";
import { ageMsOf, agentPhrase, matrixCellSentence, versionText } from "./matrix-cell-text.ts";
import { answerAge } from "./summary-time.ts";

const { t } = createTranslator();
const MINUTE_MS = 60_000;
const AT_MS = 10_000_000;
const PROVEN_MS = AT_MS - 3 * MINUTE_MS;
const STUCK = agentOf("logs", "3.1", { need: "stuck", sinceMs: PROVEN_MS - 14 * MINUTE_MS });
const unreadyNodes = { count: 1, isAtLeast: false, nodes: ["n1"], agents: 2, sinceMs: PROVEN_MS - 14 * MINUTE_MS };
const UNREADY = agentOf("logs", "3.1", { need: "nodesUnready", about: 1 });

/** The cluster in an answer of a live server, `laterMs` after the first answer. */
const silentAt = (laterMs: number, agent = STUCK, parts: Partial<ClusterSummary> = {}) =>
  clusterOf("b", [agent], { hearing: "silent", atMs: AT_MS + laterMs, silentMs: 3 * MINUTE_MS + laterMs, ...parts });

/** All words with an age, except those of the time without data. */
function agesOf(cluster: ClusterSummary, sinceAnswerMs: number): readonly (string | undefined)[] {
  const matrix = matrixOf([cluster]);
  const [row] = matrix.rows;
  const [point] = row?.points ?? [];
  if (point?.kind !== "there") throw new Error("the cluster has the agent");
  const { word } = verdictOnClusters(t, matrix, sinceAnswerMs);
  return [agentPhrase(t, point, cluster, sinceAnswerMs), word];
}

describe("ages on the clusters page", () => {
  it("advance while the cluster is live", () => {
    const live = clusterOf("b", [STUCK], { atMs: AT_MS });
    expect(agesOf(live, 0)).toEqual(["Stuck 17m", "STUCK 17m"]);
    expect(agesOf(live, 5 * MINUTE_MS)).toEqual(["Stuck 22m", "STUCK 22m"]);
  });

  it.each([0, 4000, 10 * MINUTE_MS, 86_400_000])("remain at the last proof while the cluster is silent: %i ms later", (laterMs) => {
    const frozenAges = ["Stuck 14m", "STUCK 14m"];
    expect(agesOf(silentAt(0), laterMs), "since the answer").toEqual(frozenAges);
    expect(agesOf(silentAt(laterMs), 0), "in a later answer").toEqual(frozenAges);
    expect(agesOf(silentAt(laterMs, UNREADY, { unready: unreadyNodes }), laterMs)[1]).toBe("DEGRADED 14m");
  });

  it("are omitted without a proof of when the data was current", () => {
    expect(agesOf(clusterOf("b", [STUCK], { hearing: "reading", atMs: AT_MS }), MINUTE_MS)).toEqual(["Stuck", "STUCK"]);
    expect(ageMsOf(0, clusterOf("b", [STUCK], { hearing: "silent", atMs: AT_MS }), MINUTE_MS)).toBeUndefined();
  });

  it("are 0s instead of invalid if the cause is newer than the last proof", () => {
    expect(ageMsOf(AT_MS - MINUTE_MS, silentAt(0), 0)).toBe(0);
  });

  it("include the time without data, which advances", () => {
    const matrix = matrixOf([silentAt(0)]);
    const [row] = matrix.rows;
    const [point] = row?.points ?? [];
    if (row === undefined || point === undefined) throw new Error("the cluster has the agent");
    expect(matrixCellSentence(t, point, row, silentAt(0), 2 * MINUTE_MS)).toContain("5m");
    expect(clusterNotes(t, matrix, undefined, 2 * MINUTE_MS)[0]?.words).toContain("5m");
  });
});

describe("the age of an answer", () => {
  it("advances in whole seconds while the server responds", () => {
    expect(answerAge(10_000, undefined)).toEqual({ sinceAnswerMs: 0, lostMs: undefined });
    expect(answerAge(13_900, 10_000)).toEqual({ sinceAnswerMs: 3000, lostMs: undefined });
  });

  it("is that of the last answer after the server is lost", () => {
    for (const lostMs of [6000, 60_000, 86_400_000]) expect(answerAge(10_000 + lostMs, 10_000)).toEqual({ sinceAnswerMs: 0, lostMs });
  });
});

it("names the version of a row, or the number of versions if its clusters differ", () => {
  const versionsOf = (...versions: readonly string[]) =>
    matrixOf(versions.map((version, at) => clusterOf(`c${at}`, [agentOf("logs", version)]))).rows.map((row) => versionText(t, row));
  expect(versionsOf("3.1", "3.1")).toEqual(["3.1"]);
  expect(versionsOf("3.1", "3.0")).toEqual(["2 versions"]);
});
