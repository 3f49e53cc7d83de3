import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type VerdictWord, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { writeReport } from "../print/ci-report.ts";
import { type Annotation, reportTitle } from "../print/github-annotations.ts";
import { markdownCode, markdownText } from "../print/markdown.ts";
import { statusLines } from "../print/status-lines.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A DaemonSet of a report, with the lines of `status ds/NAME`. */
export interface ReportedStatus {
  readonly key: DaemonSetKey;
  /** Its cluster, if there are several. */
  readonly cluster: string | undefined;
  readonly word: VerdictWord;
  readonly hasConcern: boolean;
  readonly lines: readonly string[];
}

const LEVELS: Readonly<Record<VerdictWord, Annotation["level"]>> = {
  stuck: "error",
  failing: "error",
  degraded: "error",
  shrunk: "warning",
  misscheduled: "warning",
  manual: "warning",
  rolling: "notice",
  healthy: "notice",
};

/** Returns a DaemonSet for a report. `cluster`: its cluster, if there are several. */
export function reportedStatus(reading: ClusterReading, record: DaemonSetRecord, cluster?: string): ReportedStatus {
  return {
    key: record.key,
    cluster,
    word: verdictWordOf(record),
    hasConcern: record.concern !== null,
    lines: statusLines(record, reading.budgetHoldersOf(record.key), reading.nowMs, terminalColors(false, {})),
  };
}

/** Writes one result for each DaemonSet. It is an error if pods are not available. */
export function writeStatusReport(format: "github" | "junit", reported: readonly ReportedStatus[], terminal: Terminal): void {
  const annotations = reported.map(
    ({ key, cluster, word, lines }): Annotation => ({
      level: LEVELS[word],
      title: reportTitle(key, cluster),
      message: lines.length === 0 ? word : lines.join("\n"),
    }),
  );
  writeReport(format, { command: "status", heading: "Status" }, annotations, terminal);
}

/** Returns the part of `status -o markdown` below its table: each DaemonSet with a concern, or the only one. */
export function statusDetails(reported: readonly ReportedStatus[]): readonly string[] {
  return reported
    .filter(({ hasConcern }) => hasConcern || reported.length === 1)
    .flatMap(({ key, cluster, lines }) => [
      "",
      `**${markdownText(cluster === undefined ? key : `${cluster}: ${key}`)}**`,
      "",
      ...markdownCode(lines),
    ]);
}
