import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Taint } from "@daemonscope/kube/objects";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type CellStyle, sameTaint, taintCapOf } from "../../data/cell/cell-style.ts";
import { CellStyleTable } from "../../data/cell/cell-style-table.ts";
import { rowsBetween } from "../../data/computed/computed.ts";
import { shownByte } from "../../data/rows/cell-overlay.ts";
import type { NodeCells } from "../../data/rows/node-cells.ts";
import type { PlacedNodes } from "../../data/rows/placed-nodes.ts";
import type { CellChangeSet } from "./cell-renderer.ts";
import type { GridScene } from "./layout/grid-scene.ts";
import { NO_READY_FILLS } from "./ready-fills.ts";

/** The look of each cell of a scene, as numbers of one table. It remembers the previous looks and reports which cells
 *  look different. */
export class CellStyleColumn {
  readonly table = new CellStyleTable();
  #scene: GridScene | undefined;
  #numbers = new Uint16Array();
  /** 1 if only the byte determines the look, for any byte. By cell of the last scene. */
  #plainCells = new Uint8Array();
  /** The look number of a cell that shows only the byte, by byte. */
  readonly #plain: (number | undefined)[] = [];

  lookOf(cell: number): CellStyle {
    return this.table.styleOf(this.#numbers[cell] ?? 0);
  }

  numberOf(cell: number): number {
    return this.#numbers[cell] ?? 0;
  }

  /** Sets the scene and returns the cells whose look changed, with the number of the previous look; undefined if cells
   *  moved, because then all are new. `isFollowed`: `touch` reports changed cells, so only replaced nodes are checked.
   *  O(changes), and O(cells) under another lens. */
  show(scene: GridScene, isFollowed = false): CellChangeSet<number> | undefined {
    const before = this.#scene;
    this.#scene = scene;
    const { places } = scene;
    if (before?.places !== places) {
      this.#numbers = new Uint16Array(places.rows.length);
      this.#plainCells = new Uint8Array(places.rows.length);
      for (let cell = 0; cell < this.#numbers.length; cell++) this.#numbers[cell] = this.#numberIn(scene, cell);
      return undefined;
    }
    return this.#rewrite(touchedCells(before, scene, isFollowed), (cell) => this.#numberIn(scene, cell));
  }

  /** Applies the live cells of some rows, in a scene whose cells have not moved. */
  touch(scene: GridScene, rows: readonly number[] | undefined): CellChangeSet<number> {
    const { places, nodes } = scene;
    const { cellOfRow } = places;
    const { bytes } = nodes.cells;
    const isPlain = hasPlainCells(scene);
    // Nodes are unchanged since the last scene.
    const numberAt = (cell: number) =>
      isPlain && this.#plainCells[cell] === 1 ? this.#plainNumber(bytes[places.rows[cell] ?? 0] ?? 0) : this.#numberIn(scene, cell);
    if (rows === undefined) return this.#rewrite(places.rows.keys(), numberAt);
    const touched: number[] = [];
    for (let at = 0; at < rows.length; at++) {
      const cell = cellOfRow[rows[at] ?? -1] ?? -1;
      if (cell >= 0) touched.push(cell);
    }
    return this.#rewrite(touched, numberAt);
  }

  #rewrite(touched: Iterable<number>, numberAt: (cell: number) => number): CellChangeSet<number> {
    const cells: number[] = [];
    const previous: number[] = [];
    for (const cell of touched) {
      const was = this.#numbers[cell] ?? 0;
      const is = numberAt(cell);
      // A cell that is touched twice is reported once.
      if (was === is) continue;
      this.#numbers[cell] = is;
      cells.push(cell);
      previous.push(was);
    }
    return { cells: new Uint32Array(cells), wasAt: (place) => previous[place] ?? 0 };
  }

  #plainNumber(byte: CellByte): number {
    const known = this.#plain[byte] ?? this.table.numberOf({ byte, isCordoned: false, taint: "none", fill: undefined, shade: undefined });
    this.#plain[byte] = known;
    return known;
  }

  #numberIn(scene: GridScene, cell: number): number {
    const { places, nodes, paint } = scene;
    const row = places.rows[cell] ?? 0;
    const record = nodes.cells.records[row];
    // Nearly all cells show only a byte.
    const isPlain = record !== undefined && record.taints.length === 0 && !record.unschedulable;
    this.#plainCells[cell] = isPlain ? 1 : 0;
    if (isPlain && hasPlainCells(scene)) return this.#plainNumber(nodes.cells.bytes[row] ?? 0);
    const group = nodes.groups[places.group[cell] ?? 0];
    return this.table.numberOf({
      byte: shownByte(nodes.cells.bytes[row] ?? 0, record, nodes.cells.overlay),
      isCordoned: record?.unschedulable === true,
      taint: record === undefined || record.taints.length === 0 ? "none" : taintCapOf(record.taints, group?.sharedTaints ?? []),
      fill: record === undefined || paint.fills === NO_READY_FILLS ? undefined : paint.fills.of(record.name),
      shade: paint.shadeOf?.(row),
    });
  }
}

/** Reports whether nothing but the node and its byte decides the look of a cell. */
const hasPlainCells = ({ paint: { fills, shadeOf }, nodes }: GridScene): boolean =>
  fills === NO_READY_FILLS && shadeOf === undefined && nodes.cells.overlay === undefined;

/** Returns cells that may look different; some may occur twice. */
function touchedCells(before: GridScene, after: GridScene, isFollowed: boolean): Iterable<number> {
  const { places, nodes, paint } = after;
  const rows = rowsBetween(before.nodes, nodes);
  const isSameOverlay = before.nodes.cells.overlay?.key === nodes.cells.overlay?.key;
  if (rows === undefined || before.paint.shadeOf !== paint.shadeOf || !isSameOverlay) return places.rows.keys();
  const checkedRows = isFollowed ? rows.filter(otherNodes(before.nodes.cells.records, nodes.cells.records)) : rows;
  const touched = checkedRows.map((row) => places.cellOfRow[row] ?? -1);
  if (before.paint.fills !== paint.fills)
    for (const name of [...before.paint.fills.names, ...paint.fills.names]) {
      const row = rowIdOf(nodes.cells.rows, name);
      if (row !== undefined) touched.push(places.cellOfRow[row] ?? -1);
    }
  for (const row of rowsUnderOtherTaints(before.nodes, nodes)) touched.push(places.cellOfRow[row] ?? -1);
  return touched.filter((cell) => cell >= 0);
}

/** Returns a test for rows whose node or node record changed. */
export function otherNodes(before: NodeCells["records"], after: NodeCells["records"]): (row: number) => boolean {
  return before === after ? () => false : (row) => before[row] !== after[row];
}

/** Returns the rows of groups whose shared taints changed: taints on a heading are not drawn on the cells. */
export function rowsUnderOtherTaints(before: PlacedNodes, after: PlacedNodes): readonly number[] {
  return after.groups.flatMap(({ sharedTaints, rows }, index) =>
    hasSameTaints(sharedTaints, before.groups[index]?.sharedTaints ?? []) ? [] : [...rows],
  );
}

const hasSameTaints = (a: readonly Taint[], b: readonly Taint[]): boolean =>
  a === b || (a.length === b.length && a.every((taint, at) => b[at] !== undefined && sameTaint(taint, b[at])));
