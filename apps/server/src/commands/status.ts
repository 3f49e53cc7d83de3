import { type StatusEntry, statusEntry } from "@daemonscope/daemonset/describe/status-entry";
import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import type { StatusConfig } from "../command-line/query-config.ts";
import { inkFor } from "../print/ink.ts";
import { machineList, machineText } from "../print/machine.ts";
import { statusLines } from "../print/status-lines.ts";
import { statusTable } from "../print/status-table.ts";
import { chosenKeys } from "./chosen-keys.ts";
import { STOPPED } from "./exit-codes.ts";
import { startLiveModel } from "./live-model.ts";
import { type OpenCluster, openCluster } from "./open-cluster.ts";
import { stopped, type Terminal } from "./terminal.ts";

const entryOf = (model: ClusterModel, record: DaemonSetRecord): StatusEntry => statusEntry(record, model.budgetHoldersOf(record.key));

/** What `--watch` tells apart: everything of an entry but its version. */
const contentOf = (entry: StatusEntry): string => JSON.stringify({ ...entry, resourceVersion: "" });

/** The present state, in the format that was asked for. */
function printOnce(
  records: readonly DaemonSetRecord[],
  model: ClusterModel,
  config: StatusConfig,
  namespace: string | undefined,
  terminal: Terminal,
): void {
  const { format } = config;
  if (format === "json" || format === "yaml") {
    const entries = records.map((record) => entryOf(model, record));
    const [only] = entries;
    if (config.daemonSet !== undefined && entries.length === 1) terminal.write(machineText(format, only));
    else for (const text of machineList(format, entries)) terminal.write(text);
    return;
  }
  if (records.length === 0) {
    // kubectl's own words.
    terminal.warn(namespace === undefined ? "No resources found" : `No resources found in ${namespace} namespace.`);
    return;
  }
  const { nowMs } = model;
  for (const line of statusTable(records, { nowMs, isWide: format === "wide", withNamespace: config.allNamespaces })) terminal.say(line);
  const [only] = records;
  if (config.daemonSet === undefined || only === undefined || records.length > 1) return;
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  for (const line of statusLines(only, model.budgetHoldersOf(only.key), nowMs, ink)) terminal.say(line);
}

/** Prints a line for each change of an entry; a table prints its header once. */
class ChangePrinter {
  readonly #config: StatusConfig;
  readonly #terminal: Terminal;
  readonly #contents = new Map<string, string>();
  #hasHeader = false;

  constructor(config: StatusConfig, terminal: Terminal) {
    this.#config = config;
    this.#terminal = terminal;
  }

  print(record: DaemonSetRecord, model: ClusterModel): void {
    const entry = entryOf(model, record);
    const content = contentOf(entry);
    if (this.#contents.get(record.key) === content) return;
    this.#contents.set(record.key, content);
    const { format, allNamespaces } = this.#config;
    if (format === "json") return this.#terminal.say(JSON.stringify(entry));
    if (format === "yaml") return this.#terminal.write(`---\n${machineText("yaml", entry)}`);
    const lines = statusTable([record], { nowMs: model.nowMs, isWide: format === "wide", withNamespace: allNamespaces });
    for (const line of this.#hasHeader ? lines.slice(1) : lines) this.#terminal.say(line);
    this.#hasHeader = true;
  }

  drop(key: string): void {
    if (!this.#contents.delete(key)) return;
    this.#terminal.warn(`${key} is gone.`);
  }
}

/** The same, of a cluster that is open. */
export async function statusOf(cluster: OpenCluster, config: StatusConfig, terminal: Terminal): Promise<number> {
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? cluster.namespace);
  const printer = new ChangePrinter(config, terminal);
  const isMeant = (key: string) => config.daemonSet === undefined || key.endsWith(`/${config.daemonSet}`);
  let isPrinting = false;
  const onChanges = (changes: ModelChanges, model: ClusterModel) => {
    if (!isPrinting) return;
    for (const key of changes.daemonSetsDropped) printer.drop(key);
    for (const record of changes.daemonSetsPut) if (isMeant(record.key)) printer.print(record, model);
  };
  const live = await startLiveModel(cluster, {
    plan: config,
    namespace,
    needed: ["nodes", "pods", "daemonsets", "controllerrevisions"],
    onChanges,
    terminal,
  });
  try {
    if (terminal.stop.aborted) return STOPPED;
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    const { model } = live;
    const keys = chosenKeys(model.daemonSetKeys(), config.daemonSet, namespace);
    const records = keys.flatMap((key) => model.daemonSetRecord(key) ?? []);
    if (!config.watch) {
      printOnce(records, model, config, namespace, terminal);
      return 0;
    }
    isPrinting = true;
    for (const record of records) printer.print(record, model);
    await stopped(terminal);
    return STOPPED;
  } finally {
    await live.close();
  }
}

/** `daemonscope status`: the counts as the API reports them, what we derive, the budget and what is wrong. Gives the exit code. */
export async function status(config: StatusConfig, terminal: Terminal): Promise<number> {
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await statusOf(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
