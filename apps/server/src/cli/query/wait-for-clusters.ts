import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { toSentence } from "../../platform/text/to-sentence.ts";
import { isReport } from "../flags/output-format.ts";
import { type OpenedCluster, openClusters } from "../open/open-clusters.ts";
import { NotFoundError } from "../open/select-keys.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { reportTitle } from "../print/github-annotations.ts";
import { formatListForMachine } from "../print/machine-format.ts";
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
import { prefixTerminal } from "./query-clusters.ts";
import { outcomeOn, type WaitOutcome, writeWaitReport } from "./wait.ts";

/** The end of a wait in one cluster; `isLacking`: the cluster has no such DaemonSet, and no other outcome. */
interface WaitEnd {
  readonly outcome: WaitOutcome;
  readonly isLacking: boolean;
}

/** The order of precedence of exit codes over several clusters. */
const WORST_FIRST = [EXIT_STUCK, EXIT_DELETED, EXIT_NO_NODES, EXIT_QUERY_FAILED, EXIT_TIMED_OUT] as const;

/** Returns a terminal for one cluster: each line has the cluster's name, and none is overwritten. */
function terminalOf(terminal: Terminal, name: string, stop: AbortSignal): Terminal {
  const print = (line: string) => terminal.print(`${name}: ${line}`);
  return {
    ...prefixTerminal(terminal, name),
    isTerminal: false,
    stop,
    print,
    write: (text) => {
      for (const line of text.split("\n").filter((each) => each !== "")) print(line);
    },
  };
}

async function waitIn({ name = "", plan, cluster }: OpenedCluster<WaitConfig>, terminal: Terminal, stop: AbortSignal): Promise<WaitEnd> {
  const clusterTerminal = terminalOf(terminal, name, stop);
  try {
    return { outcome: await outcomeOn(cluster, plan, clusterTerminal, name), isLacking: false };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const isLacking = error instanceof NotFoundError;
    clusterTerminal.warn(`${isLacking ? "Warning" : "error"}: ${toClause(error.message)}`);
    const namespace = plan.cluster.namespace ?? cluster.namespace;
    const message = toSentence(error.message);
    const outcome: WaitOutcome = {
      code: EXIT_QUERY_FAILED,
      entry: { ...answerHead("WaitResult"), result: "failed", namespace, name: plan.daemonSet, error: message },
      annotation: { level: "error", title: reportTitle(`${namespace}/${plan.daemonSet}`, name), message },
    };
    return { outcome, isLacking };
  }
}

/**
 * `daemonscope wait` over several clusters: 0 when the rollout is complete in all of them. As soon as one is stuck,
 * gone, timed out or cannot be queried, that is the answer. Clusters without such a DaemonSet are reported and do not
 * count, unless all lack it.
 */
export async function waitForClusters(config: WaitConfig, terminal: Terminal): Promise<number> {
  const { opened, unusable, notes } = await openClusters(config, "refused", terminal);
  const decided = new AbortController();
  const stop = AbortSignal.any([terminal.stop, decided.signal]);
  try {
    for (const note of notes) terminal.warn(`Warning: ${toClause(note)}`);
    const [broken] = unusable;
    if (broken !== undefined) throw new UsageError(`${broken.name}: ${broken.problem}`);
    const ended = await Promise.all(
      opened.map(async (each) => {
        const end = await waitIn(each, terminal, stop);
        // One failed cluster decides the result, regardless of the others.
        if (!end.isLacking && end.outcome.code !== 0) decided.abort(DECIDED_BY_ANOTHER);
        return end;
      }),
    );
    const counted = ended.flatMap(({ outcome, isLacking }, at) => (isLacking ? [] : [{ cluster: opened[at]?.name, outcome }]));
    const { format } = config;
    if (isReport(format))
      writeWaitReport(
        format,
        counted.map(({ outcome }) => outcome),
        terminal,
      );
    else if (format === "json" || format === "yaml") {
      const entries = counted.map(({ cluster, outcome }) => ({ cluster, ...outcome.entry }));
      for (const text of formatListForMachine(format, entries)) terminal.write(text);
    }
    if (terminal.stop.aborted) return signalExitCode(terminal.stop);
    if (counted.length === 0) return EXIT_QUERY_FAILED;
    return WORST_FIRST.find((code) => counted.some(({ outcome }) => outcome.code === code)) ?? 0;
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}
