import { displayWidth, fitting } from "./display-width.ts";
import { watchedWidths } from "./status-table.ts";
import { COLUMN_GAP, TableColumns } from "./text-table.ts";

/** Columns that a narrow terminal hides, in this order. A rollout needs UP-TO-DATE, the verdict and the concern. */
const HIDDEN_FIRST: readonly string[] = ["NODE SELECTOR", "AGE", "CURRENT", "MISSCHEDULED", "BUDGET", "READY", "COUNTS"];
/** The least room for the last column. */
const LAST_COLUMN_WIDTH = 20;

/** Returns the indexes of the columns that fit a terminal; the last one may be cut. */
function shownColumns(header: readonly string[], rows: readonly (readonly string[])[], terminalColumns: number): readonly number[] {
  const least = watchedWidths(header);
  const widthOf = (at: number) => Math.max(least[at] ?? 0, ...[header, ...rows].map((cells) => displayWidth(cells[at] ?? ""))) + COLUMN_GAP;
  let shown = header.map((_, at) => at);
  for (const name of HIDDEN_FIRST) {
    const width = shown.slice(0, -1).reduce((sum, at) => sum + widthOf(at), LAST_COLUMN_WIDTH);
    if (width <= terminalColumns) break;
    shown = shown.filter((at) => header[at] !== name);
  }
  return shown;
}

/** The table of a watch, which grows with each change. Its header is printed once. */
export class WatchedTable {
  #columns: TableColumns | undefined;
  #shown: readonly number[] | undefined;
  #isNew = true;

  /** No line was printed. */
  get isNew(): boolean {
    return this.#isNew;
  }

  begin(): void {
    this.#isNew = false;
  }

  /** Returns the lines of more rows. `terminalColumns`: the width of a terminal, in which no line wraps. */
  lines(
    header: readonly string[],
    rows: readonly (readonly string[])[],
    noHeaders: boolean,
    terminalColumns: number | undefined,
  ): readonly string[] {
    const withHeader = this.#isNew && !noHeaders;
    this.begin();
    // The first rows decide, so that later lines stay aligned.
    this.#shown ??= terminalColumns === undefined ? header.map((_, at) => at) : shownColumns(header, rows, terminalColumns);
    const shown = this.#shown;
    const pick = (cells: readonly string[]) => shown.map((at) => cells[at] ?? "");
    this.#columns ??= new TableColumns(shown.map((at) => watchedWidths(header)[at] ?? 0));
    const lines = this.#columns.lines((withHeader ? [header, ...rows] : rows).map(pick));
    return terminalColumns === undefined ? lines : lines.map((line) => fitting(line, terminalColumns));
  }
}
