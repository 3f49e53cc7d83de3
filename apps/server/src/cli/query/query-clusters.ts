import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import type { OpenedCluster, OpenedClusters } from "../open/open-clusters.ts";
import type { DaemonSetSelection } from "../open/select-keys.ts";
import type { ClusterPlan } from "../options/cluster-options.ts";
import { EXIT_QUERY_FAILED, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Prefixes warnings with the cluster's name, because lines of several clusters are interleaved. */
export const prefixTerminal = (terminal: Terminal, name: string): Terminal => ({
  ...terminal,
  warn: (line) => terminal.warn(`${name}: ${line}`),
});

/** Reports contexts that are left out, or cannot be used. */
export function warnAboutClusters<Plan extends ClusterPlan>({ unusable, notes }: OpenedClusters<Plan>, terminal: Terminal): void {
  for (const note of notes) terminal.warn(`Warning: ${toClause(note)}`);
  for (const { name, problem } of unusable) terminal.warn(`${name}: error: ${toClause(problem)}`);
}

/**
 * Queries several clusters, and prints their answers in the order of the clusters. A cluster that cannot be queried is
 * reported on stderr and does not affect the others. Returns the exit code, which shows that an answer is missing.
 * `query` returns undefined if the user interrupts.
 */
export async function queryClusters<Plan extends ClusterPlan, Answer>(
  { opened, unusable }: OpenedClusters<Plan>,
  query: (cluster: OpenedCluster<Plan>, terminal: Terminal) => Promise<Answer | undefined>,
  print: (answers: readonly Answer[]) => void,
  terminal: Terminal,
): Promise<number> {
  const answers = await Promise.all(
    opened.map(async (each) => {
      const prefixed = prefixTerminal(terminal, each.name ?? "");
      try {
        return await query(each, prefixed);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        prefixed.warn(`error: ${toClause(error.message)}`);
        return undefined;
      }
    }),
  );
  if (terminal.stop.aborted) return signalExitCode(terminal.stop);
  const received = answers.filter((answer) => answer !== undefined);
  print(received);
  return received.length < opened.length || unusable.length > 0 ? EXIT_QUERY_FAILED : 0;
}

/** Throws UsageError if no cluster has a named DaemonSet, unless such names are ignored. `found`: the names in the
 *  answer of each cluster. */
export function requireKnown({ daemonSets: names, list }: DaemonSetSelection, found: readonly (readonly string[])[]): void {
  if (list.ignoreNotFound) return;
  const unknown = names.find((name) => found.every((known) => !known.includes(name)));
  if (unknown !== undefined && found.length > 0)
    throw new UsageError(`There is no DaemonSet "${unknown}" in any of ${found.length} clusters.`);
}
