/** Size of a cell, and the distance from one cell to the next, across and down. The distance exceeds the size if words
 *  follow the cell. CSS pixels. */
export interface CellShape {
  readonly width: number;
  readonly height: number;
  readonly pitchX: number;
  readonly pitchY: number;
}

/** A cell with words next to it. */
export interface LargeCellShape extends Omit<CellShape, "pitchX"> {
  /** Least width of a cell with its words, CSS pixels. */
  readonly leastPitchX: number;
}

/** The cells of one kind, in all sizes that they are shown in. */
export interface CellShapes {
  /** Shapes of the view that shows all nodes at once, the largest first. */
  readonly fit: readonly CellShape[];
  /** The shape of 10 px cells. */
  readonly ten: CellShape;
  readonly plate: LargeCellShape;
  /** The shape on a tall page, if all cells have space. */
  readonly tallPlate?: LargeCellShape;
}

/** Returns a square cell. The gap is 1 px up to a size of 10 px, 2 px up to 16 px, 3 px above. Cells of 1 or 2 px have
 *  none. */
function squareOf(size: number): CellShape {
  const pitch = size + (size <= 2 ? 0 : size <= 10 ? 1 : size <= 16 ? 2 : 3);
  return { width: size, height: size, pitchX: pitch, pitchY: pitch };
}

const LARGE_CELL_SIZE = 20;
/** Size on a tall screen. */
const TALL_CELL_SIZE = 28;
/** Between 3 px with a gap and 2 px this shape fits nearly twice as many cells, and patterns remain distinguishable. */
const TOUCHING: CellShape = { width: 3, height: 3, pitchX: 3, pitchY: 3 };

/** Shapes of a node that shows one pod. A large cell has the name of its node and at most one phrase next to it. */
export const POD_SHAPES: CellShapes = {
  fit: [...[40, 34, 28, 24, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3].map(squareOf), TOUCHING, ...[2, 1].map(squareOf)],
  ten: squareOf(10),
  plate: { width: LARGE_CELL_SIZE, height: LARGE_CELL_SIZE, pitchY: 32, leastPitchX: 98 },
  tallPlate: { width: TALL_CELL_SIZE, height: TALL_CELL_SIZE, pitchY: 48, leastPitchX: 106 },
};
