import { useLayoutEffect, useRef } from "react";

const SLIDE = { duration: 240, easing: "cubic-bezier(.215, .61, .355, 1)" };

/** Slides rows once from their previous places to new ones if `order` changes while `filter` is the same. Rows have
 *  `data-row`. */
export function useRowSlide(table: HTMLElement | null, order: string, filter: string): void {
  const last = useRef<{ readonly filter: string; readonly tops: ReadonlyMap<string, number> }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is that of the rows in the table
  useLayoutEffect(() => {
    if (table === null) return;
    const rows = [...table.querySelectorAll<HTMLElement>("[data-row]")];
    const before = last.current;
    last.current = { filter, tops: new Map(rows.map((row) => [row.dataset.row ?? "", row.offsetTop])) };
    if (before?.filter !== filter || document.hidden || document.documentElement.dataset.motion === "reduce") return;
    for (const row of rows) {
      const from = before.tops.get(row.dataset.row ?? "");
      if (from === undefined || from === row.offsetTop) continue;
      row.animate([{ transform: `translateY(${from - row.offsetTop}px)` }, { transform: "none" }], SLIDE);
    }
  }, [table, order, filter]);
}
