import { escapeControl } from "../../platform/text/escape-control.ts";

const GAP = 3;
/** The minimum column width of the tabwriter in kubectl. */
const MIN_WIDTH = 6;

const widthOf = (text: string): number => [...text].length;

/**
 * Returns a table as kubectl prints it: columns three spaces apart, the last one not padded. One line per row, the
 * header first.
 * Source: cli-runtime pkg/printers/tabwriter.go, GetNewTabWriter.
 */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const cells = [header, ...rows].map((row) => row.map(escapeControl));
  // A fold instead of a spread: a large cluster has more rows than a call takes arguments.
  const widths = header.map((_, column) => cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? "") + GAP), MIN_WIDTH));
  return cells.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))).join(""),
  );
}

/** Returns kubectl's words in the place of a table without rows. */
export const noResourcesText = (namespace: string | undefined): string =>
  namespace === undefined ? "No resources found" : `No resources found in ${namespace} namespace.`;
