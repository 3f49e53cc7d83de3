/** Cells of one line. The last cell of a line belongs to no column. */
type Line = readonly string[];

/** Minimum number of spaces between two columns. */
const PADDING = 2;
const width = (cell: string): number => [...cell].length;

/** Lays out lines of tab-terminated cells as kubectl prints its tables. A column spans consecutive lines that have
 *  it; its width is its widest cell plus two spaces. Line breaks and tabs inside a value have the same effect as in
 *  kubectl.
 *  Source: Go text/tabwriter as kubectl configures it, Init(out, 0, 8, 2, ' ', 0). */
export function tabbedText(text: string): string {
  // A form feed ends every column. A line without cells has the same effect.
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
