import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { formatMoment } from "@daemonscope/shared/http/moment";
import type { RolloutReport, RolloutSpan } from "@daemonscope/shared/http/rollouts";
import { concernText } from "@daemonscope/words/facts/concern-text";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { lastedText } from "../../../words/format/age-text.ts";
import { countText } from "../../../words/format/figures.ts";
import { datedText } from "../../../words/i18n/dated-text.ts";
import { momentText } from "../../../words/i18n/time-of-day.ts";
import type { Translate } from "../../../words/i18n/translator.ts";
import { rateWords } from "../../verdict/pace/measured-pace-text.ts";
import { doneAt, rolloutDurationMs } from "./report-chart.ts";

const MINUTE_MS = 60_000;

/** Returns `revision 12`, or its hash if its number is no longer known. */
export const revisionName = (t: Translate, { revision, hash }: Pick<RolloutReport, "revision" | "hash">): string =>
  revision === undefined ? t("report.hash", { hash }) : t("report.revision", { revision });

/** Returns the outcome of the rollout, in a sentence. */
export function outcomeWords(t: Translate, report: RolloutReport): string {
  const { ending, nodes } = report;
  const age = humanDuration(rolloutDurationMs(report));
  if (ending === "finished") {
    const perMinute = nodes.done / (rolloutDurationMs(report) / MINUTE_MS);
    const all = t("report.finished", { age, count: nodes.done });
    return nodes.done === 0 ? all : t("report.withRate", { all, rate: rateWords(t, perMinute) });
  }
  if (ending === "endedUnseen") return t("report.endedUnseen", { age, count: nodes.done });
  const rest = { age, done: nodes.done + nodes.alreadyThere, count: nodes.wanted };
  return ending === "replaced" ? t("report.replaced", rest) : t("report.underWay", rest);
}

/** Returns why there is no report. `problem` is the server's error, or the text of the address that is not a moment. */
export function reportUnavailableText(t: Translate, problem: Error | string): string {
  if (problem instanceof ApiProblem && problem.code === "RolloutNotFound") {
    const [startedAtMs, keptFromMs] = [Number(problem.params?.startedAtMs), Number(problem.params?.keptFromMs)];
    if (startedAtMs < keptFromMs) return t("report.beganBefore", { time: formatMoment(startedAtMs), from: formatMoment(keptFromMs) });
  }
  return t("report.problem", { why: typeof problem === "string" ? problem : problem.message });
}

/** Returns a comparison with the previous rollout; undefined if there is nothing to compare. */
export function comparedToPreviousText(t: Translate, report: RolloutReport, previous: RolloutReport | undefined): string | undefined {
  if (previous === undefined || previous.curve.length === 0) return undefined;
  const name = revisionName(t, previous);
  const [ms, before] = [rolloutDurationMs(report), rolloutDurationMs(previous)];
  if (report.ending === "finished" && previous.ending === "finished") {
    const [age, previousAge] = [humanDuration(ms), humanDuration(before)];
    if (age === previousAge) return t("report.asLong", { name, age: previousAge });
    return t(ms > before ? "report.longer" : "report.shorter", { name, age: previousAge, by: humanDuration(Math.abs(ms - before)) });
  }
  if (report.ending === "underWay") return t("report.byThen", { name, count: doneAt(previous.curve, ms), age: humanDuration(ms) });
  return undefined;
}

interface ReportFact {
  readonly name: string;
  readonly value: string;
}

/** Returns the figures of the report; empty ones are left out. */
export function reportFacts(
  t: Translate,
  { nodes, tookMs, mostAtOnce, budget, strategy, minReadySeconds }: RolloutReport,
): readonly ReportFact[] {
  const facts: ReportFact[] = [];
  const addFact = (name: string, value: string) => facts.push({ name, value });
  if (tookMs !== undefined) {
    const [median, percentile90, longest] = [
      humanDuration(tookMs.median),
      humanDuration(tookMs.percentile90),
      humanDuration(tookMs.longest),
    ];
    addFact(t("report.perNode"), t("report.quantiles", { median, percentile90, longest }));
  }
  if (minReadySeconds > 0) addFact("minReadySeconds", countText(minReadySeconds));
  if (mostAtOnce > 0) {
    const replaced = nodes.done - nodes.joined;
    const waves = Math.ceil(replaced / mostAtOnce);
    const most = t("report.most", { count: mostAtOnce });
    addFact(t("report.atOnce"), replaced > mostAtOnce ? t("report.waves", { most, count: waves }) : most);
  }
  if (budget !== undefined) addFact(budget.kind, countText(budget.allowed));
  else if (strategy === "OnDelete") addFact(t("report.strategy"), strategy);
  if (nodes.alreadyThere > 0) addFact(t("report.alreadyThere"), countText(nodes.alreadyThere));
  if (nodes.joined > 0) addFact(t("report.joined"), countText(nodes.joined));
  if (nodes.lost > 0) addFact(t("report.lost"), countText(nodes.lost));
  return facts;
}

/** Returns the times of problems that needed a user, with start and end. */
export function problemLines(
  t: Translate,
  { problems, endedAtMs }: RolloutReport,
): readonly { readonly fromMs: number; readonly when: string; readonly what: string }[] {
  const text = (atMs: number) => datedText(atMs, endedAtMs, true);
  return problems.map(({ fromMs, toMs, detail }) => ({
    fromMs,
    when: toMs === undefined ? t("report.since", { from: text(fromMs) }) : t("report.fromTo", { from: text(fromMs), to: text(toMs) }),
    what: concernText(t, detail),
  }));
}

/** Returns the time range of a rollout: `03:14:20 – 03:40:22`. */
export const spanWords = (
  t: Translate,
  { startedAtMs, endedAtMs, ending }: Pick<RolloutReport, keyof RolloutSpan>,
  nowMs: number,
): string => {
  const from = momentText(startedAtMs, nowMs, true);
  return ending === "underWay" ? t("report.since", { from }) : t("report.fromTo", { from, to: datedText(endedAtMs, startedAtMs, true) });
};

/** Beyond the first few, a node is listed only if it took more than this factor of the median. */
const LONGER_THAN_MOST = 1.25;
const MIN_SHOWN_SLOWEST = 3;

/** Returns the slowest nodes: the first few, and all that took longer than most. */
export function slowestNodes({ slowest, tookMs }: RolloutReport): RolloutReport["slowest"] {
  const median = tookMs?.median ?? 0;
  return slowest.filter((node, at) => at < MIN_SHOWN_SLOWEST || node.tookMs > median * LONGER_THAN_MOST);
}

/** Escapes a name, so that it cannot become a heading or a link. */
const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/g, "\\$&");

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")).replaceAll("\\", ""), ...rows.map(line)];
};

/** Returns the report as Markdown, for an incident report. Times are UTC, because the reader may be in another time
 *  zone. */
export function reportMarkdown(
  t: Translate,
  key: string,
  origin: string,
  report: RolloutReport,
  previous: RolloutReport | undefined,
): string {
  const utc = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const comparison = comparedToPreviousText(t, report, previous);
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines]);
  return [
    `# ${escaped(key)}${t("model.colon")}${escaped(t("report.title", { name: revisionName(t, report) }))}`,
    "",
    escaped(origin),
    "",
    outcomeWords(t, report),
    ...(comparison === undefined ? [] : [comparison]),
    "",
    ...table(
      [t("report.fact"), t("report.value")],
      [
        [t("report.began"), utc(report.startedAtMs)],
        ...(report.ending === "underWay" ? [] : [[t("report.ended"), utc(report.endedAtMs)]]),
        ...report.images.map(({ container, image }) => [container, image]),
        ...reportFacts(t, report).map(({ name, value }) => [name, value]),
      ],
    ),
    ...part(
      t("report.problems"),
      report.problems.map(
        ({ fromMs, toMs, detail }) => `- ${utc(fromMs)}${toMs === undefined ? "" : ` – ${utc(toMs)}`}: ${escaped(concernText(t, detail))}`,
      ),
    ),
    ...part(
      t("report.failed", { count: report.failedCount }),
      table(
        [t("report.node"), t("report.firstSeen"), t("report.failingFor")],
        report.failed.map(({ node, atMs, failingMs, isFailing }) => [
          node,
          utc(atMs),
          isFailing ? t("report.still", { age: humanDuration(failingMs) }) : lastedText(t, failingMs),
        ]),
      ),
    ),
    ...part(
      t("report.slowest"),
      table(
        [t("report.node"), t("report.took")],
        slowestNodes(report).map(({ node, tookMs, doneAtMs }) => [
          node,
          doneAtMs === undefined ? t("report.still", { age: humanDuration(tookMs) }) : lastedText(t, tookMs),
        ]),
      ),
    ),
    "",
  ].join("\n");
}
