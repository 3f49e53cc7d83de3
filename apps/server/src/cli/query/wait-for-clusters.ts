import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { toSentence } from "../../platform/text/to-sentence.ts";
import { type OpenedCluster, openClusters } from "../open/open-clusters.ts";
import { NotFoundError } from "../open/select-keys.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { formatForMachine, formatListForMachine } from "../print/machine-format.ts";
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
import { prefixTerminal } from "./status-of-clusters.ts";
import { waitOn } from "./wait.ts";

/** The end of a wait in one cluster; `isLacking`: the cluster has no such DaemonSet. */
interface WaitEnd {
  readonly code: number;
  readonly isLacking: boolean;
  /** The output for programs. */
  readonly text: string;
}

/** The order of precedence of exit codes over several clusters. */
const WORST_FIRST = [EXIT_STUCK, EXIT_DELETED, EXIT_NO_NODES, EXIT_QUERY_FAILED, EXIT_TIMED_OUT] as const;

/** Returns a terminal for one cluster: each line has the cluster's name, and none is overwritten. Keeps output for
 *  programs until all waits have ended. */
function terminalOf(terminal: Terminal, name: string, stop: AbortSignal, isMachine: boolean) {
  let kept = "";
  const print = (line: string) => terminal.print(`${name}: ${line}`);
  const clusterTerminal: Terminal = {
    ...prefixTerminal(terminal, name),
    isTerminal: false,
    stop,
    print,
    write: (text) => {
      if (isMachine) kept += text;
      else for (const line of text.split("\n").filter((each) => each !== "")) print(line);
    },
  };
  return { clusterTerminal, kept: () => kept };
}

const isMachine = ({ format }: WaitConfig): boolean => format === "json" || format === "yaml";

async function waitIn(each: OpenedCluster<WaitConfig>, terminal: Terminal, stop: AbortSignal): Promise<WaitEnd> {
  const { name = "", plan, cluster } = each;
  const { clusterTerminal, kept } = terminalOf(terminal, name, stop, isMachine(plan));
  try {
    const code = await waitOn(cluster, isMachine(plan) ? { ...plan, format: "json" } : plan, clusterTerminal);
    return { code, isLacking: false, text: kept() };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    clusterTerminal.warn(error.message);
    const isLacking = error instanceof NotFoundError;
    const namespace = plan.cluster.namespace ?? cluster.namespace;
    const failed = { ...answerHead("WaitResult"), result: "failed", namespace, name: plan.daemonSet, error: toSentence(error.message) };
    return { code: EXIT_QUERY_FAILED, isLacking, text: isLacking ? "" : formatForMachine("json", failed) };
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
        if (!end.isLacking && end.code !== 0) decided.abort(DECIDED_BY_ANOTHER);
        return end;
      }),
    );
    if (isMachine(config)) {
      const entries = ended.flatMap(({ text }, at) =>
        text === "" ? [] : [{ cluster: opened[at]?.name, ...(JSON.parse(text) as object) }],
      );
      for (const text of formatListForMachine(config.format === "yaml" ? "yaml" : "json", entries)) terminal.write(text);
    }
    if (terminal.stop.aborted) return signalExitCode(terminal.stop);
    if (ended.every(({ isLacking }) => isLacking)) return EXIT_QUERY_FAILED;
    return WORST_FIRST.find((code) => ended.some((each) => !each.isLacking && each.code === code)) ?? 0;
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}
