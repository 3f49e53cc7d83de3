import { auditFindings } from "@daemonscope/daemonset/audit/audit-findings";
import type { AuditFinding } from "@daemonscope/daemonset/audit/finding";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { FreeCapacity } from "@daemonscope/daemonset/preview/capacity/free-capacity";
import { drain } from "@daemonscope/kube/base/drain";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { auditEntry } from "@daemonscope/words/answers/audit-entry";
import { english } from "@daemonscope/words/english";
import { auditReason, auditRemedy } from "@daemonscope/words/facts/audit-text";
import { readWholeCapacity } from "../../actions/preview/free-capacity-result.ts";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { openCluster } from "../open/open-cluster.ts";
import { withListedModel } from "../open/open-command-model.ts";
import { selectDaemonSets } from "../open/select-keys.ts";
import { type AuditConfig, hasGate, isFailing } from "../options/audit-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { writeReport } from "../print/ci-report.ts";
import type { Annotation } from "../print/github-annotations.ts";
import { isForPrograms, type ListRow, printList } from "../print/list-answer.ts";
import { noResourcesText } from "../print/text-table.ts";
import { EXIT_AUDIT_FAILED, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printCosts } from "./costs.ts";
import { REQUIRED_SOURCES } from "./status.ts";

function headerOf({ allNamespaces, format }: AuditConfig): readonly string[] {
  return [
    "SEVERITY",
    ...(allNamespaces ? ["NAMESPACE"] : []),
    "NAME",
    "CHECK",
    "NODES",
    "REASON",
    ...(format === "wide" ? ["REMEDY"] : []),
  ];
}

function rowOf(found: AuditFinding, reading: ClusterReading, { allNamespaces, format }: AuditConfig): ListRow {
  const { severity, fact, nodeCount } = found;
  const [namespace, name] = splitKey(found.daemonSet);
  return {
    cells: () => [
      severity,
      ...(allNamespaces ? [namespace] : []),
      name,
      fact.check,
      nodeCount === 0 ? "<none>" : String(nodeCount),
      auditReason(english, found),
      ...(format === "wide" ? [auditRemedy(english, found)] : []),
    ],
    entry: () => auditEntry(found),
    name: `daemonset.apps/${name}`,
    labels: reading.daemonSet(found.daemonSet)?.metadata.labels ?? {},
  };
}

/** Returns the findings for CI; `nothing`: the text if there are none. Those that do not fail the command are
 *  warnings, and low ones notices. */
function annotationsOf(findings: readonly AuditFinding[], { gate }: AuditConfig, nothing: string): readonly Annotation[] {
  if (findings.length === 0) return [{ level: "notice", title: "Audit", message: nothing }];
  return findings.map((found) => ({
    level: isFailing(gate, found) ? "error" : found.severity === "low" ? "notice" : "warning",
    title: `${found.fact.check}: DaemonSet ${found.daemonSet}`,
    message: `${auditReason(english, found)}.\nRemedy: ${auditRemedy(english, found)}.`,
  }));
}

/** The text without findings. `isEmpty`: there was no DaemonSet to audit. */
interface Nothing {
  readonly text: string;
  readonly isEmpty: boolean;
}

/** Prints the findings. Without findings a program gets an empty list, and a warning if nothing was audited. */
function print(
  findings: readonly AuditFinding[],
  nothing: Nothing,
  reading: ClusterReading,
  config: AuditConfig,
  terminal: Terminal,
): void {
  const { format, list } = config;
  if (format === "github" || format === "junit")
    return writeReport(format, { command: "audit", heading: "Audit" }, annotationsOf(findings, config, nothing.text), terminal);
  const isArray = list.template === undefined && isForPrograms(format, list);
  if (findings.length === 0 && (!isArray || nothing.isEmpty)) terminal.warn(nothing.text);
  if (findings.length === 0 && !isArray) return;
  const rows = findings.map((found) => rowOf(found, reading, config));
  // A DaemonSet with several findings has one name.
  const named = list.template?.kind === "name" ? [...new Map(rows.map((row) => [row.name, row])).values()] : rows;
  printList({ header: headerOf(config), rows: named }, config, terminal);
}

interface AuditSource {
  readonly reading: ClusterReading;
  readonly capacity: FreeCapacity | undefined;
  readonly namespace: string | undefined;
}

/** Prints the findings, and returns the exit code. */
function printAudit({ reading, capacity, namespace }: AuditSource, config: AuditConfig, terminal: Terminal): number {
  const keys = new Set(selectDaemonSets(reading.daemonSetKeys(), (key) => reading.daemonSet(key), config, namespace));
  const all = drain(auditFindings(reading, { workload: config.workload, capacity }));
  const findings = all.filter(({ daemonSet }) => keys.has(daemonSet));
  // A namespace without DaemonSets must not look audited, and must not pass a gate.
  const isEmpty = keys.size === 0;
  if (isEmpty && hasGate(config.gate)) {
    const where = namespace === undefined ? "" : ` in namespace ${namespace}; use -A for all namespaces`;
    throw new UsageError(`--fail-on has no DaemonSet to audit${where}`);
  }
  const nothing = { text: isEmpty ? noResourcesText(namespace) : "No findings.", isEmpty };
  print(findings, nothing, reading, config, terminal);
  return findings.some((found) => isFailing(config.gate, found)) ? EXIT_AUDIT_FAILED : 0;
}

/** Runs `audit` on an open cluster. Without the right to read all nodes and pods, findings about room are left out. */
export async function auditOn(cluster: OpenCluster, config: AuditConfig, terminal: Terminal): Promise<number> {
  const namespace = requestedNamespace(config, cluster.namespace);
  const options = { plan: config, namespace, needed: REQUIRED_SOURCES, keepsTemplates: true, terminal };
  const code = await withListedModel(cluster, options, async ({ reading }) => {
    const reads = new OnDemandReads({ transport: cluster.transport, namespace: undefined });
    if (config.costs) {
      const keys = selectDaemonSets(reading.daemonSetKeys(), (key) => reading.daemonSet(key), config, namespace);
      return await printCosts({ reading, reads, keys }, config, terminal);
    }
    const names = reading.nodes().map(({ name }) => name);
    const read = await readWholeCapacity(reads, names, runInARow);
    if (read.kind === "unread") terminal.warn(`Note: ${toClause(read.message)}.`);
    return printAudit({ reading, capacity: read.kind === "read" ? read.room : undefined, namespace }, config, terminal);
  });
  return code ?? signalExitCode(terminal.stop);
}

/** `daemonscope audit`: weaknesses of DaemonSets before an incident. Returns the exit code: 11 if a finding matches
 *  `--fail-on`. Throws UsageError (code 2) if `--fail-on` has nothing to audit. */
export async function audit(config: AuditConfig, terminal: Terminal): Promise<number> {
  if (config.recording !== undefined) {
    const { recordedMoment } = await import("../record/recorded-moment.ts");
    const recorded = await recordedMoment(config.recording, terminal);
    terminal.warn(`${recorded.words}.`);
    terminal.warn("Note: a recording has no priorities and no free capacity: findings about room are left out.");
    const namespace = requestedNamespace(config, recorded.namespace);
    return printAudit({ reading: recorded.reading, capacity: undefined, namespace }, config, terminal);
  }
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await auditOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
