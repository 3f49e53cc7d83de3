import { type PointerEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../cell/palette.ts";
import { GridCanvas } from "./GridCanvas.tsx";
import { GroupHeadings } from "./GroupHeadings.tsx";
import type { ChangeMotion } from "./grid-painter.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";
import { cellAt } from "./hit-test.ts";
import { moveFocus } from "./move-focus.ts";
import type { NodeGroup } from "./select-groups.ts";
import { useGridKeys } from "./use-grid-keys.ts";

export interface CellFieldProps {
  readonly scene: GridScene;
  readonly palette: Palette;
  /** What all the cells are, for those who do not see them. */
  readonly label: string;
  readonly seq: number;
  readonly keeps: (cell: SceneCell) => boolean;
  readonly motion: ChangeMotion;
  readonly only: string | undefined;
  readonly onOnly: (group: string | undefined) => void;
  readonly factsOf: (group: NodeGroup, width: number) => string;
  /** A cell for those who do not see it. */
  readonly sentenceOf: (cell: SceneCell) => string;
  /** The tooltip of a cell. */
  readonly cardOf: (cell: SceneCell) => ReactNode;
  /** Takes the place of the drawing, where cells have words beside them; `hovered`: the cell under the pointer. */
  readonly plates: ((hovered: number | undefined) => ReactNode) | undefined;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

const TOUCH_REACH = 12;

/** Cells of nodes: one drawing, one real cell that moves over the active node, headings as headings. Experience rules D.6. */
export function CellField(props: CellFieldProps) {
  const { scene, palette, seq, keeps, motion, plates, selected, active, onMove, onOpen } = props;
  const { t } = useTranslation();
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const [isFocused, setFocused] = useState(false);
  const cellId = useId();
  const onKeyDown = useGridKeys({ ...props, cells: scene.cells, move: (from, step) => moveFocus(scene, from, step) });
  const at = Math.min(active, Math.max(0, scene.cells.length - 1));
  const cell = scene.cells[at];
  const shown = scene.cells[hovered ?? (isFocused ? at : -1)];
  const { layout, groups } = scene;
  const pointed = (event: PointerEvent): number | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const hit = cellAt(layout, x, y);
    if (hit !== undefined || event.pointerType !== "touch") return hit;
    return cellAt(layout, x, y - TOUCH_REACH) ?? cellAt(layout, x - TOUCH_REACH, y);
  };
  const place = cell === undefined ? undefined : layout.places[cell.group];
  const selectedCell = selected === undefined ? undefined : scene.cells.find((each) => each.node.name === selected);
  return (
    <div className="node-grid" style={{ height: layout.height }}>
      <div
        role="grid"
        className="node-grid-cells"
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={scene.cells.length}
        aria-colcount={1}
        aria-activedescendant={cell === undefined ? undefined : cellId}
        data-seq={seq}
        data-rev={seq}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerMove={(event) => setHovered(event.pointerType === "touch" ? undefined : pointed(event))}
        onPointerLeave={() => setHovered(undefined)}
        onPointerUp={(event) => {
          const hit = pointed(event);
          const node = hit === undefined ? undefined : scene.cells[hit]?.node.name;
          if (hit === undefined || node === undefined) return;
          onMove(hit);
          onOpen(node);
        }}
      >
        {plates === undefined ? (
          <GridCanvas scene={scene} palette={palette} keeps={keeps} motion={motion} />
        ) : (
          <div aria-hidden="true">{plates(hovered)}</div>
        )}
        {cell !== undefined && (
          <div role="row" tabIndex={-1} aria-rowindex={at + 1}>
            <div
              role="gridcell"
              tabIndex={-1}
              id={cellId}
              aria-colindex={1}
              aria-selected={cell.node.name === selected}
              className={`grid-focus${isFocused ? " on" : ""}`}
              style={{ left: cell.x - 3, top: cell.y - 3, width: layout.size + 6, height: layout.size + 6 }}
            >
              <span className="visually-hidden">
                {[
                  props.sentenceOf(cell),
                  ...(place === undefined
                    ? []
                    : [t("grid.sentence.place", { at: at - (layout.starts[cell.group] ?? 0) + 1, all: place.count })]),
                ].join(t("grid.comma"))}
              </span>
            </div>
          </div>
        )}
      </div>
      {selectedCell !== undefined && (
        <div
          className="grid-ring"
          style={{ left: selectedCell.x - 3, top: selectedCell.y - 3, width: layout.size + 6, height: layout.size + 6 }}
        />
      )}
      <GroupHeadings layout={layout} groups={groups} factsOf={props.factsOf} only={props.only} onOnly={props.onOnly} />
      {shown !== undefined && props.cardOf(shown)}
    </div>
  );
}
