import type { Ghost } from "@daemonscope/shared/http/what-if";
import { type CellStyle, cellStyleKey, cellStyleOf, plainCellStyle } from "../../../data/cell/cell-style.ts";
import type { Palette } from "../../../data/cell/palette.ts";
import { CellSprites } from "../../../draw/cell/cell-sprites.ts";
import type { Sprites } from "../../../draw/cell/sprites.ts";
import { ghostSprites } from "../../../draw/ghost/ghost-sprites.ts";
import { type GhostStyle, ghostStyleKey } from "../../../draw/ghost/ghost-style.ts";
import type { CellChangeSet, CellRenderer } from "../../../draw/grid/cell-renderer.ts";
import type { GridLayout } from "../../../draw/grid/layout/grid-layout.ts";
import type { GridScene } from "../../../draw/grid/layout/grid-scene.ts";

/** A grid of the preview. `ghostOf`: outcome of a row; undefined if the cells show only one moment. */
export interface GhostScene extends GridScene {
  readonly ghostOf: ((row: number) => Ghost) | undefined;
}

type Look = GhostStyle | CellStyle;

const keyOf = (look: Look): string => ("ghost" in look ? ghostStyleKey(look) : cellStyleKey(look));

/** Returns the look of a cell of a scene by its index. `showsTaints`: includes taints that its whole group shares. */
export function ghostLookOf({ places, nodes, ghostOf }: GhostScene, cell: number, showsTaints = false): Look {
  const row = places.rows[cell] ?? 0;
  const record = nodes.cells.records[row];
  const shared = showsTaints ? [] : nodes.groups[places.group[cell] ?? 0]?.sharedTaints;
  const now = cellStyleOf(nodes.cells.bytes[row] ?? 0, record, shared);
  return ghostOf === undefined ? now : { ghost: ghostOf(row), now };
}

/** Cells of a what-if: looks, each drawn once and copied. */
export class GhostCellRenderer implements CellRenderer<GhostScene, Look> {
  readonly isImage = false;
  #scene: GhostScene | undefined;
  #looks: readonly Look[] = [];
  #cells: CellSprites | undefined;
  #ghosts: Sprites<GhostStyle, Palette> | undefined;

  show(scene: GhostScene): CellChangeSet<Look> | undefined {
    const before = this.#scene;
    const previousLooks = this.#looks;
    this.#scene = scene;
    this.#looks = Array.from(scene.places.rows, (_, cell) => ghostLookOf(scene, cell));
    if (before?.places !== scene.places) return undefined;
    const changed = new Map<number, Look>();
    for (const [cell, look] of this.#looks.entries()) {
      const was = previousLooks[cell];
      if (was !== undefined && keyOf(was) !== keyOf(look)) changed.set(cell, was);
    }
    const looks = [...changed.values()];
    return { cells: Uint32Array.from(changed.keys()), wasAt: (place) => looks[place] ?? plainCellStyle("excluded") };
  }

  lay({ cell }: GridLayout, palette: Palette, pixelRatio: number): void {
    if (this.#cells?.isFor(cell.width, pixelRatio, palette)) return;
    this.#cells = new CellSprites(cell.width, pixelRatio, palette);
    this.#ghosts = ghostSprites(cell.width, pixelRatio, palette);
  }

  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void {
    const look = this.#looks[cell];
    if (look !== undefined) this.drawWas(context, x, y, look);
  }

  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: Look): void {
    if ("ghost" in was) this.#ghosts?.draw(context, x, y, was);
    else this.#cells?.draw(context, x, y, was);
  }

  drawPixels(): void {
    // There is no image: cells of one pixel are copied too.
  }
}
