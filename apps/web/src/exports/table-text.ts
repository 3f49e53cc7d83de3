/** Rows of texts and numbers under their heads, in the order of the page. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A spreadsheet takes a cell that begins so for a formula, also after spaces and in full width, and names, labels and reasons are other people's text. An apostrophe
 *  before it makes it text: spreadsheets do not show it, and other programs see a character more rather than a command (G16). */
const FORMULA = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function csvCell(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Comma-separated values (RFC 4180), with the mark that makes spreadsheets read UTF-8. */
export const csvOf = ({ heads, rows }: Table): string =>
  `\u{feff}${[heads, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;

/** Other people's text on one line: control characters as they are escaped in JSON. */
const oneLine = (cell: string | number): string =>
  String(cell).replaceAll(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Columns three spaces apart, as kubectl prints them. */
export function plainTextOf({ heads, rows }: Table): string {
  const lines = [heads, ...rows].map((row) => row.map(oneLine));
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
