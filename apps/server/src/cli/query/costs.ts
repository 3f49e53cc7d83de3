import { type AgentCost, agentCosts, COST_RESOURCES, type Costs, type GroupCost, type NodeCost } from "@daemonscope/daemonset/audit/costs";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { english } from "@daemonscope/words/english";
import { aboveRequest, amountWriters, shareText } from "@daemonscope/words/facts/audit-text";
import { readWholeCapacity } from "../../actions/preview/free-capacity-result.ts";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { fetchPodUses } from "../../readings/on-demand/fetch-pod-uses.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { AuditConfig } from "../options/audit-options.ts";
import { formatForMachine } from "../print/machine-format.ts";
import { textTable } from "../print/text-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

const NONE = "<none>";
/** Usage that was not measured. */
const UNKNOWN = "<unknown>";
const headsOf = (...names: readonly string[]): readonly string[] =>
  COST_RESOURCES.flatMap((resource) => names.map((name) => `${resource.toUpperCase()} ${name}`));

function groupRows(groups: readonly GroupCost[]): readonly (readonly string[])[] {
  const write = amountWriters(groups, ["requests", "limits", "usage", "newNode"]);
  return groups.map(({ pool, instanceType, nodes, of }) => [
    pool || NONE,
    instanceType || NONE,
    String(nodes),
    ...COST_RESOURCES.flatMap((resource) => {
      const { requests, limits = NONE, usage = UNKNOWN, percent, newNode } = of[resource];
      return [...[requests, limits, usage].map(write[resource]), shareText(percent), write[resource](newNode)];
    }),
  ]);
}

function agentRows(agents: readonly AgentCost[]): readonly (readonly string[])[] {
  const write = amountWriters(agents, ["request", "limit", "p50", "p99"]);
  return agents.map((cost) => {
    const cells = COST_RESOURCES.flatMap((resource) => {
      const { request, limit = NONE, p50 = UNKNOWN, p99 = UNKNOWN } = cost.of[resource];
      return [request, limit, p50, p99].map(write[resource]);
    });
    return [...splitKey(cost.daemonSet), String(cost.pods), ...cells, aboveRequest(english, cost).join("; ")];
  });
}

function nodeRows(nodes: readonly NodeCost[]): readonly (readonly string[])[] {
  const write = amountWriters(nodes, ["requests", "limits", "usage"]);
  return nodes.map(({ node, of }) => [
    node,
    ...COST_RESOURCES.flatMap((resource) => {
      const { requests, limits = NONE, usage = UNKNOWN, isOutlier } = of[resource];
      const used = write[resource](usage);
      return [write[resource](requests), write[resource](limits), isOutlier ? `${used} (outlier)` : used];
    }),
  ]);
}

function tables({ groups, agents, nodes }: Costs): readonly (readonly string[])[] {
  const groupTable = ["POOL", "INSTANCE-TYPE", "NODES", ...headsOf("REQUESTS", "LIMITS", "USAGE", "OF SMALLEST NODE", "NEW NODE")];
  const agentTable = ["NAMESPACE", "NAME", "PODS", ...headsOf("REQUEST", "LIMIT", "P50", "P99"), "ABOVE THE REQUEST"];
  const nodeTable = ["NODE", ...headsOf("REQUESTS", "LIMITS", "USAGE")];
  return [
    ...(nodes.length > 0 ? [] : [textTable(groupTable, groupRows(groups))]),
    textTable(agentTable, agentRows(agents)),
    ...(nodes.length > 0 ? [textTable(nodeTable, nodeRows(nodes))] : []),
  ];
}

/** Prints what agents request and use. Throws UsageError if pods and nodes may not be read. */
export async function printCosts(
  { reading, reads, keys }: { readonly reading: ClusterReading; readonly reads: OnDemandReads; readonly keys: readonly DaemonSetKey[] },
  { daemonSets, format }: AuditConfig,
  terminal: Terminal,
): Promise<number> {
  const names = reading.nodes().map(({ name }) => name);
  const [read, uses] = await Promise.all([readWholeCapacity(reads, names, runInARow), fetchPodUses(reads)]);
  if (read.kind === "unread") throw new UsageError(read.message);
  if (uses.kind === "unread") terminal.warn(`Note: ${toClause(uses.message)}.`);
  const usage = uses.kind === "measured" ? uses.byPod : undefined;
  const only = daemonSets.length > 0 && keys.length === 1 ? keys[0] : undefined;
  const all = drain(agentCosts(reading, { capacity: read.room, usage, only }));
  const costs = { ...all, agents: all.agents.filter(({ daemonSet }) => keys.includes(daemonSet)) };
  if (format === "json" || format === "yaml") {
    const entries = [
      ...costs.groups.map((each) => ({ ...answerHead("PoolCost"), ...each })),
      ...costs.agents.map((each) => ({ ...answerHead("AgentCost"), ...each })),
      ...costs.nodes.map((each) => ({ ...answerHead("NodeCost"), ...each })),
    ];
    terminal.write(formatForMachine(format, entries));
    return 0;
  }
  for (const [at, lines] of tables(costs).entries()) for (const line of at === 0 ? lines : ["", ...lines]) terminal.print(line);
  return 0;
}
