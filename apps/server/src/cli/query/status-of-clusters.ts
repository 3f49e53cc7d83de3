import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { isReport } from "../flags/output-format.ts";
import { type OpenedCluster, type OpenedClusters, openClusters } from "../open/open-clusters.ts";
import { withListedModel } from "../open/open-command-model.ts";
import { isSelected } from "../open/select-keys.ts";
import type { StatusConfig } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { type ListRow, printList } from "../print/list-answer.ts";
import type { StatusShape } from "../print/status-table.ts";
import { noResourcesText } from "../print/text-table.ts";
import { WatchedTable } from "../print/watched-table.ts";
import { EXIT_QUERY_FAILED, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { prefixTerminal, queryClusters, requireKnown, warnAboutClusters } from "./query-clusters.ts";
import { DEGRADABLE_SOURCES, OPTIONAL_SOURCES, REQUIRED_SOURCES, statusListHeader, statusListRow, statusReport } from "./status.ts";
import { type ReportedStatus, reportedStatus, statusDetails, writeStatusReport } from "./status-report.ts";

/** The answer of one cluster. */
interface ClusterAnswer {
  readonly records: readonly DaemonSetRecord[];
  readonly rows: readonly ListRow[];
  /** Empty if the format is no report. */
  readonly reported: readonly ReportedStatus[];
}

const shapeOf = ({ format, allNamespaces }: StatusConfig): StatusShape => ({ isWide: format === "wide", withNamespace: allNamespaces });

/** Queries one cluster; undefined if the user interrupts. Throws UsageError if the cluster cannot be queried. */
async function queryCluster(
  { name = "", plan, cluster }: OpenedCluster<StatusConfig>,
  terminal: Terminal,
): Promise<ClusterAnswer | undefined> {
  const namespace = requestedNamespace(plan, cluster.namespace);
  const options = {
    plan,
    namespace,
    needed: REQUIRED_SOURCES,
    degradable: DEGRADABLE_SOURCES,
    optional: OPTIONAL_SOURCES,
    terminal,
  };
  return withListedModel(cluster, options, (live) => {
    const { reading } = live;
    const records = reading.daemonSets().filter(({ key }) => isSelected(plan, reading.daemonSet(key)));
    const shape = shapeOf(plan);
    const doubt = live.doubt();
    // A closed watch has no doubt any more.
    const source = { reading, doubt: () => doubt };
    return {
      records,
      rows: records.map((record) => statusListRow(source, record, shape, name)),
      reported: isReport(plan.format) ? records.map((record) => reportedStatus(reading, record, name)) : [],
    };
  });
}

function print(answers: readonly ClusterAnswer[], config: StatusConfig, terminal: Terminal): void {
  const { format, list } = config;
  const rows = answers.flatMap((answer) => answer.rows);
  const reported = answers.flatMap((answer) => answer.reported);
  const isArray = list.template === undefined && (format === "json" || format === "yaml");
  if (rows.length === 0 && !isArray) {
    if (answers.length > 0 && !list.ignoreNotFound) terminal.warn(noResourcesText(undefined));
    if (format === "junit") writeStatusReport(format, [], terminal);
    return;
  }
  if (format === "github" || format === "junit") return writeStatusReport(format, reported, terminal);
  printList({ header: statusListHeader(shapeOf(config), ""), rows }, config, terminal);
  if (format === "markdown") for (const line of statusDetails(reported)) terminal.print(line);
}

/** Prints changed lines of all clusters until the user interrupts. */
async function follow({ opened }: OpenedClusters<StatusConfig>, terminal: Terminal): Promise<number> {
  const table = new WatchedTable();
  const codes = await Promise.all(
    opened.map(async ({ name = "", plan, cluster }) => {
      try {
        return await statusReport(cluster, plan, prefixTerminal(terminal, name), { name, table });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        terminal.warn(`${name}: error: ${toClause(error.message)}`);
        return EXIT_QUERY_FAILED;
      }
    }),
  );
  return terminal.stop.aborted ? signalExitCode(terminal.stop) : Math.max(...codes);
}

/**
 * `daemonscope status` of several clusters: one table, in the order of the clusters. A cluster that cannot be queried
 * is reported on stderr and does not affect the others. The exit code shows that an answer is missing.
 */
export async function statusOfClusters(config: StatusConfig, terminal: Terminal): Promise<number> {
  const clusters = await openClusters(config, "refused", terminal);
  try {
    warnAboutClusters(clusters, terminal);
    if (config.watch) return await follow(clusters, terminal);
    const printed = (answers: readonly ClusterAnswer[]) => {
      requireKnown(
        config,
        answers.map(({ records }) => records.map(({ name }) => name)),
      );
      print(answers, config, terminal);
    };
    return await queryClusters(clusters, queryCluster, printed, terminal);
  } finally {
    await Promise.all(clusters.opened.map(({ cluster }) => cluster.close()));
  }
}
