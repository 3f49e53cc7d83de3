import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { type StatusEntry, statusEntry } from "@daemonscope/words/answers/status-entry";
import { unreadyText } from "@daemonscope/words/english/unready-text";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { CommandModel } from "../open/command-model.ts";
import { openCluster } from "../open/open-cluster.ts";
import { FIRST_LIST_TIMEOUT_MS, openCommandModel } from "../open/open-command-model.ts";
import { selectKeys } from "../open/select-keys.ts";
import type { RecordingOptions, StatusConfig } from "../options/query-options.ts";
import { formatForMachine, formatListForMachine, jsonLine } from "../print/machine-format.ts";
import { statusLines } from "../print/status-lines.ts";
import { statusHeader, statusRow, statusTable } from "../print/status-table.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { noResourcesText, textTable } from "../print/text-table.ts";
import type { RecordedMoment } from "../record/recorded-moment.ts";
import { signalExitCode } from "../terminal/exit-codes.ts";
import { stopped, type Terminal } from "../terminal/terminal.ts";

/** An entry, with the reason for its staleness if the API server is disconnected. */
type PrintedEntry = StatusEntry & { readonly doubt?: string; readonly asOf?: string };

/** Kinds without which there is no answer. */
export const REQUIRED_SOURCES = ["daemonsets", "nodes", "pods", "controllerrevisions"] as const;
/** Kinds that add to the answer: events report a restart loop that began before the command (R23). */
export const OPTIONAL_SOURCES = ["events"] as const;

/** One of several clusters whose lines are interleaved. */
interface AmongOthers {
  readonly name: string;
  /** Shared by all clusters, because the table has one header. */
  readonly header: { isPrinted: boolean };
}

/** The input of a query: a live model, or one of a recorded moment. */
export type StatusSource = Pick<CommandModel, "reading" | "doubt"> & Partial<Pick<RecordedMoment, "asOf" | "words">>;

/** Returns the entry of a DaemonSet for programs. */
export function printedEntryOf(source: StatusSource, record: DaemonSetRecord): PrintedEntry {
  const entry = statusEntry(record, source.reading.budgetHoldersOf(record.key));
  return { ...entry, ...optionalEntry("doubt", source.doubt()), ...optionalEntry("asOf", source.asOf) };
}

/** Returns the content that `--watch` compares: an entry without its version and the text of its staleness. */
const contentOf = (entry: PrintedEntry): string => JSON.stringify({ ...entry, resourceVersion: "", doubt: entry.doubt !== undefined });

/** Prints the current state in the requested format. */
function printOnce(
  records: readonly DaemonSetRecord[],
  live: StatusSource,
  config: StatusConfig,
  namespace: string | undefined,
  terminal: Terminal,
): void {
  const { format } = config;
  if (format === "json" || format === "yaml") {
    if (live.words !== undefined) terminal.warn(`${live.words}.`);
    const entries = records.map((record) => printedEntryOf(live, record));
    const [only] = entries;
    if (config.daemonSet !== undefined && entries.length === 1) terminal.write(formatForMachine(format, only));
    else for (const text of formatListForMachine(format, entries)) terminal.write(text);
    return;
  }
  if (records.length === 0) {
    terminal.warn(noResourcesText(namespace));
    return;
  }
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  if (live.words !== undefined) terminal.print(colors.strong(escapeControl(live.words)));
  const { nowMs } = live.reading;
  const tableOptions = { nowMs, isWide: format === "wide", withNamespace: config.allNamespaces, isOld: live.doubt() !== undefined };
  for (const line of statusTable(records, tableOptions)) terminal.print(line);
  const unready = records.length > 1 ? unreadyNodes(records) : undefined;
  // On stderr, because programs read the table.
  if (unready !== undefined) terminal.warn(escapeControl(unreadyText(unready)));
  const [only] = records;
  if (config.daemonSet === undefined || only === undefined || records.length > 1) return;
  for (const line of statusLines(only, live.reading.budgetHoldersOf(only.key), nowMs, colors)) terminal.print(line);
}

/** Prints a line for each change of an entry; a table prints its header once. */
class ChangePrinter {
  readonly #config: StatusConfig;
  readonly #terminal: Terminal;
  readonly #contents = new Map<string, string>();
  /** Keys whose last line may be stale. */
  readonly #doubted = new Set<string>();
  readonly #among: AmongOthers | undefined;
  readonly #header: { isPrinted: boolean };

  constructor(config: StatusConfig, terminal: Terminal, among: AmongOthers | undefined) {
    this.#config = config;
    this.#terminal = terminal;
    this.#among = among;
    this.#header = among?.header ?? { isPrinted: false };
  }

  get doubted(): readonly string[] {
    return [...this.#doubted];
  }

  print(record: DaemonSetRecord, live: CommandModel): void {
    const entry = printedEntryOf(live, record);
    const content = contentOf(entry);
    if (this.#contents.get(record.key) === content) return;
    this.#contents.set(record.key, content);
    const isOld = entry.doubt !== undefined;
    if (isOld) this.#doubted.add(record.key);
    else this.#doubted.delete(record.key);
    const { format, allNamespaces } = this.#config;
    const namedEntry = this.#among === undefined ? entry : { cluster: this.#among.name, ...entry };
    if (format === "json") return this.#terminal.print(jsonLine(namedEntry));
    if (format === "yaml") return this.#terminal.write(`---\n${formatForMachine("yaml", namedEntry)}`);
    const shape = { nowMs: live.reading.nowMs, isWide: format === "wide", withNamespace: allNamespaces, isOld };
    const lines =
      this.#among === undefined
        ? statusTable([record], shape)
        : textTable(["CLUSTER", ...statusHeader(shape)], [[this.#among.name, ...statusRow(record, shape)]]);
    for (const line of this.#header.isPrinted ? lines.slice(1) : lines) this.#terminal.print(line);
    this.#header.isPrinted = true;
  }

  drop(key: string): void {
    this.#doubted.delete(key);
    if (!this.#contents.delete(key)) return;
    this.#terminal.warn(`${key} is gone.`);
  }
}

/** Runs `status` on an open cluster. `among`: set if the cluster is one of several. */
export async function statusReport(cluster: OpenCluster, config: StatusConfig, terminal: Terminal, among?: AmongOthers): Promise<number> {
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? cluster.namespace);
  const printer = new ChangePrinter(config, terminal, among);
  const isSelected = (key: string) => config.daemonSet === undefined || key.endsWith(`/${config.daemonSet}`);
  let isPrinting = false;
  const live = openCommandModel(cluster, {
    plan: config,
    namespace,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    timeoutMs: FIRST_LIST_TIMEOUT_MS,
    onChanges(changes) {
      if (!isPrinting) return;
      for (const key of changes.daemonSetsDropped) printer.drop(key);
      for (const record of changes.daemonSetsPut) if (isSelected(record.key)) printer.print(record, live);
    },
    onReturn() {
      // Prints a stale line again, even if nothing has changed.
      for (const key of printer.doubted) {
        const record = live.reading.daemonSetRecord(key);
        if (record !== undefined) printer.print(record, live);
      }
    },
    terminal,
  });
  try {
    if (!(await live.listed(terminal.stop))) return signalExitCode(terminal.stop);
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    const { reading } = live;
    const keys = selectKeys(reading.daemonSetKeys(), config.daemonSet, namespace);
    const records = keys.flatMap((key) => reading.daemonSetRecord(key) ?? []);
    if (!config.watch) {
      printOnce(records, live, config, namespace, terminal);
      return 0;
    }
    isPrinting = true;
    for (const record of records) printer.print(record, live);
    await stopped(terminal);
    return signalExitCode(terminal.stop);
  } finally {
    await live.close();
  }
}

async function statusOfRecording(choice: RecordingOptions, config: StatusConfig, terminal: Terminal): Promise<number> {
  const { recordedMoment } = await import("../record/recorded-moment.ts");
  const recorded = await recordedMoment(choice, terminal);
  const { reading } = recorded;
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? recorded.namespace);
  const all = reading.daemonSetKeys();
  const inScope = all.filter((key) => namespace === undefined || key.startsWith(`${namespace}/`));
  const namespaces = new Set(all.map((key) => key.slice(0, key.indexOf("/"))));
  const keys = selectKeys(inScope, config.daemonSet, namespace, namespaces);
  const records = keys.flatMap((key) => reading.daemonSetRecord(key) ?? []);
  printOnce(records, recorded, config, namespace, terminal);
  return 0;
}

/**
 * `daemonscope status`: the counts of the API, the derived state, the budget and the problems. Returns the exit code.
 */
export async function status(config: StatusConfig, terminal: Terminal): Promise<number> {
  if (config.recording !== undefined) return statusOfRecording(config.recording, config, terminal);
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await statusReport(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
