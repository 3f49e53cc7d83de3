/** Size of the grid: `fit` shows all at once, `10` has cells of 10 px, `names` has names next to large cells.
 *  `table` is the table. */
export const GRID_SIZES = ["fit", "10", "names", "table"] as const;
export type GridSize = (typeof GRID_SIZES)[number];

/** With more nodes, names next to cells form a list, and the table is better. */
export const NAMES_UP_TO = 200;

const isGridSize = (value: string | undefined): value is GridSize => (GRID_SIZES as readonly string[]).includes(value ?? "");

/** Returns the size to show if none is requested, or if the requested one does not fit the number of nodes. `hasRoom`:
 *  names fit next to the cells of several columns. */
export function gridSizeFor(wanted: string | undefined, nodes: number, hasRoom = true): GridSize {
  if (!isGridSize(wanted)) return nodes <= NAMES_UP_TO && hasRoom ? "names" : "fit";
  return wanted === "names" && nodes > NAMES_UP_TO ? "fit" : wanted;
}

/** Returns the next size in the order of the tools, among those that fit this number of nodes. */
export function nextGridSize(size: GridSize, nodes: number): GridSize {
  const fitting = GRID_SIZES.filter((each) => each !== "names" || nodes <= NAMES_UP_TO);
  return fitting[(fitting.indexOf(size) + 1) % fitting.length] ?? "fit";
}
