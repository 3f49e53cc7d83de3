import { withoutHidden } from "@daemonscope/kube/values/hidden-text";

/** Rows of texts and numbers under their heads, in the order of the page. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** Characters that a spreadsheet skips before a formula: spaces, controls, marks, and characters without width. */
const SKIPPED = /^[\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]+/u;
const FORMULA = /^[=+\-@]/;
/** Line breaks and tabs in a quoted cell are text. */
const QUOTED_CONTROLS = "\t\r\n";

/** Reports whether a spreadsheet may treat a cell as a formula, also in full width or other compatible characters. */
const isFormula = (cell: string): boolean => /^[\t\r\n]/.test(cell) || FORMULA.test(cell.replace(SKIPPED, "").normalize("NFKC"));

/** Names, labels and reasons are untrusted text. An apostrophe before a formula makes it text. Spreadsheets hide it,
 *  and other programs see an additional character instead of a command (G16). Hidden characters are escaped, because
 *  a CSV is read on terminals too. */
function csvCell(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const shown = withoutHidden(cell, QUOTED_CONTROLS);
  const harmless = isFormula(cell) || isFormula(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Comma-separated values (RFC 4180), with the byte order mark that makes spreadsheets read UTF-8. */
export const csvOf = ({ heads, rows }: Table): string =>
  `\u{feff}${[heads, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;

/** Columns three spaces apart, as kubectl prints them. */
export function plainTextOf({ heads, rows }: Table): string {
  const lines = [heads, ...rows].map((row) => row.map((cell) => withoutHidden(String(cell))));
  const widths = heads.map((_, column) => lines.reduce((widest, line) => Math.max(widest, [...(line[column] ?? "")].length), 0));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === line.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) + 3 - [...cell].length)))
        .join(""),
    )
    .map((line) => `${line}\n`)
    .join("");
}
