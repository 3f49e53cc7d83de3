/** How large a cell is, and how far it is from one to the next, across and down: farther than the cell where words stand beside it. CSS pixels. */
export interface CellShape {
  readonly width: number;
  readonly height: number;
  readonly pitchX: number;
  readonly pitchY: number;
}

/** A cell with words beside it. */
export interface PlateShape extends Omit<CellShape, "pitchX"> {
  /** Cell and words, CSS pixels. */
  readonly leastPitchX: number;
}

/** The cells of one kind, in all sizes that they are shown in. */
export interface CellShapes {
  /** Of the view that shows all at once, the largest first. */
  readonly fit: readonly CellShape[];
  /** What stands in a cell has 10 px. */
  readonly ten: CellShape;
  readonly plate: PlateShape;
}

/** Gap 1 px up to 10, 2 to 16, 3 above, none where a cell is a pixel or two. */
function squareOf(size: number): CellShape {
  const pitch = size + (size <= 2 ? 0 : size <= 10 ? 1 : size <= 16 ? 2 : 3);
  return { width: size, height: size, pitchX: pitch, pitchY: pitch };
}

export const PLATE_SIZE = 40;
/** Between 3 px with a gap and 2 px lie cells twice as many: patterns still tell them apart. */
const TOUCHING: CellShape = { width: 3, height: 3, pitchX: 3, pitchY: 3 };

/** A node as its pod of one DaemonSet; as a plate with its name, and at most one phrase. */
export const POD_SHAPES: CellShapes = {
  fit: [...[40, 34, 28, 24, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3].map(squareOf), TOUCHING, ...[2, 1].map(squareOf)],
  ten: squareOf(10),
  plate: { width: PLATE_SIZE, height: PLATE_SIZE, pitchY: 48, leastPitchX: 168 },
};
