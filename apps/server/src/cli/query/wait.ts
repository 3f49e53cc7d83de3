import { hasNoMatchingNode } from "@daemonscope/daemonset/counts/has-no-matching-node";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { statusEntry } from "@daemonscope/words/answers/status-entry";
import { english } from "@daemonscope/words/english";
import { noMatchText } from "@daemonscope/words/facts/no-match-text";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { CommandModel } from "../open/command-model.ts";
import { openCluster } from "../open/open-cluster.ts";
import { openCommandModel } from "../open/open-command-model.ts";
import { selectKeys } from "../open/select-keys.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { formatForMachine } from "../print/machine-format.ts";
import { ProgressLine } from "../print/progress-line.ts";
import { causeLines, concernLine, holderLines } from "../print/status-lines.ts";
import { canOverwrite, terminalColors } from "../print/terminal-colors.ts";
import { DECIDED_BY_ANOTHER, EXIT_DELETED, EXIT_NO_NODES, EXIT_STUCK, EXIT_TIMED_OUT, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { DEGRADABLE_SOURCES, OPTIONAL_SOURCES, REQUIRED_SOURCES } from "./status.ts";

/** The end of a wait. */
type Ending = "there" | "noNodes" | "stuck" | "timeout" | "gone" | "stopped";

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

/** Returns the progress in kubectl's words. Under OnDelete and during a deletion kubectl has none, so the words are
 *  ours. */
function progressText(record: DaemonSetRecord): string {
  if (record.deleting) return `Waiting for daemon set "${record.name}" to be deleted...`;
  if (record.rollout.kind !== "onDelete") return record.rollout.message;
  const { updatedNumberScheduled: updated, desiredNumberScheduled: desired } = record.reported;
  return `Waiting for manual updates of daemon set "${record.name}" (OnDelete): ${updated} out of ${desired} pods run the new revision...`;
}

/** Returns the text of a timeout, which states whether the last known progress may be stale. */
function timeoutText(record: DaemonSetRecord | undefined, doubt: string | undefined, { timeoutMs }: WaitConfig): string {
  const seconds = timeoutMs / 1000;
  if (record === undefined) return `timed out after ${seconds}s: the state of the rollout is unknown (${doubt ?? "not listed yet"})`;
  const last = progressText(record);
  if (doubt === undefined) return `timed out after ${seconds}s: ${last}`;
  return `timed out after ${seconds}s while the API server does not respond (${doubt}). Last state: ${last}`;
}

function printEnding(
  ending: Ending,
  record: DaemonSetRecord | undefined,
  live: CommandModel,
  config: WaitConfig,
  terminal: Terminal,
): void {
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  const { reading } = live;
  const name = escapeControl(config.daemonSet);
  switch (ending) {
    case "there":
      return terminal.print(
        colors.good(config.until === "complete" ? (record?.rollout.message ?? "") : `daemon set "${name}" is updated on every node`),
      );
    case "noNodes":
      return terminal.print(colors.bad(record === undefined ? "" : noNodesText(record)));
    case "stuck":
    case "timeout": {
      if (ending === "timeout") terminal.print(colors.bad(escapeControl(timeoutText(record, live.doubt(), config))));
      const concern = record === undefined ? undefined : concernLine(record, reading.nowMs);
      if (concern !== undefined) terminal.print(ending === "stuck" ? colors.bad(concern) : concern);
      if (record === undefined) return;
      for (const line of [...causeLines(record, reading.nowMs), ...holderLines(reading.budgetHoldersOf(record.key), record.hostPorts)])
        terminal.print(line);
      return;
    }
    case "gone":
      return terminal.print(colors.bad(`daemon set "${name}" is gone`));
    case "stopped":
      return;
    default:
      return assertNever(ending);
  }
}

/** Returns why a complete rollout has no pod: `daemon set "x" runs on no node: no node matches pool=gpu`. */
function noNodesText({ name, nowhere }: DaemonSetRecord): string {
  const why = nowhere === undefined ? "" : `: ${noMatchText(english, nowhere)}`;
  return escapeControl(`daemon set "${name}" runs on no node${why}`);
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

/** Writes the result for programs. */
function writeEnding(
  end: Ending,
  last: DaemonSetRecord | undefined,
  live: CommandModel,
  namespace: string,
  { daemonSet: name, until, format }: WaitConfig,
  terminal: Terminal,
): void {
  const entry = last === undefined ? { namespace, name } : statusEntry(last, live.reading.budgetHoldersOf(last.key), awaitedIn(live, last));
  const head = answerHead("WaitResult");
  const doubt = live.doubt();
  const isUndecided = end === "stopped" && terminal.stop.reason === DECIDED_BY_ANOTHER;
  const result = end === "there" ? until : isUndecided ? "waiting" : end;
  terminal.write(
    formatForMachine(format === "yaml" ? "yaml" : "json", {
      ...head,
      result,
      ...entry,
      ...head,
      ...(doubt === undefined ? {} : { doubt }),
    }),
  );
}

/** Runs `wait` on an open cluster. */
export async function waitOn(cluster: OpenCluster, config: WaitConfig, terminal: Terminal): Promise<number> {
  const namespace = config.cluster.namespace ?? cluster.namespace;
  const isMachine = config.format === "json" || config.format === "yaml";
  const progress = new ProgressLine(
    (text) => terminal.write(text),
    canOverwrite(terminal.isTerminal, terminal.environment),
    terminal.columns,
  );
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
    if (!isMachine) progress.show(escapeControl(progressText(record)));
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
  const ended = ending.then((end) => {
    giveUp.abort();
    return end;
  });
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
    const end = await ended;
    progress.end();
    if (isMachine) writeEnding(end, last, live, namespace, config, terminal);
    else printEnding(end, last, live, config, terminal);
    if (end === "there") warnAfterSuccess(last, live, config, terminal);
    return end === "stopped" ? signalExitCode(terminal.stop) : CODES[end];
  } finally {
    timer?.cancel();
    terminal.stop.removeEventListener("abort", onStop);
    await live.close();
  }
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
