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
import { selectNamedKeys } from "../open/select-keys.ts";
import { isListed } from "../options/list-options.ts";
import type { RecordingOptions, StatusConfig } from "../options/query-options.ts";
import { isForPrograms, type ListRow, listTexts } from "../print/list-answer.ts";
import { formatForMachine, jsonLine } from "../print/machine-format.ts";
import { statusLines } from "../print/status-lines.ts";
import { type StatusShape, statusHeader, statusRow } from "../print/status-table.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { noResourcesText } from "../print/text-table.ts";
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
  const { reading } = source;
  const entry = statusEntry(record, reading.budgetHoldersOf(record.key), reading.daemonSet(record.key));
  return { ...entry, ...optionalEntry("doubt", source.doubt()), ...optionalEntry("asOf", source.asOf) };
}

/** Reports whether a query selects a DaemonSet. */
export function isSelected({ daemonSets, list }: StatusConfig, { reading }: Pick<StatusSource, "reading">, key: string): boolean {
  const daemonSet = reading.daemonSet(key);
  return daemonSet !== undefined && isListed(list, daemonSet) && (daemonSets.length === 0 || daemonSets.includes(daemonSet.metadata.name));
}

/** Returns a DaemonSet as a row. `cluster`: its cluster, if there are several. */
export function statusListRow(source: StatusSource, record: DaemonSetRecord, shape: StatusShape, cluster?: string): ListRow {
  const { nowMs } = source.reading;
  const labels = source.reading.daemonSet(record.key)?.metadata.labels ?? {};
  return {
    cells: () => [
      ...(cluster === undefined ? [] : [cluster]),
      ...statusRow(record, { ...shape, nowMs, isOld: source.doubt() !== undefined }),
    ],
    entry: () => ({ ...(cluster === undefined ? {} : { cluster }), ...printedEntryOf(source, record) }),
    name: `daemonset.apps/${record.name}`,
    labels,
    ageMs: nowMs - record.createdAtMs,
  };
}

export const statusListHeader = (shape: StatusShape, cluster?: string): readonly string[] => [
  ...(cluster === undefined ? [] : ["CLUSTER"]),
  ...statusHeader(shape),
];

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
  const { format, list } = config;
  const isProgram = isForPrograms(format, list);
  if (isProgram && live.words !== undefined) terminal.warn(`${live.words}.`);
  if (records.length === 0 && (!isProgram || list.template !== undefined)) {
    terminal.warn(noResourcesText(namespace));
    return;
  }
  const shape = { isWide: format === "wide", withNamespace: config.allNamespaces };
  const isOne = config.daemonSets.length === 1;
  const rows = records.map((record) => statusListRow(live, record, shape));
  const texts = listTexts({ header: statusHeader(shape), rows, isOne }, format, list);
  if (isProgram) {
    for (const text of texts) terminal.write(text);
    return;
  }
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  if (live.words !== undefined) terminal.print(colors.strong(escapeControl(live.words)));
  const { nowMs } = live.reading;
  for (const text of texts) terminal.write(text);
  const unready = records.length > 1 ? unreadyNodes(records) : undefined;
  // On stderr, because programs read the table.
  if (unready !== undefined) terminal.warn(escapeControl(unreadyText(unready)));
  const [only] = records;
  if (!isOne || only === undefined || records.length > 1) return;
  for (const line of statusLines(only, live.reading.budgetHoldersOf(only.key), nowMs, colors)) terminal.print(line);
}

/** The events of a watch, as `kubectl get --output-watch-events` names them. */
type WatchEventType = "ADDED" | "MODIFIED" | "DELETED";

/** Prints a line for each change of an entry; a table prints its header once. */
class ChangePrinter {
  readonly #config: StatusConfig;
  readonly #terminal: Terminal;
  readonly #contents = new Map<string, string>();
  /** The last printed row of each key, for the event of its deletion. */
  readonly #rows = new Map<string, ListRow>();
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
    const row = statusListRow(live, record, this.#shape, this.#among?.name);
    const event = this.#rows.has(record.key) ? "MODIFIED" : "ADDED";
    // The reading changes, and the row of a deletion is the last one that was printed.
    const [cells, lastEntry] = [row.cells(), row.entry()];
    this.#rows.set(record.key, { ...row, cells: () => cells, entry: () => lastEntry });
    this.#printRow(row, event);
  }

  /** Ends the lines of a DaemonSet that is gone, or no longer selected. */
  drop(key: string, why: string): void {
    this.#doubted.delete(key);
    const row = this.#rows.get(key);
    this.#rows.delete(key);
    if (!this.#contents.delete(key)) return;
    if (this.#config.watchEvents && row !== undefined) this.#printRow(row, "DELETED");
    else this.#terminal.warn(`${key} ${why}.`);
  }

  get #shape(): StatusShape {
    return { isWide: this.#config.format === "wide", withNamespace: this.#config.allNamespaces };
  }

  #printRow(row: ListRow, type: WatchEventType): void {
    const { format, list, watchEvents } = this.#config;
    const entry = () => (watchEvents ? { type, object: row.entry() } : row.entry());
    if (list.template === undefined && format === "json") return this.#terminal.print(jsonLine(entry()));
    if (list.template === undefined && format === "yaml") return this.#terminal.write(`---\n${formatForMachine("yaml", entry())}`);
    const header = [...(watchEvents ? ["EVENT"] : []), ...statusListHeader(this.#shape, this.#among?.name)];
    const rows = [{ ...row, cells: () => [...(watchEvents ? [type] : []), ...row.cells()] }];
    // Printed with its header, so that equal rows have equal widths.
    const texts = [...listTexts({ header, rows, isOne: true }, format, { ...list, noHeaders: false })];
    const hasHeader = list.template === undefined || list.template.kind === "customColumns";
    for (const text of hasHeader && (this.#header.isPrinted || list.noHeaders) ? texts.slice(1) : texts) this.#terminal.write(text);
    this.#header.isPrinted = true;
    if (list.template?.kind === "jsonpath" && !texts.join("").endsWith("\n")) this.#terminal.write("\n");
  }
}

/** Runs `status` on an open cluster. `among`: set if the cluster is one of several. */
export async function statusReport(cluster: OpenCluster, config: StatusConfig, terminal: Terminal, among?: AmongOthers): Promise<number> {
  const namespace = config.allNamespaces ? undefined : (config.cluster.namespace ?? cluster.namespace);
  const printer = new ChangePrinter(config, terminal, among);
  let isPrinting = false;
  const live = openCommandModel(cluster, {
    plan: config,
    namespace,
    needed: REQUIRED_SOURCES,
    optional: OPTIONAL_SOURCES,
    timeoutMs: FIRST_LIST_TIMEOUT_MS,
    onChanges(changes) {
      if (!isPrinting) return;
      for (const key of changes.daemonSetsDropped) printer.drop(key, "is gone");
      for (const record of changes.daemonSetsPut)
        if (isSelected(config, live, record.key)) printer.print(record, live);
        else printer.drop(record.key, "is no longer selected");
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
    const keys = selectNamedKeys(reading.daemonSetKeys(), config.daemonSets, namespace).filter((key) => isSelected(config, live, key));
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
  const keys = selectNamedKeys(inScope, config.daemonSets, namespace, namespaces).filter((key) => isSelected(config, recorded, key));
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
