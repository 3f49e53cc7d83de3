import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

const positionIn = (
  cells: readonly (readonly HTMLElement[])[],
  element: Element | null,
): readonly [row: number, column: number] | undefined => {
  for (const [row, each] of cells.entries()) {
    const column = each.indexOf(element as HTMLElement);
    if (column >= 0) return [row, column];
  }
  return undefined;
};

/** Returns the links and buttons of the heads and cells, by row and column. */
const cellsOf = (box: HTMLElement): readonly (readonly HTMLElement[])[] =>
  [...box.querySelectorAll<HTMLElement>("[data-cells]")].map((row) => [...row.querySelectorAll<HTMLElement>("[data-cell]")]);

/**
 * A ref that makes a matrix one tab stop. `onMatrixKey` adds the keys: arrows move between cells; Home and End go to
 * the ends of a row.
 */
export function singleTabStop(box: HTMLElement | null): (() => void) | undefined {
  if (box === null) return undefined;
  const choose = () => {
    const cells = cellsOf(box).flat();
    const entry = cells.find((cell) => cell === document.activeElement) ?? cells.find(({ tabIndex }) => tabIndex === 0) ?? cells[0];
    for (const cell of cells) if (cell.tabIndex !== (cell === entry ? 0 : -1)) cell.tabIndex = cell === entry ? 0 : -1;
  };
  const changes = new MutationObserver(choose);
  changes.observe(box, { subtree: true, childList: true });
  box.addEventListener("focusin", choose);
  choose();
  return () => {
    changes.disconnect();
    box.removeEventListener("focusin", choose);
  };
}

export function onMatrixKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const cells = cellsOf(event.currentTarget);
  const position = positionIn(cells, document.activeElement);
  if (position === undefined) return;
  const [row, column] = position;
  const step = STEPS[event.key];
  const rowTo = Math.max(0, Math.min(cells.length - 1, row + (step?.[0] ?? 0)));
  const across = cells[rowTo] ?? [];
  const columnTo = event.key === "Home" ? 0 : event.key === "End" ? across.length - 1 : column + (step?.[1] ?? 0);
  if (step === undefined && event.key !== "Home" && event.key !== "End") return;
  const to = across[Math.max(0, Math.min(across.length - 1, columnTo))];
  to?.focus({ preventScroll: true });
  to?.scrollIntoView({ block: "nearest", inline: "nearest" });
  event.preventDefault();
  event.stopPropagation();
}
