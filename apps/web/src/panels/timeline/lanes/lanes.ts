import type { HistoryGap, TimelineEvent } from "@daemonscope/shared/http/history";
import type { PairStep } from "../../explain/trail/pair-steps.ts";
import { lookOf } from "./band-look.ts";

/** `pair`: steps of the selected node and DaemonSet, only while they are selected. `gap`: a time without a watch. */
type Lane = "mark" | "pair" | "gap";

/** The event that a mark represents. */
export type MarkedItem = TimelineEvent | PairStep;

/** An item of the timeline: at a moment, or a span; `toMs` is undefined if it still lasts. */
export interface LaneItem {
  readonly lane: Lane;
  readonly timelineEvent: MarkedItem;
  readonly fromMs: number;
  readonly toMs: number | undefined;
}

/** Scope of a page. The page of a DaemonSet has its own timeline events, and those of all nodes, which may explain
 *  them. The page of a node has its own, and the concerns of the agents that fail there (keys of DaemonSets). */
export type LaneScope =
  | { readonly kind: "all" }
  | { readonly kind: "daemonSet"; readonly key: string }
  | { readonly kind: "node"; readonly name: string; readonly failing: readonly string[] };

function isInLaneScope(scope: LaneScope, timelineEvent: TimelineEvent): boolean {
  if (scope.kind === "all" || timelineEvent.kind === "watchGap") return true;
  if (timelineEvent.kind === "actedOnNodes") return scope.kind === "daemonSet" || timelineEvent.nodes.includes(scope.name);
  if (scope.kind === "daemonSet") return "daemonSet" in timelineEvent ? timelineEvent.daemonSet === scope.key : true;
  if (timelineEvent.kind === "concernBegan" || timelineEvent.kind === "concernEnded")
    return scope.failing.includes(timelineEvent.daemonSet);
  return "node" in timelineEvent ? timelineEvent.node === scope.name : !("daemonSet" in timelineEvent);
}

/** Returns the key of the span that an event begins or ends. A beginning also ends an earlier span of the same key. */
function spanKeyOf(timelineEvent: TimelineEvent): string | undefined {
  switch (timelineEvent.kind) {
    case "rolloutFinished":
    case "rolloutStarted":
      return `rollout ${timelineEvent.daemonSet}`;
    case "concernEnded":
    case "concernBegan":
      return `concern ${timelineEvent.daemonSet}`;
    case "nodeReady":
    case "nodeNotReady":
    case "nodeLeft":
      return `ready ${timelineEvent.node}`;
    default:
      return undefined;
  }
}

const LANE_BY_KIND: Readonly<Record<TimelineEvent["kind"], Lane | undefined>> = {
  specChanged: "mark",
  rolloutStarted: "mark",
  // Ends a span, so it has no mark.
  rolloutFinished: undefined,
  // The concern that begins at the same time has the mark.
  rolloutStuck: undefined,
  concernBegan: "mark",
  concernEnded: undefined,
  nodeJoined: "mark",
  nodeLeft: "mark",
  nodeNotReady: "mark",
  nodeReady: undefined,
  nodeLeaving: "mark",
  nodeShuttingDown: "mark",
  taintsChanged: "mark",
  labelsChanged: "mark",
  acted: "mark",
  actedOnNodes: "mark",
  watchGap: "gap",
  // Important enough for a mark, but no problem.
  handedOver: "mark",
};

/** Time within which the controller creates the revision of a spec, and a watch reports the action. */
const SOON_MS = 5000;
const isSoonAfter = (before: TimelineEvent, after: TimelineEvent): boolean =>
  after.atMs >= before.atMs && after.atMs - before.atMs <= SOON_MS;
/** An action is recorded when all of it is complete, so a watch may report a part earlier. */
const isSoonAround = (act: TimelineEvent, observed: TimelineEvent): boolean => Math.abs(act.atMs - observed.atMs) <= SOON_MS;

const isLeavingOf = (event: TimelineEvent, node: string): boolean =>
  (event.kind === "nodeLeaving" || event.kind === "nodeShuttingDown") && event.node === node;

/** Reports whether another event already represents this one: a rollout or an action represents a changed spec, and an
 *  action or the way out of a node represents taints and labels. */
function isRepresentedBy(others: readonly TimelineEvent[], timelineEvent: TimelineEvent): boolean {
  switch (timelineEvent.kind) {
    case "specChanged":
      return others.some((other) =>
        other.kind === "rolloutStarted"
          ? other.daemonSet === timelineEvent.daemonSet && isSoonAfter(timelineEvent, other)
          : other.kind === "acted" && other.daemonSet === timelineEvent.daemonSet && isSoonAround(other, timelineEvent),
      );
    case "taintsChanged":
    case "labelsChanged":
      return others.some(
        (other) =>
          (other.kind === "actedOnNodes" ? other.nodes.includes(timelineEvent.node) : isLeavingOf(other, timelineEvent.node)) &&
          isSoonAround(other, timelineEvent),
      );
    default:
      return false;
  }
}

const REPRESENTING_KINDS: ReadonlySet<TimelineEvent["kind"]> = new Set([
  "rolloutStarted",
  "acted",
  "actedOnNodes",
  "nodeLeaving",
  "nodeShuttingDown",
]);

/** Time in which a new node loses its first taints. */
const JOIN_MS = 60_000;

const SPAN_STARTS: ReadonlySet<TimelineEvent["kind"]> = new Set(["rolloutStarted", "concernBegan", "nodeNotReady"]);

/** Returns the beginning of an event, which may be earlier than its detection. */
function startOf(timelineEvent: TimelineEvent): number {
  if (timelineEvent.kind === "watchGap") return timelineEvent.fromMs;
  return timelineEvent.kind === "concernBegan" ? (timelineEvent.sinceMs ?? timelineEvent.atMs) : timelineEvent.atMs;
}

/** Converts timeline events to items, in order of their beginnings. Events that another one represents are
 *  omitted. If the history has only the end of a concern, it begins with the history (`historyFromMs`). Pure; O(events
 *  × rollouts and actions). */
export function laneItems(timelineEvents: readonly TimelineEvent[], scope: LaneScope, historyFromMs?: number): readonly LaneItem[] {
  let items: { lane: Lane; timelineEvent: TimelineEvent; fromMs: number; toMs: number | undefined }[] = [];
  const open = new Map<string, { toMs: number | undefined }>();
  const begun = new Set<string>();
  const others = timelineEvents.filter(({ kind }) => REPRESENTING_KINDS.has(kind));
  let unreadyAtMs = Number.NEGATIVE_INFINITY;
  const joinedAtMs = new Map<string, number>();
  for (const timelineEvent of timelineEvents) {
    if (!isInLaneScope(scope, timelineEvent)) continue;
    const { atMs } = timelineEvent;
    if (timelineEvent.kind === "nodeNotReady" || timelineEvent.kind === "nodeJoined") unreadyAtMs = atMs;
    const spanKey = spanKeyOf(timelineEvent);
    const before = spanKey === undefined ? undefined : open.get(spanKey);
    if (before !== undefined && spanKey !== undefined) {
      before.toMs = atMs;
      open.delete(spanKey);
    }
    if (historyFromMs !== undefined && timelineEvent.kind === "concernEnded" && !begun.has(timelineEvent.daemonSet))
      items.push({ lane: "mark", timelineEvent, fromMs: historyFromMs, toMs: atMs });
    if (timelineEvent.kind === "concernBegan" || timelineEvent.kind === "concernEnded") begun.add(timelineEvent.daemonSet);
    const lane = LANE_BY_KIND[timelineEvent.kind];
    if (lane === undefined) continue;
    if (isRepresentedBy(others, timelineEvent)) continue;
    if (timelineEvent.kind === "nodeJoined") joinedAtMs.set(timelineEvent.node, atMs);
    // The first taints of a node, such as not-ready, are part of its joining.
    const isPartOfJoin = timelineEvent.kind === "taintsChanged" && timelineEvent.cordon === undefined;
    if (isPartOfJoin && atMs - (joinedAtMs.get(timelineEvent.node) ?? Number.NEGATIVE_INFINITY) <= JOIN_MS) continue;
    // The mark of the node has its name.
    if (timelineEvent.kind === "concernBegan" && timelineEvent.concern === "nodesUnready" && atMs - unreadyAtMs <= SOON_MS) continue;
    const isSpan = SPAN_STARTS.has(timelineEvent.kind);
    const item = {
      lane,
      timelineEvent,
      fromMs: startOf(timelineEvent),
      toMs: isSpan ? undefined : atMs,
    };
    // A rollout that is stuck since the same failures represents their marks.
    if (timelineEvent.kind === "concernBegan" && timelineEvent.sinceMs !== undefined)
      items = items.filter(
        (other) => other.fromMs < item.fromMs || spanKeyOf(other.timelineEvent) !== spanKey || lookOf(other) !== lookOf(item),
      );
    items.push(item);
    if (isSpan && spanKey !== undefined) open.set(spanKey, item);
  }
  return items.sort((a, b) => a.fromMs - b.fromMs);
}

/** Returns the items of a node's page at a moment: an agent that fails there then may have failed elsewhere before. */
export const itemsOfNode = (items: readonly LaneItem[], atMs: number): readonly LaneItem[] =>
  items.filter(({ timelineEvent, fromMs, toMs = Number.POSITIVE_INFINITY }) =>
    timelineEvent.kind === "concernBegan" || timelineEvent.kind === "concernEnded" ? fromMs <= atMs && atMs <= toMs : true,
  );

/** The source of a gap in which nothing was watched. */
export const ALL_SOURCES = "*";

/** Adds the times in which the server did not run, or could not keep its data. */
export function withGaps(items: readonly LaneItem[], gaps: readonly HistoryGap[]): readonly LaneItem[] {
  if (gaps.length === 0) return items;
  const unwatched = gaps.map(({ fromMs, toMs }): LaneItem => {
    return { lane: "gap", timelineEvent: { kind: "watchGap", atMs: toMs, source: ALL_SOURCES, fromMs }, fromMs, toMs };
  });
  return [...items, ...unwatched].sort((a, b) => a.fromMs - b.fromMs);
}

/** Adds the steps of the selected node and DaemonSet. */
export function withSteps(items: readonly LaneItem[], steps: readonly PairStep[]): readonly LaneItem[] {
  if (steps.length === 0) return items;
  const stepItems = steps.map((step): LaneItem => ({ lane: "pair", timelineEvent: step, fromMs: step.atMs, toMs: step.atMs }));
  return [...items, ...stepItems].sort((a, b) => a.fromMs - b.fromMs);
}

/** Items that are drawn as one, because there is no space between them. */
export interface LaneGroup {
  readonly x: number;
  readonly items: readonly LaneItem[];
}

/** A wave of nodes that join or leave ends after this time without another one. */
const WAVE_SILENCE_MS = 15_000;

/** Returns an equal key for events of the same kind about nodes of one pool; undefined for other events. */
function waveOf({ timelineEvent }: LaneItem): string | undefined {
  switch (timelineEvent.kind) {
    case "nodeLeaving":
    case "nodeShuttingDown":
      return `${timelineEvent.kind} ${timelineEvent.pool}`;
    case "nodeJoined":
    case "nodeLeft":
      return timelineEvent.kind;
    default:
      return undefined;
  }
}

/** Reports whether an item continues the wave of a group. */
function continuesWave({ items }: LaneGroup, item: LaneItem): boolean {
  const wave = waveOf(item);
  const before = wave === undefined ? undefined : items.findLast((each) => waveOf(each) === wave);
  return before !== undefined && item.fromMs - before.fromMs <= WAVE_SILENCE_MS;
}

/** Groups items by position: items that begin closer to each other than `minDistance` are one group, and so are nodes
 *  that join or leave in one wave, unless another mark is between. Steps of a pair are apart from other events. `xOf`:
 *  position of a moment. */
export function laneGroups(items: readonly LaneItem[], xOf: (atMs: number) => number, minDistance: number): readonly LaneGroup[] {
  const groups: { x: number; items: LaneItem[] }[] = [];
  const last = new Map<Lane, (typeof groups)[number]>();
  for (const item of items) {
    if (item.lane === "gap") continue;
    const x = xOf(item.fromMs);
    const before = last.get(item.lane);
    if (before !== undefined && (x - before.x < minDistance || continuesWave(before, item))) {
      before.items.push(item);
      continue;
    }
    const group = { x, items: [item] };
    groups.push(group);
    last.set(item.lane, group);
  }
  return groups;
}

/** Returns the moments at which an item begins or ends, each once, in order: the targets of *next* and *previous*. */
export function stopMoments(items: readonly LaneItem[]): readonly number[] {
  const moments = new Set(items.flatMap(({ fromMs, toMs }) => (toMs === undefined ? [fromMs] : [fromMs, toMs])));
  return [...moments].sort((a, b) => a - b);
}

/** Returns the start of the last rollout: pods before it are of an older revision. */
export const currentRevisionMs = (items: readonly LaneItem[]): number | undefined =>
  items.findLast(({ timelineEvent }) => timelineEvent.kind === "rolloutStarted")?.fromMs;
