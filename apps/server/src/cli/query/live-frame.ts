import { budgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { type CellState, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { forecastOf, roundUpMs } from "@daemonscope/daemonset/rollout/forecast/forecast";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { humanDuration } from "@daemonscope/kube/values/human-duration";
import { english } from "@daemonscope/words/english";
import { describeCheck } from "@daemonscope/words/english/check-text";
import { causeOrPortSentence } from "@daemonscope/words/facts/cause-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { fitting } from "../print/display-width.ts";
import { formatCause } from "../print/format-pod.ts";
import { causeLines, concernLine } from "../print/status-lines.ts";
import type { TerminalColors } from "../print/terminal-colors.ts";
import { textTable } from "../print/text-table.ts";
import type { Happening } from "./happening.ts";

/** A node whose pod is not available with the current revision, for a reason other than its turn. */
interface LiveRow {
  readonly node: string;
  readonly pod: string;
  readonly state: string;
  readonly why: string;
}

/** What the user chose. */
export interface LiveChoice {
  readonly isPaused: boolean;
  /** Selects rows by node, pod or reason; empty: all rows. */
  readonly filter: string;
  readonly isTypingFilter: boolean;
  /** The node of the selected row; undefined: the first row. */
  readonly selected: string | undefined;
  readonly isExplaining: boolean;
}

/** The content of one frame, which a pause keeps. */
export interface LiveState {
  readonly record: DaemonSetRecord;
  readonly verdict: string;
  /** The local time of the state: `03:26:40`. */
  readonly clock: string;
  readonly nowMs: number;
  /** Nodes by the segment of the bar. */
  readonly segments: Readonly<Record<Segment, number>>;
  readonly rows: readonly LiveRow[];
  /** Lines on the selected node, if they are requested. */
  readonly explanation: readonly string[];
  readonly happenings: readonly (readonly [time: string, message: string])[];
  /** The reason why the state may be old. */
  readonly doubt: string | undefined;
}

interface LiveSize {
  readonly rows: number;
  readonly columns: number;
}

type Segment = "available" | "ready" | "moving" | "failing" | "leaving" | "old";
/** In the order of the bar. ASCII, so that a recording shows the same as every terminal. */
const SEGMENTS: Readonly<Record<Segment, { readonly mark: string; readonly name: string }>> = {
  available: { mark: "#", name: "available" },
  ready: { mark: "+", name: "ready" },
  moving: { mark: "~", name: "in motion" },
  failing: { mark: "!", name: "failing" },
  leaving: { mark: ">", name: "leaving" },
  old: { mark: ".", name: "old" },
};
const SEGMENT_NAMES = Object.keys(SEGMENTS) as readonly Segment[];

const SEGMENT_OF: Readonly<Record<CellState, Segment | undefined>> = {
  excluded: undefined,
  misscheduled: undefined,
  unknown: undefined,
  missing: "moving",
  unscheduled: "moving",
  starting: "moving",
  failing: "failing",
  ready: "ready",
  available: "available",
};
const STATE_TEXT: Readonly<Record<CellState, string>> = {
  excluded: "Not eligible",
  misscheduled: "Misscheduled",
  unknown: "Unknown",
  missing: "No pod",
  unscheduled: "Pending",
  starting: "Starting",
  failing: "Failing",
  ready: "Ready",
  available: "Available",
};

/**
 * Returns the nodes of the bar, and the rows: failing ones first, then by name. Under OnDelete old pods have rows,
 * because they wait for the user. O(nodes).
 */
export function liveNodes(reading: ClusterReading, { key, hostPorts, strategy }: DaemonSetRecord): Pick<LiveState, "segments" | "rows"> {
  const segments = { available: 0, ready: 0, moving: 0, failing: 0, leaving: 0, old: 0 };
  const rows: (LiveRow & { readonly isFailing: boolean })[] = [];
  for (const { name } of reading.nodes()) {
    const { state, oldRevision, terminating, leaving } = cellOf(reading.cellAt(key, name));
    const ofState = SEGMENT_OF[state];
    const segment =
      ofState === undefined
        ? undefined
        : leaving
          ? "leaving"
          : terminating
            ? "moving"
            : oldRevision && ofState !== "failing"
              ? "old"
              : ofState;
    if (segment !== undefined) segments[segment]++;
    const isOld = segment === "old";
    const waitsForUser = isOld && strategy === "OnDelete";
    const isAtRest = state === "excluded" || isOld || (state === "available" && !terminating);
    if (isAtRest && !waitsForUser) continue;
    const found = reading.causeOn(key, name);
    const stateText = leaving ? "Leaving" : terminating ? "Terminating" : isOld ? "Old" : STATE_TEXT[state];
    const why = waitsForUser ? "to delete (OnDelete)" : found === undefined ? "" : causeOrPortSentence(english, found.cause, hostPorts);
    rows.push({
      node: name,
      pod: reading.podsOf(key, name)[0]?.name ?? "<none>",
      state: stateText,
      why: why.toLowerCase() === stateText.toLowerCase() ? "" : why,
      isFailing: leaving !== true && (segment === "failing" || state === "misscheduled"),
    });
  }
  rows.sort((a, b) => Number(b.isFailing) - Number(a.isFailing) || compareTexts(a.node, b.node));
  return { segments, rows };
}

/** Returns why the controller runs a pod on a node or does not, and what the pod waits for. */
export function liveExplanation(reading: ClusterReading, key: DaemonSetKey, node: string): readonly string[] {
  const placement = reading.placementOf(key, node);
  const found = reading.causeOn(key, node);
  const record = reading.daemonSetRecord(key);
  const decisive = placement === undefined ? undefined : decisiveCheck(placement.checks);
  const lifecycle = nodeLifecycle(reading.nodeRecord(node));
  return [
    ...(found === undefined || record === undefined ? [] : [`cause: ${formatCause(found, reading.nowMs, record.hostPorts)}`]),
    ...(placement?.checks ?? []).map((check) => `${check.passed ? "+" : "x"} ${describeCheck(check, lifecycle)}`),
    ...(placement !== undefined && placement.checks.length === 0 ? ["+ no restrictions"] : []),
    ...(decisive === undefined ? [] : [`decided by: ${describeCheck(decisive, lifecycle)}`]),
    ...reading.podsOf(key, node).map(({ name, createdAtMs }) => `pod ${name}, ${humanDuration(reading.nowMs - createdAtMs)} old`),
  ];
}

/** Returns the time and the text of the last events, oldest first. */
export const lastHappenings = (
  happenings: readonly Happening[],
  count: number,
  timeOf: (atMs: number) => string,
): LiveState["happenings"] =>
  happenings.slice(-count).map(({ atMs, message, pod, nodes }) => {
    const subject = pod ?? (nodes?.length === 1 ? nodes[0] : undefined);
    return [timeOf(atMs), subject === undefined || message.includes(subject) ? message : `${subject}: ${message}`];
  });

/** Returns a bar of this width. A segment with a node has at least one mark. */
function bar(segments: LiveState["segments"], width: number): string {
  const total = SEGMENT_NAMES.reduce((sum, name) => sum + segments[name], 0);
  if (total === 0) return " ".repeat(width);
  const present = SEGMENT_NAMES.filter((name) => segments[name] > 0);
  const widths = present.map((name) => Math.max(1, Math.floor((segments[name] / total) * width)));
  const largest = widths.indexOf(Math.max(...widths));
  widths[largest] = (widths[largest] ?? 0) + width - widths.reduce((sum, each) => sum + each, 0);
  return present.map((name, at) => SEGMENTS[name].mark.repeat(Math.max(0, widths[at] ?? 0))).join("");
}

function paceText(record: DaemonSetRecord, nowMs: number): readonly string[] {
  const forecast = forecastOf(record, nowMs);
  if (forecast.kind !== "moving") return [];
  return [`${Math.round(forecast.perMinute)} pods/min`, `~${humanDuration(roundUpMs(forecast.leftMs))} left`];
}

const fit = (text: string, columns: number): string => fitting(escapeControl(text), columns);

const matchesFilter = ({ node, pod, state, why }: LiveRow, filter: string): boolean =>
  `${node} ${pod} ${state} ${why}`.toLowerCase().includes(filter.toLowerCase());

/** Returns the rows that the filter selects. */
export const filteredRows = (rows: readonly LiveRow[], filter: string): readonly LiveRow[] =>
  rows.filter((row) => matchesFilter(row, filter));

function keysLine({ isTypingFilter, filter, isPaused, isExplaining }: LiveChoice): string {
  if (isTypingFilter) return `/${filter}_   Enter accept   Esc clear`;
  return `q quit   p ${isPaused ? "resume" : "pause"}   / filter${filter === "" ? "" : `: ${filter}`}   up/down select   Enter ${isExplaining ? "back" : "explain"}`;
}

/** Returns the frame of a DaemonSet: at most `rows` - 1 lines of at most `columns` columns, so that no line wraps. */
export function liveFrame(state: LiveState, choice: LiveChoice, { rows, columns }: LiveSize, colors: TerminalColors): readonly string[] {
  const { record, verdict, clock, nowMs, segments, doubt } = state;
  const { reported } = record;
  const paint = (text: string, style: keyof TerminalColors) => colors[style](fit(text, columns));
  const title = `${verdict}  ${record.key}`;
  const right = choice.isPaused ? `${clock} paused` : clock;
  const slots = budgetInUse(record);
  const counts = [
    `DESIRED ${reported.desiredNumberScheduled}`,
    `CURRENT ${reported.currentNumberScheduled}`,
    `READY ${reported.numberReady}`,
    `UP-TO-DATE ${reported.updatedNumberScheduled}`,
    `AVAILABLE ${reported.numberAvailable}`,
  ].join("  ");
  const legend = SEGMENT_NAMES.filter((name) => segments[name] > 0).map(
    (name) => `${SEGMENTS[name].mark} ${segments[name]} ${SEGMENTS[name].name}`,
  );
  const pace = [
    ...(slots === undefined ? [] : [`${slots.used} of ${slots.allowed} slots in use`]),
    ...(record.concern?.stuck === true ? [] : paceText(record, nowMs)),
  ].join("   ");
  // The title has the word and its age.
  const concern = concernLine(record, nowMs)?.replace(`${verdict}: `, "");
  const needsUser = record.concern?.stuck === true || record.concern?.kind === "failing";
  const head = [
    paint(`${fit(title, columns - right.length - 2).padEnd(columns - right.length)}${right}`, "strong"),
    ...(doubt === undefined ? [] : [paint(`NOT LIVE: ${doubt}`, "bad")]),
    fit(bar(segments, columns), columns),
    fit(legend.join("   "), columns),
    fit(counts, columns),
    ...(pace === "" ? [] : [fit(pace, columns)]),
    ...(concern === undefined ? [] : [paint(concern, needsUser ? "bad" : "strong")]),
    ...causeLines(record, nowMs).map((line) => fit(line, columns)),
  ];
  const events = state.happenings.map(([time, message]) => paint(`${time}  ${message}`, "quiet"));
  const tail = [...(events.length === 0 ? [] : ["", ...events]), "", paint(keysLine(choice), "quiet")];
  const room = rows - 1 - head.length - tail.length;
  return [...head, ...body(state, choice, room, columns, colors), ...tail].slice(0, Math.max(1, rows - 1));
}

/** Returns the rows, or the explanation of the selected one, in at most `room` lines. */
function body(
  { rows, explanation }: LiveState,
  { filter, selected, isExplaining }: LiveChoice,
  room: number,
  columns: number,
  colors: TerminalColors,
): readonly string[] {
  if (room < 2) return [];
  if (isExplaining) return ["", ...explanation.map((line) => fit(line, columns))].slice(0, room);
  const shown = filteredRows(rows, filter);
  if (shown.length === 0) return filter === "" ? [] : ["", fit(`No rows match "${filter}".`, columns)];
  const at = Math.max(
    0,
    shown.findIndex(({ node }) => node === selected),
  );
  // A blank line, the header, and the number of the rows that do not fit.
  const capacity = Math.max(1, room - 3);
  const first = Math.min(Math.max(0, at - capacity + 1), Math.max(0, shown.length - capacity));
  const window = shown.slice(first, first + capacity);
  const lines = textTable(
    ["  NODE", "POD", "STATE", "REASON"],
    window.map(({ node, pod, state, why }, index) => [`${first + index === at ? ">" : " "} ${node}`, pod, state, why]),
  );
  const hidden = shown.length - window.length;
  return ["", ...lines.map((line) => fit(line, columns)), ...(hidden > 0 ? [colors.quiet(`  and ${hidden} more`)] : [])].slice(0, room);
}
