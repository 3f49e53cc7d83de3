import { useMemo, useRef } from "react";
import type { Shade } from "../cell/shade.ts";
import { layoutGrid, layoutPlates } from "./grid-layout.ts";
import { type GridScene, gridScene } from "./grid-scene.ts";
import type { GridSize } from "./grid-size.ts";
import type { FillOf } from "./ready-fill.ts";
import type { NodeGroup } from "./select-groups.ts";

const MIN_HEIGHT = 240;
const BOTTOM_MARGIN = 20;
const NARROW = 480;
const NARROW_HEIGHT = 460;

/** The scene for a width; cells that did not change are the ones of the scene before, and the layout is the same object while counts and width are.
 *  `headWidthOf`: what a heading needs, CSS pixels. `below`: room that is kept free below the grid. */
export function useGridScene(
  groups: readonly NodeGroup[],
  size: GridSize,
  box: { readonly width: number; readonly top: number },
  headWidthOf: (group: NodeGroup) => number,
  fillOf: FillOf,
  shadeOf: (node: string) => Shade | undefined,
  below = BOTTOM_MARGIN,
): GridScene {
  const counts = groups.map((group) => group.nodes.length).join(",");
  const heads = groups.map(headWidthOf).join(",");
  const isNarrow = box.width < NARROW;
  const height = isNarrow ? NARROW_HEIGHT : Math.max(MIN_HEIGHT, window.innerHeight - box.top - below);
  const layout = useMemo(() => {
    const numbers = (text: string) => (text === "" ? [] : text.split(",").map(Number));
    const each = numbers(counts);
    if (size === "names") return layoutPlates(each, box.width);
    return layoutGrid(each, numbers(heads), box.width, height, size === "10" ? 10 : "fit");
  }, [counts, heads, size, box.width, height]);
  const before = useRef<GridScene>(undefined);
  const scene = gridScene(groups, layout, fillOf, before.current, shadeOf);
  before.current = scene;
  return scene;
}
