import type { CellState } from "@daemonscope/daemonset/pair/cell/cell";
import type { AgentSummary, NodeCounts } from "@daemonscope/shared/http/clusters";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { type Palette, restingPalette } from "../../data/cell/palette.ts";
import type { CanvasPen } from "../cell/canvas-pen.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";

/** States in the order of an area: problems first, then available and excluded nodes. */
const ORDER: readonly (CellState | "leaving")[] = [
  "failing",
  "missing",
  "unscheduled",
  "unknown",
  "starting",
  "ready",
  "misscheduled",
  "leaving",
  "available",
  "excluded",
];
/** At most this many nodes are drawn as cells. */
const FEW_NODES = 60;
const CELL = 6;
const CELL_GAP = 1;
/** Opacity of available nodes, so that problems stand out. */
const REST = 0.62;
const OLD_REST = 0.72;

const shownState = ({ state, leaving }: NodeCounts): CellState | "leaving" => (leaving === true ? "leaving" : state);
const orderOf = (nodes: NodeCounts): number => ORDER.indexOf(shownState(nodes)) * 2 - (nodes.old ? 1 : 0);

/**
 * The nodes of a DaemonSet in one cluster as an area. A node has the same size in every large cluster, so that the area
 * shows the count.
 */
export interface NodeArea {
  /** Distance between two nodes, including the gap. */
  readonly pitch: number;
  readonly perRow: number;
  readonly width: number;
  readonly height: number;
  readonly groups: readonly NodeCounts[];
}

/** `pitch`: the size of a node in a large cluster. Small clusters are drawn larger, as cells. */
export function nodeArea({ nodes }: Pick<AgentSummary, "nodes">, width: number, pitch: number): NodeArea {
  const groups = [...nodes].sort((a, b) => orderOf(a) - orderOf(b));
  const count = groups.reduce((sum, each) => sum + each.count, 0);
  const isFew = count <= FEW_NODES;
  const size = isFew ? CELL : pitch;
  const most = Math.max(1, Math.floor(width / size));
  const perRow = isFew ? Math.min(most, Math.max(4, Math.ceil(Math.sqrt(count * 1.2)))) : most;
  return { pitch: size, perRow, width: perRow * size, height: Math.ceil(count / perRow) * size, groups };
}

/** Size of a cell in a strip, and of the smallest node in it, CSS pixels. */
const STRIP_CELL = 12;
const STRIP_NODE = 2;

/** Returns the nodes as a strip of two rows of cells, or of more rows of smaller nodes if two do not fit. */
export function nodeStrip({ nodes }: Pick<AgentSummary, "nodes">, width: number): NodeArea {
  const groups = [...nodes].sort((a, b) => orderOf(a) - orderOf(b));
  const count = groups.reduce((sum, each) => sum + each.count, 0);
  for (let pitch = STRIP_CELL; ; pitch--) {
    const rows = Math.floor((2 * STRIP_CELL) / pitch);
    const perRow = Math.max(1, Math.ceil(count / rows));
    if (perRow * pitch <= width || pitch === STRIP_NODE) {
      const shown = Math.max(1, Math.min(perRow, Math.floor(width / pitch)));
      return { pitch, perRow: shown, width: shown * pitch, height: Math.ceil(count / shown) * pitch, groups };
    }
  }
}

/** Returns the colour of a group of nodes that is drawn without cells. */
export function colourOf(nodes: NodeCounts, palette: Palette): { readonly fill: string; readonly alpha: number } {
  const state = shownState(nodes);
  if (state === "available") return nodes.old ? { fill: palette.old, alpha: OLD_REST } : { fill: palette.available, alpha: REST };
  if (state === "unscheduled") return { fill: palette.starting, alpha: 1 };
  return { fill: palette[state], alpha: 1 };
}

/** Draws nodes `from` to `to` of an area in one colour, row by row. */
function fillRun(pen: CanvasPen, { perRow, pitch }: NodeArea, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const row = Math.floor(at / perRow);
    const end = at % perRow === 0 && to - at >= perRow ? to - ((to - at) % perRow) : Math.min(to, (row + 1) * perRow);
    const rows = Math.max(1, Math.floor((end - at) / perRow));
    pen.fillRect((at % perRow) * pitch, row * pitch, Math.min(end - at, perRow) * pitch, rows * pitch);
    at = end;
  }
}

/** O(groups); O(nodes) for a small cluster. */
export function drawNodeArea(pen: CanvasPen, area: NodeArea, palette: Palette): void {
  let at = 0;
  // A DaemonSet without problems is dimmed.
  const isResting = area.groups.every(({ state, old }) => !old && (state === "available" || state === "excluded"));
  const colours = isResting ? restingPalette(palette) : palette;
  for (const group of area.groups) {
    const end = at + group.count;
    if (area.pitch >= CELL)
      for (let node = at; node < end; node++) {
        const look = plainCellStyle(group.state, {
          old: group.old,
          nodeUnready: group.unready,
          ...(group.leaving === true ? { leaving: true } : {}),
        });
        const size = area.pitch;
        drawCell(pen, (node % area.perRow) * size, Math.floor(node / area.perRow) * size, size - CELL_GAP, look, colours);
      }
    else {
      const { fill, alpha } = colourOf(group, palette);
      pen.fillStyle = fill;
      pen.globalAlpha = alpha;
      fillRun(pen, area, at, end);
      pen.globalAlpha = 1;
    }
    at = end;
  }
}

/**
 * Returns the share of each group, left to right in the order of ORDER. The CSS gives each group at least 1.5 pixels.
 */
export function sharesOf({ nodes }: Pick<AgentSummary, "nodes">): readonly { readonly group: NodeCounts; readonly share: number }[] {
  const all = nodes.reduce((sum, { count }) => sum + count, 0);
  return [...nodes].sort((a, b) => orderOf(a) - orderOf(b)).map((group) => ({ group, share: all === 0 ? 0 : group.count / all }));
}
