/** How the nodes are shown: `fit` all at once, cells of 10 px, `names` beside large cells, or the table. */
export const GRID_SIZES = ["fit", "10", "names", "table"] as const;
export type GridSize = (typeof GRID_SIZES)[number];

/** Beyond this, names beside cells are a list, and the table is the better one. */
export const NAMES_UP_TO = 150;

const isGridSize = (value: string | undefined): value is GridSize => (GRID_SIZES as readonly string[]).includes(value ?? "");

/** The size to show when none is asked for, or when there are too many nodes for the one that is. `hasRoom`: for names beside the cells of several columns. */
export function gridSizeFor(wanted: string | undefined, nodes: number, hasRoom = true): GridSize {
  if (!isGridSize(wanted)) return nodes <= NAMES_UP_TO && hasRoom ? "names" : "fit";
  return wanted === "names" && nodes > NAMES_UP_TO ? "fit" : wanted;
}

/** The size after this one, in the order of the tools, among those that fit so many nodes. */
export function nextGridSize(size: GridSize, nodes: number): GridSize {
  const fitting = GRID_SIZES.filter((each) => each !== "names" || nodes <= NAMES_UP_TO);
  return fitting[(fitting.indexOf(size) + 1) % fitting.length] ?? "fit";
}
