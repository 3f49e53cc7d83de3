import { type CellLook, lookOf } from "../cell/look.ts";
import type { Shade } from "../cell/shade.ts";
import { cellPlace, type GridLayout } from "./grid-layout.ts";
import type { GridNode, NodeGroup } from "./select-groups.ts";

export interface SceneCell {
  readonly node: GridNode;
  readonly group: number;
  readonly x: number;
  readonly y: number;
  readonly look: CellLook;
}

/** What the grid draws, as plain data, in reading order: group by group, column by column. */
export interface GridScene {
  readonly layout: GridLayout;
  readonly groups: readonly NodeGroup[];
  readonly cells: readonly SceneCell[];
}

/** Places and looks of all cells. `fillOf`: how far minReadySeconds has run on a node, 0 to 1.
 *  `shadeOf`: what a lens makes of a node.
 *  `before`: its cells are kept where nothing changed, so that equal means the same object. */
export function gridScene(
  groups: readonly NodeGroup[],
  layout: GridLayout,
  fillOf: (node: string) => number | undefined,
  before?: GridScene,
  shadeOf: (node: string) => Shade | undefined = () => undefined,
): GridScene {
  const cells: SceneCell[] = [];
  for (const place of layout.places) {
    const group = groups[place.index];
    if (group === undefined) continue;
    group.nodes.forEach((node, index) => {
      const { x, y } = cellPlace(layout, place, index);
      const was = before?.cells[cells.length];
      const fill = fillOf(node.name);
      const shade = shadeOf(node.name);
      const isSame =
        was !== undefined &&
        was.node.byte === node.byte &&
        was.node.record === node.record &&
        was.x === x &&
        was.y === y &&
        was.group === place.index &&
        fill === undefined &&
        was.look.shade === shade &&
        sameTaints(before?.groups[place.index], group);
      if (isSame) cells.push(was);
      else {
        const look = lookOf(node.byte, node.record, group.sharedTaints, fill);
        cells.push({ node, group: place.index, x, y, look: shade === undefined ? look : { ...look, shade } });
      }
    });
  }
  return { layout, groups, cells };
}

const sameTaints = (a: NodeGroup | undefined, b: NodeGroup): boolean =>
  a !== undefined &&
  a.sharedTaints.length === b.sharedTaints.length &&
  a.sharedTaints.every((taint, index) => taint === b.sharedTaints[index]);
