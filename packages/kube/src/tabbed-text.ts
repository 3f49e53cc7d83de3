/** Cells of one line; a line's last cell is of no column. */
type Line = readonly string[];

/** What stands between two columns at least. */
const PADDING = 2;
const width = (cell: string): number => [...cell].length;

/** Lays out lines of cells that end in tabs, as kubectl prints its tables: a column is as wide as its widest cell and two spaces, and goes on for
 *  as many lines as have it. Line breaks and tabs inside a value do here what they do there.
 *  Source: Go text/tabwriter as kubectl sets it up, Init(out, 0, 8, 2, ' ', 0). */
export function tabbedText(text: string): string {
  // A form feed ends every column, which a line without cells does too.
  const lines: Line[] = text
    .replaceAll("\f", "\n\0\n")
    .split("\n")
    .map((line) => line.split(/[\t\v]/));
  const widths: number[][] = lines.map(() => []);
  const layOut = (from: number, to: number, column: number) => {
    for (let at = from; at < to; at++) {
      const start = at;
      let widest = 0;
      while (at < to && (lines[at]?.length ?? 0) > column + 1) {
        widest = Math.max(widest, width(lines[at]?.[column] ?? "") + PADDING);
        at++;
      }
      if (at === start) continue;
      for (let row = start; row < at; row++) widths[row]?.push(widest);
      layOut(start, at, column + 1);
    }
  };
  layOut(0, lines.length, 0);
  return lines
    .map((line, row) => line.map((cell, column) => cell + " ".repeat(Math.max(0, (widths[row]?.[column] ?? 0) - width(cell)))).join(""))
    .join("\n")
    .replaceAll("\n\0\n", "\n");
}
