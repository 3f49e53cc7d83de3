import { nameOfKey } from "@daemonscope/kube/base/object-key";
import { type BandLook, lookOf } from "./band-look.ts";
import type { LaneItem } from "./lanes.ts";

interface BandPart {
  readonly look: BandLook;
  readonly fromMs: number;
  /** Undefined while it lasts. */
  readonly toMs: number | undefined;
}

type BandName = { readonly kind: "daemonSet"; readonly name: string } | { readonly kind: "nodes"; readonly nodes: readonly string[] };

/** An incident: the rollout of a DaemonSet and its failures, or nodes that are NotReady at the same time. */
export interface Band {
  readonly name: BandName;
  readonly fromMs: number;
  readonly toMs: number | undefined;
  /** A later part is drawn over an earlier one. */
  readonly parts: readonly BandPart[];
}

/** Looks in the order in which they are drawn. */
const LOOKS: readonly BandLook[] = ["rolling", "changed", "manual", "misscheduled", "notReady", "failing"];

/** Returns the times in which a DaemonSet of the items fails. */
export const failuresOf = (items: readonly LaneItem[]): readonly LaneItem[] => items.filter((item) => lookOf(item) === "failing");

/** Parts with a shorter pause between them are one incident. */
const JOIN_MS = 10_000;

const endOf = ({ toMs = Number.POSITIVE_INFINITY }: BandPart): number => toMs;

interface OpenBand {
  readonly name: string;
  readonly nodes: Set<string>;
  readonly fromMs: number;
  toMs: number | undefined;
  readonly parts: BandPart[];
}

/** Returns the incidents in the order of their beginnings. Nodes that are NotReady are one incident, and not one of
 *  each DaemonSet. O(items). */
export function bandsOf(items: readonly LaneItem[]): readonly Band[] {
  const bands: OpenBand[] = [];
  const last = new Map<string, OpenBand>();
  for (const item of items) {
    const { timelineEvent, fromMs, toMs } = item;
    const look = lookOf(item);
    if (look === undefined || ("concern" in timelineEvent && look === "notReady")) continue;
    const name = "daemonSet" in timelineEvent ? timelineEvent.daemonSet : "";
    const node = "node" in timelineEvent ? [timelineEvent.node] : [];
    const part = { look, fromMs, toMs };
    const before = last.get(name);
    if (before !== undefined && (before.toMs === undefined || fromMs <= before.toMs + JOIN_MS)) {
      before.parts.push(part);
      before.toMs = before.toMs === undefined || toMs === undefined ? undefined : Math.max(before.toMs, toMs);
      for (const each of node) before.nodes.add(each);
      continue;
    }
    const band = { name, nodes: new Set(node), fromMs, toMs, parts: [part] };
    bands.push(band);
    last.set(name, band);
  }
  return bands.map(({ name, nodes, fromMs, toMs, parts }) => ({
    name: name === "" ? { kind: "nodes", nodes: [...nodes] } : { kind: "daemonSet", name: nameOfKey(name) },
    fromMs,
    toMs,
    parts: withoutBlueUnderDashes(parts).toSorted((a, b) => LOOKS.indexOf(a.look) - LOOKS.indexOf(b.look)),
  }));
}

/** The rollout of an OnDelete DaemonSet waits for a person from its start, so that it is dashed from there, up to the
 *  start of a failure that follows. */
function withoutBlueUnderDashes(parts: readonly BandPart[]): readonly BandPart[] {
  const manual = parts.find(({ look }) => look === "manual");
  if (manual === undefined) return parts;
  const fromMs = Math.min(...parts.filter(({ look }) => look === "manual" || look === "rolling").map((part) => part.fromMs));
  const { toMs } = manual;
  const failure = parts.find((part) => part.look === "failing" && part.fromMs > fromMs && endOf(part) > endOf(manual));
  const dashed = { ...manual, fromMs, toMs: failure === undefined || toMs === undefined ? toMs : Math.min(toMs, failure.fromMs) };
  return parts.flatMap((part) => (part.look === "rolling" ? [] : part === manual ? [dashed] : [part]));
}

/** Returns the look of the worst part of a band at a moment; undefined if the band is not of that moment. */
export const bandLookAt = ({ parts }: Band, atMs: number): BandLook | undefined =>
  parts.findLast(({ fromMs, toMs }) => fromMs <= atMs && atMs < (toMs ?? Number.POSITIVE_INFINITY))?.look;

interface PlacedBand {
  readonly band: Band;
  readonly lane: number;
  /** Start of the band with its name. */
  readonly fromX: number;
  /** The end of a name before its band, otherwise its start. */
  readonly nameX: number;
  readonly isNameBefore: boolean;
  readonly hasName: boolean;
  /** The bar is drawn from here on. Without space before or after the bar, the name takes its left end. */
  readonly barX: number;
}

interface BandSpace {
  readonly xOf: (atMs: number) => number;
  readonly nowMs: number;
  readonly width: number;
  readonly nameWidth: (band: Band) => number;
  /** The bar is more important than a name without space before or after it. */
  readonly isNameOptional?: boolean;
}

const LANES = 2;
const GAP_PX = 8;

/** Looks by their urgency, the least first. A band that waits for a person has nothing to show in time. */
const URGENCY: readonly BandLook[] = ["manual", "changed", "rolling", "misscheduled", "notReady", "failing"];

/** Places bands in two lanes without overlaps, the most urgent first. `hidden`: the number of bands without a place. */
export function placeBands(bands: readonly Band[], { xOf, nowMs, width, nameWidth, isNameOptional = false }: BandSpace) {
  const rankOf = ({ parts }: Band) => URGENCY.indexOf(parts.at(-1)?.look ?? "manual");
  const visible = bands.filter(({ fromMs, toMs }) => xOf(fromMs) <= width && xOf(toMs ?? nowMs) >= 0);
  const taken: { readonly lane: number; readonly from: number; readonly to: number }[] = [];
  const placed: PlacedBand[] = [];
  for (const band of visible.toSorted((a, b) => rankOf(b) - rankOf(a) || a.fromMs - b.fromMs)) {
    const x = Math.max(0, xOf(band.fromMs));
    const end = xOf(band.toMs ?? nowMs);
    const neededPx = GAP_PX + nameWidth(band);
    const isNameBefore = x - neededPx >= 0;
    const isNameAfter = !isNameBefore && end + neededPx <= width;
    const hasName = isNameBefore || isNameAfter || !isNameOptional;
    const name = hasName ? nameWidth(band) : 0;
    const nameX = isNameBefore ? x - GAP_PX : isNameAfter ? end + GAP_PX : x;
    const barX = isNameBefore || isNameAfter || name === 0 ? x : x + name + GAP_PX;
    const from = isNameBefore ? nameX - name : x;
    const to = Math.max(end, isNameBefore ? x : nameX + name) + GAP_PX;
    const isFree = (lane: number) => taken.every((each) => each.lane !== lane || each.to <= from || to <= each.from);
    const lane = Array.from({ length: LANES }, (_, at) => at).find(isFree);
    if (lane === undefined) continue;
    taken.push({ lane, from, to });
    placed.push({ band, lane, fromX: from, nameX, isNameBefore, hasName, barX });
  }
  return { placed, hidden: visible.length - placed.length };
}
