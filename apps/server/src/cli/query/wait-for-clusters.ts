import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { toSentence } from "../../platform/text/to-sentence.ts";
import { type OpenedCluster, openClusters } from "../open/open-clusters.ts";
import { NotFoundError } from "../open/select-keys.ts";
import type { WaitConfig } from "../options/query-options.ts";
import { reportTitle } from "../print/github-annotations.ts";
import { DECIDED_BY_ANOTHER, EXIT_QUERY_FAILED, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { prefixTerminal } from "./query-clusters.ts";
import { resultOn } from "./wait.ts";
import { type WaitOutcome, worstCode, writeOutcomes } from "./wait-outcome.ts";

/** The ends of the waits in one cluster; `isLacking`: the cluster has no such DaemonSet, and no other outcome. */
interface WaitEnd {
  readonly code: number;
  readonly outcomes: readonly WaitOutcome[];
  readonly isLacking: boolean;
}

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

/** Returns the failed outcomes of a cluster that cannot be queried. */
const failedOutcomes = ({ daemonSets, ...plan }: WaitConfig, name: string, ownNamespace: string, message: string): readonly WaitOutcome[] =>
  daemonSets.map((daemonSet) => {
    const namespace = plan.cluster.namespace ?? ownNamespace;
    return {
      code: EXIT_QUERY_FAILED,
      name: daemonSet,
      entry: { ...answerHead("WaitResult"), result: "failed", namespace, name: daemonSet, error: message },
      annotation: { level: "error", title: reportTitle(`${namespace}/${daemonSet}`, name), message },
    };
  });

async function waitIn({ name = "", plan, cluster }: OpenedCluster<WaitConfig>, terminal: Terminal, stop: AbortSignal): Promise<WaitEnd> {
  const clusterTerminal = terminalOf(terminal, name, stop);
  // One of several names may be missing in a cluster.
  const list = { ...plan.list, ignoreNotFound: plan.daemonSets.length > 1 };
  try {
    return { ...(await resultOn(cluster, { ...plan, list }, clusterTerminal, name)), isLacking: false };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const isLacking = error instanceof NotFoundError;
    clusterTerminal.warn(`${isLacking ? "Warning" : "error"}: ${toClause(error.message)}`);
    return { code: EXIT_QUERY_FAILED, outcomes: failedOutcomes(plan, name, cluster.namespace, toSentence(error.message)), isLacking };
  }
}

/**
 * `daemonscope wait` over several clusters: 0 when the rollouts are complete in all of them. As soon as one is stuck,
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
    const counted = ended.flatMap(({ outcomes, isLacking }, at) =>
      isLacking ? [] : outcomes.map((outcome) => ({ ...outcome, entry: { cluster: opened[at]?.name, ...outcome.entry } })),
    );
    writeOutcomes(counted, config, false, terminal);
    if (terminal.stop.aborted) return signalExitCode(terminal.stop);
    const unknown = config.daemonSets.find((name) => !counted.some((outcome) => outcome.name === name));
    if (unknown !== undefined && counted.length > 0)
      terminal.warn(`error: there is no DaemonSet "${unknown}" in any of ${opened.length} clusters`);
    const isAnswered = unknown === undefined && ended.some(({ isLacking }) => !isLacking);
    const failed = ended.filter(({ code, isLacking }) => !isLacking && code !== 0).map(({ code }) => ({ code }));
    return worstCode(isAnswered ? failed : [...failed, { code: EXIT_QUERY_FAILED }]);
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}
