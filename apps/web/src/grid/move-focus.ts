import { cellOf } from "@daemonscope/daemonset/cell/cell";
import { figureOf } from "../cell/figure.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";

/** A step of the keyboard focus through the cells. */
export type FocusStep =
  | "left"
  | "right"
  | "up"
  | "down"
  | "home"
  | "end"
  | "first"
  | "last"
  | "nextGroup"
  | "previousGroup"
  | "nextProblem"
  | "previousProblem";

const RESTING = new Set(["available", "old", "excluded"]);

/** A cell that calls for a look: not resting, or on a node that is not Ready. */
function isProblem(byte: number): boolean {
  const cell = cellOf(byte);
  const figure = figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
  return !RESTING.has(figure) || (cell.nodeUnready && figure !== "excluded");
}

/** The cell that a step leads to; stays where there is none. Left and right go by columns and on into the next group, up and down inside a column. */
export function moveFocus(scene: GridScene, from: number, step: FocusStep): number {
  const { places, starts } = scene.layout;
  const last = scene.cells.length - 1;
  const cell = scene.cells[from];
  if (cell === undefined) return Math.min(Math.max(0, from), Math.max(0, last));
  const place = places[cell.group];
  const rows = place?.rows ?? 1;
  const start = starts[cell.group] ?? 0;
  const end = start + (place?.count ?? 1) - 1;
  const index = from - start;
  const row = index % rows;
  switch (step) {
    case "up":
      return row > 0 ? from - 1 : from;
    case "down":
      return row < rows - 1 && from < end ? from + 1 : from;
    case "right": {
      if (from + rows <= end) return from + rows;
      return end < last ? Math.min(end + 1 + row, startAfter(scene, cell.group)) : from;
    }
    case "left": {
      if (index >= rows) return from - rows;
      const before = places[cell.group - 1];
      if (before === undefined) return from;
      const beforeStart = starts[cell.group - 1] ?? 0;
      return Math.min(beforeStart + (before.columns - 1) * before.rows + row, beforeStart + before.count - 1);
    }
    case "home":
      return start + row;
    case "end":
      return start + row + Math.floor((end - start - row) / rows) * rows;
    case "first":
      return 0;
    case "last":
      return last;
    case "nextGroup":
      return starts[cell.group + 1] ?? from;
    case "previousGroup":
      return index > 0 ? start : (starts[cell.group - 1] ?? from);
    case "nextProblem":
      return nextProblem(scene.cells, from, 1);
    case "previousProblem":
      return nextProblem(scene.cells, from, -1);
  }
}

function startAfter(scene: GridScene, group: number): number {
  const start = scene.layout.starts[group + 1] ?? 0;
  return start + (scene.layout.places[group + 1]?.count ?? 1) - 1;
}

/** The same steps in a list of rows: up and down by one, PageUp and PageDown by group, Home and End to its ends; left and right stay. */
export function moveInList(cells: readonly SceneCell[], from: number, step: FocusStep): number {
  const last = Math.max(0, cells.length - 1);
  const group = cells[from]?.group;
  switch (step) {
    case "up":
      return Math.max(0, from - 1);
    case "down":
      return Math.min(last, from + 1);
    case "left":
    case "right":
      return from;
    case "home":
    case "first":
      return 0;
    case "end":
    case "last":
      return last;
    case "nextGroup": {
      const next = cells.findIndex((cell, index) => index > from && cell.group !== group);
      return next < 0 ? from : next;
    }
    case "previousGroup": {
      const start = cells.findIndex((cell) => cell.group === group);
      if (start < from) return start;
      const before = cells[start - 1]?.group;
      return before === undefined ? from : cells.findIndex((cell) => cell.group === before);
    }
    case "nextProblem":
      return nextProblem(cells, from, 1);
    case "previousProblem":
      return nextProblem(cells, from, -1);
  }
}

function nextProblem(cells: readonly SceneCell[], from: number, direction: 1 | -1): number {
  const count = cells.length;
  for (let step = 1; step <= count; step++) {
    const at = (from + direction * step + count * 2) % count;
    const cell = cells[at];
    if (cell !== undefined && isProblem(cell.node.byte)) return at;
  }
  return from;
}

/** The next cell whose node's name starts with what was typed, from `from` on and around; undefined when none does. */
export function findByPrefix(cells: readonly SceneCell[], from: number, typed: string): number | undefined {
  const count = cells.length;
  for (let step = 0; step < count; step++) {
    const at = (from + step) % count;
    if (cells[at]?.node.name.startsWith(typed)) return at;
  }
  return undefined;
}
