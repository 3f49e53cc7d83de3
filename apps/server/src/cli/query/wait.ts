import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { statusEntry } from "@daemonscope/words/answers/status-entry";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { isReport, type ReportFormat } from "../flags/output-format.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { CommandModel } from "../open/command-model.ts";
import { openCluster } from "../open/open-cluster.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { selectKeys } from "../open/select-keys.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { writeReport } from "../print/ci-report.ts";
import { type Annotation, reportTitle } from "../print/github-annotations.ts";
import { formatForMachine } from "../print/machine-format.ts";
import { ProgressLine } from "../print/progress-line.ts";
import { canOverwrite, terminalColors } from "../print/terminal-colors.ts";
import { DECIDED_BY_ANOTHER, EXIT_DELETED, EXIT_NO_NODES, EXIT_STUCK, EXIT_TIMED_OUT, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { DEGRADABLE_SOURCES, OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";
import { type Ending, endingLines, noNodesText, progressText } from "./wait-ending.ts";

const CODES: Readonly<Record<Exclude<Ending, "stopped">, number>> = {
  there: 0,
  noNodes: EXIT_NO_NODES,
  stuck: EXIT_STUCK,
  timeout: EXIT_TIMED_OUT,
  gone: EXIT_DELETED,
};

function refuseOnDelete({ strategy, name }: DaemonSetRecord, { until }: WaitConfig): void {
  if (strategy === "OnDelete" && until === "complete")
    throw new UsageError(
      `daemon set "${name}" uses OnDelete, so its rollout has no end. Use --for=updated to wait until all pods run the new revision.`,
    );
}

/** The result of a wait. */
type WaitVerdict =
  | { readonly kind: "waiting" }
  | { readonly kind: "there" }
  /** Waiting alone does not complete the rollout. The record has the cause. */
  | { readonly kind: "stuck" };

const WAITING: WaitVerdict = { kind: "waiting" };

/**
 * Decides a wait from a record. `complete` is kubectl's own end of a rollout (R5). `updated` means that each wanted pod
 * is of the current revision, available or not, which OnDelete can reach, too. Stuck is our inference, and only if
 * waiting alone does not end it (R8).
 */
export function waitVerdict(record: DaemonSetRecord, until: "complete" | "updated"): WaitVerdict {
  const { reported, generation, observedGeneration, rollout, concern } = record;
  const isObserved = observedGeneration >= generation;
  const isThere =
    until === "complete"
      ? rollout.kind === "complete" || rollout.kind === "noNodes"
      : isObserved && reported.updatedNumberScheduled >= reported.desiredNumberScheduled;
  if (isThere) return { kind: "there" };
  return concern?.stuck === true ? { kind: "stuck" } : WAITING;
}

/** Reports whether pods count as available as soon as their containers start, so that success says little. */
export function isAvailableAtStart({ spec }: Pick<KubeDaemonSet, "spec">): boolean {
  const { containers, sidecars } = spec.template;
  return spec.minReadySeconds === 0 && ![...containers, ...sidecars].some(({ probes }) => probes?.includes("readiness"));
}

/** Warns after a success without a pod, or one that does not show that the containers work. */
function warnAfterSuccess(last: DaemonSetRecord | undefined, { reading }: CommandModel, { until }: WaitConfig, terminal: Terminal): void {
  if (last !== undefined && hasNoMatchingNode(last)) terminal.warn(`Warning: ${noNodesText(last)}.`);
  const daemonSet = until === "complete" && last?.rollout.kind === "complete" ? reading.daemonSet(last.key) : undefined;
  if (daemonSet !== undefined && isAvailableAtStart(daemonSet))
    terminal.warn("Warning: no readiness probe and minReadySeconds 0, so pods count as available when they start.");
}

/** Returns the awaited DaemonSet; undefined if it is gone, or if another one has its name. */
function awaitedIn({ reading }: CommandModel, { key, uid }: DaemonSetRecord): KubeDaemonSet | undefined {
  const daemonSet = reading.daemonSet(key);
  return daemonSet?.metadata.uid === uid ? daemonSet : undefined;
}

/** The result of one wait, for programs and for CI. */
export interface WaitOutcome {
  readonly code: number;
  /** The element of `-o json`. */
  readonly entry: object;
  readonly annotation: Annotation;
}

interface EndedWait {
  readonly end: Ending;
  /** The last known state; absent if the DaemonSet was never listed. */
  readonly last: DaemonSetRecord | undefined;
  readonly live: CommandModel;
  readonly key: string;
  /** The cluster, if there are several. */
  readonly clusterName: string | undefined;
  readonly tookMs: number;
}

function entryOf({ end, last, live, key }: EndedWait, { daemonSet: name, until }: WaitConfig, terminal: Terminal): object {
  const namespace = key.slice(0, key.indexOf("/"));
  const entry = last === undefined ? { namespace, name } : statusEntry(last, live.reading.budgetHoldersOf(last.key), awaitedIn(live, last));
  const head = answerHead("WaitResult");
  const doubt = live.doubt();
  const isUndecided = end === "stopped" && terminal.stop.reason === DECIDED_BY_ANOTHER;
  const result = end === "there" ? until : isUndecided ? "waiting" : end;
  return { ...head, result, ...entry, ...head, ...(doubt === undefined ? {} : { doubt }) };
}

/** Returns an outcome with the lines for a person. A report has no colours. */
function outcomeOf(ended: EndedWait, config: WaitConfig, terminal: Terminal): WaitOutcome & { readonly lines: readonly string[] } {
  const { end, last, live, key, clusterName, tookMs } = ended;
  const isWhole = isWholeAnswer(config);
  const lines = endingLines(end, last, live, config, terminalColors(terminal.isTerminal && !isWhole, isWhole ? {} : terminal.environment));
  return {
    code: end === "stopped" ? signalExitCode(terminal.stop) : CODES[end],
    entry: entryOf(ended, config, terminal),
    annotation: {
      level: end === "there" ? "notice" : end === "stopped" ? "warning" : "error",
      title: reportTitle(key, clusterName),
      message: end === "stopped" ? "the wait was interrupted" : lines.join("\n"),
      tookMs,
    },
    lines,
  };
}

/** Reports whether the answer is printed as a whole at the end. */
export const isWholeAnswer = ({ format }: WaitConfig): boolean => format === "json" || format === "yaml" || isReport(format);

/** Writes the results of waits in CI formats. */
export function writeWaitReport(format: ReportFormat, outcomes: readonly WaitOutcome[], terminal: Terminal): void {
  writeReport(
    format,
    { command: "wait", heading: "Rollout" },
    outcomes.map(({ annotation }) => annotation),
    terminal,
  );
}

/** Prints the lines of the result. A timeout is an error of kubectl's wait, too, and goes to stderr. */
function printEnding(lines: readonly string[], end: Ending, terminal: Terminal): void {
  const [first, ...others] = lines;
  if (end === "timeout" && first !== undefined) terminal.warn(`error: ${first}`);
  for (const line of end === "timeout" ? others : lines) terminal.print(line);
}

const progressOn = (terminal: Terminal): ProgressLine =>
  new ProgressLine((text) => terminal.write(text), canOverwrite(terminal.isTerminal, terminal.environment), terminal.columns);

/** Waits on an open cluster. Prints progress and result, unless the whole answer is printed at the end. */
export async function outcomeOn(cluster: OpenCluster, config: WaitConfig, terminal: Terminal, clusterName?: string): Promise<WaitOutcome> {
  const namespace = config.cluster.namespace ?? cluster.namespace;
  const isWhole = isWholeAnswer(config);
  const startedAtMs = cluster.clock.nowMs();
  const progress = progressOn(terminal);
  let finish: (ending: Ending) => void = () => undefined;
  const ending = new Promise<Ending>((done) => {
    finish = done;
  });
  let [uid, last]: [string?, DaemonSetRecord?] = [];
  const key = `${namespace}/${config.daemonSet}`;
  function check(): void {
    if (uid === undefined) return;
    const record = live.reading.daemonSetRecord(key);
    // A new DaemonSet of the same name is not the awaited one.
    if (record === undefined || record.uid !== uid) return finish("gone");
    last = record;
    // Stale data may be outdated in either direction.
    if (live.doubt() !== undefined) return;
    const verdict = waitVerdict(record, config.until);
    if (verdict.kind === "there" && config.requireNodes && hasNoMatchingNode(record)) return finish("noNodes");
    if (verdict.kind !== "waiting") return finish(verdict.kind);
    if (!isWhole) progress.show(escapeControl(progressText(record)));
  }
  const live = openCommandModel(cluster, {
    plan: config,
    namespace,
    needed: REQUIRED_SOURCES,
    degradable: DEGRADABLE_SOURCES,
    optional: OPTIONAL_SOURCES,
    onChanges: check,
    // Checks again when staleness ends without a change.
    onReturn: check,
    terminal: {
      ...terminal,
      warn(line) {
        progress.end();
        terminal.warn(line);
      },
    },
  });
  // The timeout starts here: it covers an unresponsive server too.
  const timer = config.timeoutMs === 0 ? undefined : cluster.clock.after(config.timeoutMs, () => finish("timeout"));
  const giveUp = new AbortController();
  void ending.then(() => giveUp.abort());
  const onStop = () => finish("stopped");
  terminal.stop.addEventListener("abort", onStop, { once: true });
  if (terminal.stop.aborted) onStop();
  try {
    if (await live.listed(giveUp.signal)) {
      if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
      selectKeys(live.reading.daemonSetKeys(), config.daemonSet, namespace);
      const record = live.reading.daemonSetRecord(key);
      if (record !== undefined) refuseOnDelete(record, config);
      uid = record?.uid;
      check();
    }
    const end = await ending;
    progress.end();
    const outcome = outcomeOf({ end, last, live, key, clusterName, tookMs: cluster.clock.nowMs() - startedAtMs }, config, terminal);
    if (!isWhole) printEnding(outcome.lines, end, terminal);
    if (end === "there") warnAfterSuccess(last, live, config, terminal);
    return outcome;
  } finally {
    timer?.cancel();
    terminal.stop.removeEventListener("abort", onStop);
    await live.close();
  }
}

/** Runs `wait` on an open cluster. */
export async function waitOn(cluster: OpenCluster, config: WaitConfig, terminal: Terminal): Promise<number> {
  const outcome = await outcomeOn(cluster, config, terminal);
  const { format } = config;
  if (isReport(format)) writeWaitReport(format, [outcome], terminal);
  else if (format === "json" || format === "yaml") terminal.write(formatForMachine(format, outcome.entry));
  return outcome.code;
}

/**
 * `daemonscope wait`: ends with the rollout, as soon as it certainly will not complete, or at the timeout. Returns the
 * exit code.
 */
export async function wait(config: WaitConfig, terminal: Terminal): Promise<number> {
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await waitOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
