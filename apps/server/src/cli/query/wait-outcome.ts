import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { nameOfKey, splitKey } from "@daemonscope/kube/base/object-key";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { statusEntry } from "@daemonscope/words/answers/status-entry";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { isReport, type ReportFormat } from "../flags/output-format.ts";
import type { CommandModel } from "../open/command-model.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { writeReport } from "../print/ci-report.ts";
import { type Annotation, reportTitle } from "../print/github-annotations.ts";
import { formatForMachine, formatListForMachine } from "../print/machine-format.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import {
  DECIDED_BY_ANOTHER,
  EXIT_DELETED,
  EXIT_NO_NODES,
  EXIT_QUERY_FAILED,
  EXIT_STUCK,
  EXIT_TIMED_OUT,
  signalExitCode,
} from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Ending, endingLines, noNodesText } from "./wait-ending.ts";

const CODES: Readonly<Record<Exclude<Ending, "stopped">, number>> = {
  there: 0,
  noNodes: EXIT_NO_NODES,
  stuck: EXIT_STUCK,
  timeout: EXIT_TIMED_OUT,
  gone: EXIT_DELETED,
};
/** The order of precedence of exit codes over several rollouts. */
const WORST_FIRST = [EXIT_STUCK, EXIT_DELETED, EXIT_NO_NODES, EXIT_QUERY_FAILED, EXIT_TIMED_OUT] as const;

/** The result of one wait, for programs and for CI. */
export interface WaitOutcome {
  readonly code: number;
  readonly name: string;
  /** The element of `-o json`. */
  readonly entry: object;
  readonly annotation: Annotation;
}

interface EndedWait {
  /** `stopped` without a signal: another rollout decided the result. */
  readonly end: Ending;
  /** The last known state; absent if the DaemonSet was never listed. */
  readonly last: DaemonSetRecord | undefined;
  readonly live: CommandModel;
  readonly key: string;
  /** The cluster, if there are several. */
  readonly clusterName: string | undefined;
  readonly tookMs: number;
}

/** Returns the awaited DaemonSet; undefined if it is gone, or if another one has its name. */
function awaitedIn({ reading }: CommandModel, { key, uid }: DaemonSetRecord): KubeDaemonSet | undefined {
  const daemonSet = reading.daemonSet(key);
  return daemonSet?.metadata.uid === uid ? daemonSet : undefined;
}

const isDecidedByAnother = ({ stop }: Terminal): boolean => !stop.aborted || stop.reason === DECIDED_BY_ANOTHER;

function entryOf({ end, last, live, key }: EndedWait, { until }: WaitConfig, terminal: Terminal): object {
  const [namespace, name] = splitKey(key);
  const entry = last === undefined ? { namespace, name } : statusEntry(last, live.reading.budgetHoldersOf(last.key), awaitedIn(live, last));
  const head = answerHead("WaitResult");
  const doubt = live.doubt();
  const result = end === "there" ? until : end === "stopped" && isDecidedByAnother(terminal) ? "waiting" : end;
  return { ...head, result, ...entry, ...head, ...(doubt === undefined ? {} : { doubt }) };
}

/** Returns an outcome with the lines for a person. A report has no colours. */
export function outcomeOf(ended: EndedWait, config: WaitConfig, terminal: Terminal): WaitOutcome & { readonly lines: readonly string[] } {
  const { end, last, live, key, clusterName, tookMs } = ended;
  const isWhole = isWholeAnswer(config);
  const colors = terminalColors(terminal.isTerminal && !isWhole, isWhole ? {} : terminal.environment);
  const name = nameOfKey(key);
  const lines = endingLines({ end, name, last, live }, config, colors);
  const stopped = isDecidedByAnother(terminal) ? "the wait ended with another rollout" : "the wait was interrupted";
  return {
    name,
    code: end === "stopped" ? signalExitCode(terminal.stop) : CODES[end],
    entry: entryOf(ended, config, terminal),
    annotation: {
      level: end === "there" ? "notice" : end === "stopped" ? "warning" : "error",
      title: reportTitle(key, clusterName),
      message: end === "stopped" ? stopped : lines.join("\n"),
      tookMs,
    },
    lines,
  };
}

/** Reports whether pods count as available as soon as their containers start, so that success says little. */
export function isAvailableAtStart({ spec }: Pick<KubeDaemonSet, "spec">): boolean {
  const { containers, sidecars } = spec.template;
  return spec.minReadySeconds === 0 && ![...containers, ...sidecars].some(({ probes }) => probes?.includes("readiness"));
}

/** Reports whether the answer is printed as a whole at the end. */
export const isWholeAnswer = ({ format }: WaitConfig): boolean => format === "json" || format === "yaml" || isReport(format);

/** Writes the results of waits in CI formats. */
function writeWaitReport(format: ReportFormat, outcomes: readonly WaitOutcome[], terminal: Terminal): void {
  writeReport(
    format,
    { command: "wait", heading: "Rollout" },
    outcomes.map(({ annotation }) => annotation),
    terminal,
  );
}

/** Writes the results of waits in CI formats, or for programs. `isOne`: as an object instead of an array. */
export function writeOutcomes(outcomes: readonly WaitOutcome[], { format }: WaitConfig, isOne: boolean, terminal: Terminal): void {
  const [first] = outcomes;
  if (isReport(format)) writeWaitReport(format, outcomes, terminal);
  else if (format !== "json" && format !== "yaml") return;
  else if (isOne && first !== undefined) terminal.write(formatForMachine(format, first.entry));
  else
    for (const text of formatListForMachine(
      format,
      outcomes.map(({ entry }) => entry),
    ))
      terminal.write(text);
}

/** Returns the exit code of several rollouts or clusters. */
export const worstCode = (outcomes: readonly { readonly code: number }[]): number =>
  WORST_FIRST.find((code) => outcomes.some((outcome) => outcome.code === code)) ?? 0;

/** Warns after a success without a pod, or one that does not show that the containers work. */
export function warnAfterSuccess(
  last: DaemonSetRecord | undefined,
  { reading }: CommandModel,
  { until }: WaitConfig,
  terminal: Terminal,
): void {
  if (last !== undefined && hasNoMatchingNode(last)) terminal.warn(`Warning: ${noNodesText(last)}.`);
  const daemonSet = until === "complete" && last?.rollout.kind === "complete" ? reading.daemonSet(last.key) : undefined;
  if (daemonSet === undefined || !isAvailableAtStart(daemonSet)) return;
  const subject = `daemon set "${escapeControl(daemonSet.metadata.name)}"`;
  terminal.warn(`Warning: ${subject} has no readiness probe and minReadySeconds 0, so pods count as available when they start.`);
}
