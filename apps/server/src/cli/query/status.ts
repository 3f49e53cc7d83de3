import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { joinTimesOf } from "@daemonscope/daemonset/model/join-times";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { type StatusEntry, statusEntry } from "@daemonscope/words/answers/status-entry";
import { unreadyText } from "@daemonscope/words/english/unready-text";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { LOCAL_ZONE, timeInZone } from "../../platform/text/local-time.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { isReport } from "../flags/output-format.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { CommandModel } from "../open/command-model.ts";
import { openCluster } from "../open/open-cluster.ts";
import { FIRST_LIST_TIMEOUT_MS, openCommandModel } from "../open/open-command-model.ts";
import { isSelected, namespacesOf, selectDaemonSets } from "../open/select-keys.ts";
import type { RecordingOptions, StatusConfig } from "../options/query-options.ts";
import { requestedNamespace } from "../options/requested-namespace.ts";
import { isForPrograms, type ListRow, labelCells, labelHeader, listTexts, printList } from "../print/list-answer.ts";
import { formatForMachine, jsonLine } from "../print/machine-format.ts";
import { statusLines } from "../print/status-lines.ts";
import { cellsWithoutAges, type StatusShape, statusHeader, statusRow } from "../print/status-table.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { noResourcesText } from "../print/text-table.ts";
import { WatchedTable } from "../print/watched-table.ts";
import type { RecordedMoment } from "../record/recorded-moment.ts";
import { signalExitCode } from "../terminal/exit-codes.ts";
import { stopped, type Terminal } from "../terminal/terminal.ts";
import type { LiveView } from "./live-view.ts";
import { reportedStatus, statusDetails, writeStatusReport } from "./status-report.ts";
import { isRedrawn, watchInPlace } from "./watch-in-place.ts";

/** An entry, with the reason for its staleness if the API server is disconnected. */
type PrintedEntry = StatusEntry & { readonly doubt?: string; readonly asOf?: string };

/** Kinds without which there is no answer. */
export const REQUIRED_SOURCES = ["daemonsets", "nodes", "pods", "controllerrevisions"] as const;
/** Kinds of the whole cluster. A user with rights in one namespace has none to them. */
export const DEGRADABLE_SOURCES = ["nodes"] as const;
/** Kinds that add to the answer: events report a restart loop that began before the command (R23). */
export const OPTIONAL_SOURCES = ["events"] as const;

/** One of several clusters whose lines are interleaved. */
interface AmongOthers {
  readonly name: string;
  /** Shared by all clusters, because the table has one header. */
  readonly table: WatchedTable;
}

/** The input of a query: a live model, or one of a recorded moment. */
export type StatusSource = Pick<CommandModel, "reading" | "doubt"> & Partial<Pick<RecordedMoment, "asOf" | "words">>;

const selectedKeys = (reading: ClusterReading, config: StatusConfig, namespace: string | undefined): readonly string[] =>
  selectDaemonSets(reading.daemonSetKeys(), (key) => reading.daemonSet(key), config, namespace);

/** Returns the entry of a DaemonSet for programs. */
function printedEntryOf(source: StatusSource, record: DaemonSetRecord): PrintedEntry {
  const { reading } = source;
  const joins = joinTimesOf(reading, { only: record.key });
  const entry = statusEntry(record, reading.budgetHoldersOf(record.key), reading.daemonSet(record.key), joins);
  return { ...entry, ...optionalEntry("doubt", source.doubt()), ...optionalEntry("asOf", source.asOf) };
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
  const { nowMs } = live.reading;
  // On stderr, because programs read the table.
  if (live.words !== undefined) terminal.warn(`${live.words}.`);
  if (records.length === 0 && list.ignoreNotFound && config.daemonSets.length > 0) return;
  if (records.length === 0 && (!isProgram || list.template !== undefined)) {
    terminal.warn(noResourcesText(namespace, live.words === undefined ? [] : namespacesOf(live.reading.daemonSetKeys())));
    if (format === "junit") writeStatusReport(format, [], terminal);
    return;
  }
  const reported = isReport(format) ? records.map((record) => reportedStatus(live.reading, record)) : [];
  if (format === "github" || format === "junit") return writeStatusReport(format, reported, terminal);
  const shape = { isWide: format === "wide", withNamespace: config.allNamespaces };
  const isOne = config.daemonSets.length === 1;
  const rows = records.map((record) => statusListRow(live, record, shape));
  printList({ header: statusHeader(shape), rows, isOne }, config, terminal);
  if (isProgram) return;
  const unready = records.length > 1 ? unreadyNodes(records) : undefined;
  if (unready !== undefined) terminal.warn(escapeControl(unreadyText(unready)));
  if (format === "markdown") {
    for (const line of statusDetails(reported)) terminal.print(line);
    return;
  }
  const [only] = records;
  // A script that asks for the table reads its rows alone. In a pipe stdout has only rows, as in kubectl.
  if (!isOne || only === undefined || records.length > 1 || format === "table" || list.noHeaders) return;
  // Only stdout has colours, because control characters are escaped on stderr.
  const [print, environment] = terminal.isTerminal ? [terminal.print, terminal.environment] : [terminal.warn, {}];
  const colors = terminalColors(terminal.isTerminal, environment);
  for (const line of statusLines(only, live.reading.budgetHoldersOf(only.key), nowMs, colors)) print(line);
}

/** The events of a watch, as `kubectl get --output-watch-events` names them. */
type WatchEventType = "ADDED" | "MODIFIED" | "DELETED";

/** A row to print, and its event. */
interface ChangedRow {
  readonly row: ListRow;
  readonly type: WatchEventType;
}

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
  readonly #table: WatchedTable;

  constructor(config: StatusConfig, terminal: Terminal, among: AmongOthers | undefined) {
    this.#config = config;
    this.#terminal = terminal;
    this.#among = among;
    this.#table = among?.table ?? new WatchedTable();
  }

  get doubted(): readonly string[] {
    return [...this.#doubted];
  }

  /** Prints those of the records that have changed. The first ones are aligned together. */
  print(records: readonly DaemonSetRecord[], live: CommandModel): void {
    this.#printRows(
      records.flatMap((record) => this.#changed(record, live) ?? []),
      live.reading.nowMs,
    );
  }

  /** Returns the row of a record with its event; undefined if it has not changed. */
  #changed(record: DaemonSetRecord, live: CommandModel): ChangedRow | undefined {
    const entry = printedEntryOf(live, record);
    const content = contentOf(entry);
    if (this.#contents.get(record.key) === content) return undefined;
    this.#contents.set(record.key, content);
    const isOld = entry.doubt !== undefined;
    if (isOld) this.#doubted.add(record.key);
    else this.#doubted.delete(record.key);
    const row = statusListRow(live, record, this.#shape, this.#among?.name);
    const before = this.#rows.get(record.key);
    // The reading changes, and the row of a deletion is the last one that was printed.
    const [cells, lastEntry] = [row.cells(), row.entry()];
    const kept = { ...row, cells: () => cells, entry: () => lastEntry };
    this.#rows.set(record.key, kept);
    return before !== undefined && this.#isSameLine(before, kept)
      ? undefined
      : { row: kept, type: before === undefined ? "ADDED" : "MODIFIED" };
  }

  /** Reports whether a table would repeat a line: the entry for programs has fields that no column shows. */
  #isSameLine(before: ListRow, after: ListRow): boolean {
    const { format, list, watchEvents } = this.#config;
    if (isForPrograms(format, list) || watchEvents) return false;
    const header = statusListHeader(this.#shape, this.#among?.name);
    const textOf = (row: ListRow) => JSON.stringify([cellsWithoutAges(header, row.cells()), labelCells(row, list)]);
    return textOf(before) === textOf(after);
  }

  /** Ends the lines of a DaemonSet that is gone, or no longer selected. */
  drop(key: string, why: string, nowMs: number): void {
    this.#doubted.delete(key);
    const row = this.#rows.get(key);
    this.#rows.delete(key);
    if (!this.#contents.delete(key)) return;
    if (this.#config.watchEvents && row !== undefined) this.#printRows([{ row, type: "DELETED" }], nowMs);
    else this.#terminal.warn(`${key} ${why}.`);
  }

  get #shape(): StatusShape {
    return { isWide: this.#config.format === "wide", withNamespace: this.#config.allNamespaces };
  }

  #printRows(rows: readonly ChangedRow[], nowMs: number): void {
    if (rows.length === 0) return;
    const { format, list, watchEvents, isTimestamped } = this.#config;
    if (isForPrograms(format, list)) {
      for (const { row, type } of rows) this.#writeForProgram(row, type, nowMs);
      return;
    }
    const time = isTimestamped ? [timeInZone(nowMs, LOCAL_ZONE)] : [];
    const header = [
      ...(isTimestamped ? ["TIME"] : []),
      ...(watchEvents ? ["EVENT"] : []),
      ...statusListHeader(this.#shape, this.#among?.name),
      ...labelHeader(list),
    ];
    const cells = rows.map(({ row, type }) => [...time, ...(watchEvents ? [type] : []), ...row.cells(), ...labelCells(row, list)]);
    const columns = this.#terminal.isTerminal ? this.#terminal.columns() : undefined;
    for (const line of this.#table.lines(header, cells, list.noHeaders, columns)) this.#terminal.print(line);
  }

  #writeForProgram(row: ListRow, type: WatchEventType, nowMs: number): void {
    const { format, list, watchEvents, isTimestamped } = this.#config;
    const time = isTimestamped ? { time: timeInZone(nowMs, LOCAL_ZONE) } : {};
    const entry = () => ({ ...time, ...(watchEvents ? { type, object: row.entry() } : row.entry()) });
    if (list.template === undefined && format === "json") return this.#terminal.write(`${jsonLine(entry())}\n`);
    if (list.template === undefined && format === "yaml") return this.#terminal.write(`---\n${formatForMachine("yaml", entry())}`);
    const texts = [...listTexts({ header: [], rows: [row], isOne: true }, format, { ...list, noHeaders: false })];
    const hasHeader = list.template?.kind === "customColumns";
    for (const text of hasHeader && (!this.#table.isNew || list.noHeaders) ? texts.slice(1) : texts) this.#terminal.write(text);
    this.#table.begin();
    if (list.template?.kind === "jsonpath" && !texts.join("").endsWith("\n")) this.#terminal.write("\n");
  }
}

/** Runs `status` on an open cluster. `among`: set if the cluster is one of several. */
export async function statusReport(cluster: OpenCluster, config: StatusConfig, terminal: Terminal, among?: AmongOthers): Promise<number> {
  const namespace = requestedNamespace(config, cluster.namespace);
  const printer = new ChangePrinter(config, terminal, among);
  let isPrinting = false;
  let view: LiveView | undefined;
  const live = openCommandModel(cluster, {
    plan: config,
    namespace,
    needed: REQUIRED_SOURCES,
    degradable: DEGRADABLE_SOURCES,
    optional: OPTIONAL_SOURCES,
    timeoutMs: FIRST_LIST_TIMEOUT_MS,
    onChanges(changes) {
      view?.changed();
      if (view !== undefined && changes.daemonSetsDropped.includes(view.key)) view.gone();
      if (!isPrinting) return;
      const { nowMs } = live.reading;
      for (const key of changes.daemonSetsDropped) printer.drop(key, "is gone", nowMs);
      const selected = changes.daemonSetsPut.filter(({ key }) => isSelected(config, live.reading.daemonSet(key)));
      for (const { key } of changes.daemonSetsPut)
        if (!selected.some((each) => each.key === key)) printer.drop(key, "is no longer selected", nowMs);
      printer.print(selected, live);
    },
    onReturn() {
      view?.changed();
      // Prints a stale line again, even if nothing has changed.
      for (const key of printer.doubted) {
        const record = live.reading.daemonSetRecord(key);
        if (record !== undefined) printer.print([record], live);
      }
    },
    // A frame shows its own warning; a line of text would damage it.
    terminal: { ...terminal, warn: (line) => (view === undefined ? terminal.warn(line) : view.changed()) },
  });
  try {
    if (!(await live.listed(terminal.stop))) return signalExitCode(terminal.stop);
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    const { reading } = live;
    const records = selectedKeys(reading, config, namespace).flatMap((key) => reading.daemonSetRecord(key) ?? []);
    if (!config.watch) {
      const { withFailureAges } = await import("./failed-upgrades.ts");
      const { transport } = cluster;
      const aged = await withFailureAges(records, new OnDemandReads({ transport, namespace: undefined }));
      if (aged.dated.length > 0)
        terminal.warn(
          `Note: the age of the failed upgrade is that of the label of ${aged.dated.map(escapeControl).join(", ")}, and may be longer.`,
        );
      printOnce(aged.records, live, config, namespace, terminal);
      return 0;
    }
    const [only] = records;
    if (among === undefined && only !== undefined && isRedrawn(config, terminal)) {
      const { LiveView } = await import("./live-view.ts");
      view = new LiveView({ model: live, key: only.key, terminal, timers: systemTimers });
      return await watchInPlace(view, cluster, terminal);
    }
    isPrinting = true;
    printer.print(records, live);
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
  const namespace = requestedNamespace(config, recorded.namespace);
  const records = selectedKeys(reading, config, namespace).flatMap((key) => reading.daemonSetRecord(key) ?? []);
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
