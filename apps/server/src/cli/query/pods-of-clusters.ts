import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { openClusters } from "../open/open-clusters.ts";
import type { PodsConfig } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { podsIn, printPods } from "./pods-answer.ts";
import { queryClusters, requireKnown, warnAboutClusters } from "./query-clusters.ts";

/**
 * `daemonscope pods` of several clusters: one table. A cluster without a named DaemonSet has no rows, unless all lack
 * it. Returns the exit code.
 */
export async function podsOfClusters(config: PodsConfig, terminal: Terminal): Promise<number> {
  const clusters = await openClusters(config, "refused", terminal);
  try {
    warnAboutClusters(clusters, terminal);
    return await queryClusters(
      clusters,
      ({ name, plan, cluster }, prefixed) => podsIn(cluster, plan, prefixed, name),
      (answers) => {
        requireKnown(
          config,
          answers.map(({ keys }) => keys.map(nameOfKey)),
        );
        const [first] = answers;
        if (first === undefined) return;
        printPods({ header: first.answer.header, rows: answers.flatMap(({ answer }) => [...answer.rows]) }, config, undefined, terminal);
      },
      terminal,
    );
  } finally {
    await Promise.all(clusters.opened.map(({ cluster }) => cluster.close()));
  }
}
