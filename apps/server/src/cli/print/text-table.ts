import { escapeControl } from "../../platform/text/escape-control.ts";
import { displayWidth } from "./display-width.ts";

/** Spaces between two columns. */
export const COLUMN_GAP = 3;
const NAMESPACES_SHOWN = 5;
/** The minimum column width of the tabwriter in kubectl. */
const MIN_WIDTH = 6;

/** Lines of a table that may continue: a later row keeps the width of each column, or widens it, as in kubectl. */
export class TableColumns {
  readonly #widths: number[];

  /** `least`: the least width of each column, without the gap. */
  constructor(least: readonly number[] = []) {
    this.#widths = least.map((width) => Math.max(MIN_WIDTH, width + COLUMN_GAP));
  }

  /** Returns one line per row. The last column is not padded. */
  lines(rows: readonly (readonly string[])[]): readonly string[] {
    const cells = rows.map((row) => row.map(escapeControl));
    // A loop instead of a spread: a large cluster has more rows than a call takes arguments.
    for (const row of cells)
      for (const [column, cell] of row.entries())
        this.#widths[column] = Math.max(this.#widths[column] ?? MIN_WIDTH, displayWidth(cell) + COLUMN_GAP);
    return cells.map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell + " ".repeat((this.#widths[column] ?? 0) - displayWidth(cell))))
        .join(""),
    );
  }
}

/**
 * Returns a table as kubectl prints it: columns three spaces apart, the last one not padded. One line per row, the
 * header first.
 * Source: cli-runtime pkg/printers/tabwriter.go, GetNewTabWriter.
 */
export const textTable = (header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  new TableColumns().lines([header, ...rows]);

/** Returns kubectl's words in the place of a table without rows. */
export const nothingFoundText = (namespace: string | undefined): string =>
  namespace === undefined ? "No resources found" : `No resources found in ${namespace} namespace.`;

/**
 * Returns the same for a namespace without DaemonSets, and where to look. `recorded`: the namespaces of DaemonSets in
 * the queried recording, whose content the user may not know.
 */
export function noResourcesText(namespace: string | undefined, recorded: readonly string[] = []): string {
  if (namespace === undefined) return nothingFoundText(namespace);
  const shown = recorded.slice(0, NAMESPACES_SHOWN).join(", ");
  const more = recorded.length > NAMESPACES_SHOWN ? ` and ${recorded.length - NAMESPACES_SHOWN} more` : "";
  const hint =
    recorded.length === 0
      ? " Use -A for all namespaces."
      : ` The recording has DaemonSets in namespace${recorded.length === 1 ? "" : "s"} ${shown}${more}: use -n or -A.`;
  return `${nothingFoundText(namespace)}${hint}`;
}
