import { hasFlag } from "@daemonscope/daemonset/cell/cell";
import { type CellLook, lookOf, plainLook } from "../cell/look.ts";
import { isTank } from "./flow-lanes.ts";
import { dotPlace, type FlowLayout } from "./flow-layout.ts";
import { PAIR_GAP } from "./flow-rasters.ts";
import type { LaneId } from "./lanes.ts";
import type { LaneNode, Lanes } from "./select-lanes.ts";

/** One dot of the flow: a node, or nodesPerDot of them. */
export interface FlowDot {
  /** The node's name; of several nodes, a name of the place. Equal keys in two scenes are the same dot. */
  readonly key: string;
  readonly lane: LaneId;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly look: CellLook;
  /** The old pod below the new one (maxSurge). */
  readonly below?: { readonly y: number; readonly look: CellLook };
}

export interface FlowScene {
  readonly layout: FlowLayout;
  readonly dots: readonly FlowDot[];
  /** Free places of the tray, dotted. */
  readonly free: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[];
}

export interface FlowSceneInput {
  readonly lanes: Lanes;
  readonly layout: FlowLayout;
  /** Node names by row. */
  readonly names: readonly string[];
  readonly freePlaces: number;
  /** How far minReadySeconds has run on a node, 0 to 1; undefined where nothing is known. */
  readonly fillOf: (node: string) => number | undefined;
  /** The order in which nodes came to a tank: later ones take its last dots, so that nothing else there moves. */
  readonly arrivalOf: (node: string) => number;
}

/** From this size on a dot shows that its node is NotReady. */
const MARKS_FROM = 18;

const OLD_BELOW = plainLook("available", { old: true });

/** Looks of dots without a level, by byte and whether they show marks: few, and asked for thousands of times a scene. */
const interned = new Map<number, CellLook>();

function lookOfDot(node: LaneNode, size: number, fill: number | undefined): CellLook {
  const hasMarks = size >= MARKS_FROM;
  const key = node.byte * 2 + (hasMarks ? 1 : 0);
  const known = fill === undefined ? interned.get(key) : undefined;
  if (known !== undefined) return known;
  const look = lookOf(node.byte, undefined, [], fill);
  const dotLook = { ...look, surge: false, nodeUnready: look.nodeUnready && hasMarks };
  if (fill === undefined) interned.set(key, dotLook);
  return dotLook;
}

function inOrderOfArrival(nodes: readonly LaneNode[], arrivalOf: (node: LaneNode) => number): readonly LaneNode[] {
  const arrivals = new Map(nodes.map((node) => [node, arrivalOf(node)]));
  return [...nodes].sort((a, b) => (arrivals.get(a) ?? 0) - (arrivals.get(b) ?? 0));
}

/** What the flow draws, as plain data: the same input gives the same dots in the same places. */
export function flowScene({ lanes, layout, names, freePlaces, fillOf, arrivalOf }: FlowSceneInput): FlowScene {
  const dots: FlowDot[] = [];
  const free: { x: number; y: number; width: number; height: number }[] = [];
  let freeLeft = Math.ceil(freePlaces / layout.nodesPerDot);
  for (const column of layout.columns) {
    const { lane, size } = column;
    let nodes = lanes.nodes[lane];
    if (isTank(lane)) nodes = inOrderOfArrival(nodes, (node) => arrivalOf(names[node.row] ?? ""));
    const count = Math.ceil(nodes.length / layout.nodesPerDot);
    for (let index = 0; index < count; index++) {
      const node = nodes[index * layout.nodesPerDot];
      if (node === undefined) continue;
      const name = names[node.row] ?? "";
      const { x, y } = dotPlace(layout, column, index);
      const dot = {
        key: layout.nodesPerDot === 1 ? name : `${lane} ${index}`,
        lane,
        x,
        y,
        size,
        look: lookOfDot(node, size, fillOf(name)),
      };
      const hasOld = column.pairs && hasFlag(node.byte, "twoPods");
      dots.push(hasOld ? { ...dot, below: { y: y + size + PAIR_GAP, look: OLD_BELOW } } : dot);
    }
    const isFirstOfTray = column.inTray && freeLeft > 0;
    if (!isFirstOfTray) continue;
    for (let index = count; freeLeft > 0; index++, freeLeft--) {
      const { x, y } = dotPlace(layout, column, index);
      free.push({ x, y, width: size, height: column.pairs ? 2 * size + PAIR_GAP : size });
    }
  }
  return { layout, dots, free };
}
