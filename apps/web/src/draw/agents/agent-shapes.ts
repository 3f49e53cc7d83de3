import { type CellShape, type CellShapes, POD_SHAPES } from "../grid/cell-shapes.ts";
import type { SlotRaster } from "./agent-slots.ts";

/** A node's cell, drawn around its ticks. A tick is the square of one agent slot. */
export interface AgentShape extends CellShape {
  /** Size of one agent's square, CSS pixels. 0 if the cell shows only the worst agent of its node. */
  readonly tick: number;
  /** Distance from the cell's edge to its first tick, and (`gap`) from tick to tick. Both are 0 if ticks lie on a
   *  plate. */
  readonly padding: number;
  readonly gap: number;
  /** Above the frame: space for two taint caps. */
  readonly above: number;
}

/** From this tick size on a cell has a frame, with the marks of its node. */
const FRAMED_FROM = 7;
const GAP = 2;
const PADDING = 3;
const CAPS = 6;
/** Height of the line below the plate that marks a NotReady node. */
const LINE = 1;
const NAME_GAP = 8;
const NAME_WIDTH = 108;
/** On a wide page the text under a name fits uncut: `node-local-dns terminating`. */
const WIDE_NAME_WIDTH = 172;

function framed(tick: number, { columns, rows }: SlotRaster): AgentShape {
  const width = columns * tick + (columns - 1) * GAP + 2 * PADDING;
  const height = rows * tick + (rows - 1) * GAP + 2 * PADDING + CAPS;
  return { tick, padding: PADDING, gap: GAP, above: CAPS, width, height, pitchX: width + 9, pitchY: height + 5 };
}

/** Ticks on a plate without gaps: stable ones merge, those with a problem keep their pattern. */
function plain(tick: number, { columns, rows }: SlotRaster): AgentShape {
  const distance = Math.min(3, tick);
  const width = columns * tick;
  const height = rows * tick + LINE;
  return { tick, padding: 0, gap: 0, above: 0, width, height, pitchX: width + distance, pitchY: rows * tick + Math.max(distance, LINE) };
}

const shapeOf = (tick: number, raster: SlotRaster): AgentShape => (tick >= FRAMED_FROM ? framed(tick, raster) : plain(tick, raster));

/** Cells of nodes with their agents inside. */
export interface AgentShapes extends CellShapes {
  readonly fit: readonly AgentShape[];
  readonly ten: AgentShape;
  readonly plate: CellShapes["plate"] & AgentShape;
}

/** Returns the tick size of cells with names: larger if there are few agents, or if the page is wide. */
function namedTick({ columns, rows }: SlotRaster, isWide: boolean): number {
  const tick = columns * rows <= 2 ? 20 : columns * rows <= 5 ? 12 : 9;
  return isWide ? Math.min(20, tick + 5) : tick;
}

const areaOf = ({ pitchX, pitchY }: CellShape): number => pitchX * pitchY;

export function agentShapes(raster: SlotRaster, isWide: boolean): AgentShapes {
  const shape = shapeOf(namedTick(raster, isWide), raster);
  const smallest = areaOf(shapeOf(1, raster));
  const worstOnly = POD_SHAPES.fit.filter((each) => areaOf(each) < smallest);
  return {
    fit: [
      ...[20, 16, 14, 12, 9, 7, 6, 5, 4, 3, 2, 1].map((tick) => shapeOf(tick, raster)),
      ...worstOnly.map((each) => ({ ...each, tick: 0, padding: 0, gap: 0, above: 0 })),
    ],
    ten: shapeOf(10, raster),
    plate: { ...shape, pitchY: Math.max(shape.pitchY, 40), leastPitchX: shape.width + NAME_GAP + (isWide ? WIDE_NAME_WIDTH : NAME_WIDTH) },
  };
}

/** Returns the shape that a layout chose. A cell that is scaled with its words is found by its width. */
export const shapeIn = ({ fit, ten, plate }: AgentShapes, cell: Pick<CellShape, "width">): AgentShape =>
  fit.find((shape) => shape === cell) ?? [plate, ten, ...fit].find(({ width }) => width === cell.width) ?? plate;
