import type { Happening, HistoryGap } from "@daemonscope/shared/http/history";
import type { PairStep } from "../trail/pair-steps.ts";

/** What is under each other on the timeline. A gap goes through all of them. */
const LANES = ["rollouts", "trouble", "nodes", "settings"] as const;
/** `pair`: of the node that is asked about under its DaemonSet, only while it is. */
export type Lane = (typeof LANES)[number] | "pair";

/** What a mark stands for. */
export type Marked = Happening | PairStep;

/** Something on the timeline: at a moment, or from one to another; `toMs` undefined where it lasts still. */
export interface LaneItem {
  readonly lane: Lane | "gap";
  readonly happening: Marked;
  readonly fromMs: number;
  readonly toMs: number | undefined;
}

/** What a page is about. The page of a DaemonSet has its own happenings, and those of all nodes, which may explain them. The page of a node has its own. */
export type LaneScope =
  | { readonly kind: "all" }
  | { readonly kind: "daemonSet"; readonly key: string }
  | { readonly kind: "node"; readonly name: string };

export function isAbout(scope: LaneScope, happening: Happening): boolean {
  if (scope.kind === "all" || happening.kind === "watchGap") return true;
  if (happening.kind === "actedOnNodes") return scope.kind === "daemonSet" || happening.nodes.includes(scope.name);
  if (scope.kind === "daemonSet") return "daemonSet" in happening ? happening.daemonSet === scope.key : true;
  return "node" in happening ? happening.node === scope.name : !("daemonSet" in happening);
}

/** What ends another happening, by what it is about. */
function endedBy(happening: Happening): string | undefined {
  switch (happening.kind) {
    case "rolloutFinished":
    case "rolloutStarted":
      return `rollout ${happening.daemonSet}`;
    case "concernEnded":
    case "concernBegan":
      return `concern ${happening.daemonSet}`;
    case "nodeReady":
    case "nodeNotReady":
    case "nodeLeft":
      return `ready ${happening.node}`;
    default:
      return undefined;
  }
}

const LANE_OF: Readonly<Record<Happening["kind"], Lane | "gap" | undefined>> = {
  specChanged: "rollouts",
  rolloutStarted: "rollouts",
  // The end of a span, and said by it.
  rolloutFinished: undefined,
  // A concern begins with it.
  rolloutStuck: undefined,
  concernBegan: "trouble",
  concernEnded: undefined,
  nodeJoined: "nodes",
  nodeLeft: "nodes",
  nodeNotReady: "nodes",
  nodeReady: undefined,
  taintsChanged: "settings",
  labelsChanged: "settings",
  acted: "rollouts",
  actedOnNodes: "settings",
  watchGap: "gap",
  // Worth a mark, and no trouble.
  handedOver: "settings",
};

/** So soon the controller makes the revision of a spec, and a watch tells what was done. */
const SOON_MS = 5000;
const isSoonAfter = (before: Happening, after: Happening): boolean => after.atMs >= before.atMs && after.atMs - before.atMs <= SOON_MS;
/** What was done is marked when all of it is, and a watch may tell of a part before. */
const isSoonAround = (act: Happening, told: Happening): boolean => Math.abs(act.atMs - told.atMs) <= SOON_MS;

/** A spec that changed is said by what rolls it out, or by who changed it; taints and labels by who set them. */
function isSaidBy(others: readonly Happening[], happening: Happening): boolean {
  switch (happening.kind) {
    case "specChanged":
      return others.some((other) =>
        other.kind === "rolloutStarted"
          ? other.daemonSet === happening.daemonSet && isSoonAfter(happening, other)
          : other.kind === "acted" && other.daemonSet === happening.daemonSet && isSoonAround(other, happening),
      );
    case "taintsChanged":
    case "labelsChanged":
      return others.some(
        (other) => other.kind === "actedOnNodes" && other.nodes.includes(happening.node) && isSoonAround(other, happening),
      );
    default:
      return false;
  }
}

const SAYS: ReadonlySet<Happening["kind"]> = new Set(["rolloutStarted", "acted", "actedOnNodes"]);

const LASTS: ReadonlySet<Happening["kind"]> = new Set(["rolloutStarted", "concernBegan", "nodeNotReady"]);

/** What happened as items of lanes, in order of their beginnings. What is said by another is left out. Pure; O(happenings × rollouts and acts). */
export function laneItems(happenings: readonly Happening[], scope: LaneScope): readonly LaneItem[] {
  const items: { lane: Lane | "gap"; happening: Marked; fromMs: number; toMs: number | undefined }[] = [];
  const open = new Map<string, { toMs: number | undefined }>();
  const others = happenings.filter(({ kind }) => SAYS.has(kind));
  for (const happening of happenings) {
    if (!isAbout(scope, happening)) continue;
    const { atMs } = happening;
    const ends = endedBy(happening);
    const before = ends === undefined ? undefined : open.get(ends);
    if (before !== undefined && ends !== undefined) {
      before.toMs = atMs;
      open.delete(ends);
    }
    const lane = LANE_OF[happening.kind];
    if (lane === undefined) continue;
    if (isSaidBy(others, happening)) continue;
    const lasts = LASTS.has(happening.kind);
    const item = {
      lane,
      happening,
      fromMs: happening.kind === "watchGap" ? happening.fromMs : atMs,
      toMs: lasts ? undefined : atMs,
    };
    items.push(item);
    if (lasts && ends !== undefined) open.set(ends, item);
  }
  return items.sort((a, b) => a.fromMs - b.fromMs);
}

/** The source of a gap in which nothing was watched; no source's name. */
export const OF_ALL = "*";

/** The same with the times in which the server did not run, or could not keep what it saw. */
export function withGaps(items: readonly LaneItem[], gaps: readonly HistoryGap[]): readonly LaneItem[] {
  if (gaps.length === 0) return items;
  const unwatched = gaps.map(({ fromMs, toMs }): LaneItem => {
    return { lane: "gap", happening: { kind: "watchGap", atMs: toMs, source: OF_ALL, fromMs }, fromMs, toMs };
  });
  return [...items, ...unwatched].sort((a, b) => a.fromMs - b.fromMs);
}

/** The same with the steps of the pair that is asked about. */
export function withSteps(items: readonly LaneItem[], steps: readonly PairStep[]): readonly LaneItem[] {
  if (steps.length === 0) return items;
  const own = steps.map((step): LaneItem => ({ lane: "pair", happening: step, fromMs: step.atMs, toMs: step.atMs }));
  return [...items, ...own].sort((a, b) => a.fromMs - b.fromMs);
}

/** The rows that there are, from above. */
export const lanesOf = (items: readonly LaneItem[]): readonly Lane[] =>
  items.some(({ lane }) => lane === "pair") ? [...LANES, "pair"] : LANES;

/** Items that are drawn as one, for there is no room between them. */
export interface LaneGroup {
  readonly lane: Lane;
  readonly x: number;
  /** Where what lasts longest of them ends. */
  readonly endX: number;
  readonly items: readonly LaneItem[];
}

/** Items by where they are drawn: those of a lane that begin nearer to each other than `apart` are one. `xOf`: of a moment. */
export function laneGroups(items: readonly LaneItem[], xOf: (atMs: number) => number, nowMs: number, apart: number): readonly LaneGroup[] {
  const groups: { lane: Lane; x: number; endX: number; items: LaneItem[] }[] = [];
  const last = new Map<Lane, (typeof groups)[number]>();
  for (const item of items) {
    if (item.lane === "gap") continue;
    const x = xOf(item.fromMs);
    const endX = xOf(item.toMs ?? nowMs);
    const before = last.get(item.lane);
    if (before !== undefined && x - before.x < apart) {
      before.items.push(item);
      before.endX = Math.max(before.endX, endX);
      continue;
    }
    const group = { lane: item.lane, x, endX, items: [item] };
    groups.push(group);
    last.set(item.lane, group);
  }
  return groups;
}

/** Moments at which something begins or ends, each once, in order: where *next* and *previous* go. */
export function momentsOf(items: readonly LaneItem[]): readonly number[] {
  const moments = new Set(items.flatMap(({ fromMs, toMs }) => (toMs === undefined ? [fromMs] : [fromMs, toMs])));
  return [...moments].sort((a, b) => a - b);
}
