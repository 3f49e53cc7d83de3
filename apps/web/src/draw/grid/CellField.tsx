import { type PointerEvent, type ReactNode, useId, useState } from "react";
import type { NodeGroup } from "../../data/rows/node-group.ts";
import { CloseIcon } from "../../ui/controls/icons.tsx";
import { isSelecting } from "../../ui/controls/is-selecting.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { GroupHeadings } from "./GroupHeadings.tsx";
import css from "./grid.module.css";
import { placeOfBox } from "./layout/cells-in-box.ts";
import type { GridLayout } from "./layout/grid-layout.ts";
import { cellCount, cellNamed, type GridScene, type SceneCell, sceneCell } from "./layout/grid-scene.ts";
import { cellUnder } from "./layout/hit-test.ts";
import { focusStopsOf, moveFocus } from "./layout/move-focus.ts";
import { useDragSelection } from "./layout/use-drag-selection.ts";
import { useGridKeys } from "./layout/use-grid-keys.ts";

export interface CellFieldProps {
  readonly scene: GridScene;
  /** Accessible name of the whole grid. */
  readonly label: string;
  readonly seq: number;
  readonly only: string | undefined;
  readonly onOnly: (group: string | undefined) => void;
  readonly factsOf: (group: NodeGroup, width: number, isBelow: boolean) => string;
  readonly reasonOf?: (group: NodeGroup) => string | undefined;
  /** Returns the shared taints of a group that the previewed change adds. */
  readonly newTaintsOf?: ((group: NodeGroup) => readonly string[]) | undefined;
  /** Accessible description of a cell. */
  readonly sentenceOf: (cell: SceneCell) => string;
  readonly cardOf: (cell: SceneCell) => ReactNode;
  /** The cells as a drawing, with words next to them if the size has words. `hovered`: the cell under the pointer. */
  readonly drawing: (hovered: number | undefined) => ReactNode;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
  /** Actions for nodes that the user selects by dragging. If undefined, dragging selects nothing. */
  readonly offerFor?: ((nodes: readonly string[]) => ReactNode) | undefined;
}

/** The node under the pointer, and the focus. When the panel of a node closes, the focus returns to its cell: the card
 *  of the cell stays closed until the focus or the pointer moves, because it would cover what the user returns to. */
function usePointedNode(selected: string | undefined) {
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const [isFocused, setIsFocused] = useState(false);
  const [isCardClosed, setCardClosed] = useState(false);
  const [followed, setFollowed] = useState(selected);
  if (followed !== selected) {
    setFollowed(selected);
    setCardClosed(selected === undefined);
    setHovered(undefined);
  }
  const setFocused = (isNow: boolean) => {
    setIsFocused(isNow);
    if (!isNow) setCardClosed(false);
  };
  const openCard = (onMove: (index: number) => void) => (index: number) => {
    setCardClosed(false);
    onMove(index);
  };
  return { hovered, setHovered, isFocused, setFocused, isCardClosed, openCard };
}

/** Cells of nodes: one drawing, one real cell that moves over the active node, and headings of groups as elements. */
export function CellField(props: CellFieldProps) {
  const { scene, seq, drawing, selected, active, onMove, onOpen, factsOf, reasonOf, newTaintsOf, only, onOnly } = props;
  const { layout } = scene.places;
  const { hovered, setHovered, isFocused, setFocused, isCardClosed, openCard } = usePointedNode(selected);
  const cellId = useId();
  const stops = focusStopsOf(scene);
  const onKeyDown = useGridKeys({ ...props, onMove: openCard(onMove), stops, move: (from, step) => moveFocus(scene, from, step) });
  const at = Math.min(active, Math.max(0, cellCount(scene) - 1));
  const cell = sceneCell(scene, at);
  const hoveredAt = hovered === undefined ? -1 : cellNamed(scene, hovered);
  const hoveredCell = hoveredAt < 0 ? undefined : hoveredAt;
  const shownAt = hoveredCell ?? (isFocused && !isCardClosed ? at : undefined);
  const shown = shownAt === undefined ? undefined : sceneCell(scene, shownAt);
  const nameUnder = (event: PointerEvent): string | undefined => {
    const hit = cellUnder(layout, event);
    return hit === undefined ? undefined : sceneCell(scene, hit)?.node.name;
  };
  const drag = useDragSelection(scene, props.offerFor !== undefined);
  const selectedCell = sceneCell(scene, cellNamed(scene, selected));
  return (
    <div className={css.field} style={{ height: layout.height }}>
      <div
        role="grid"
        className={css.cells}
        tabIndex={0}
        aria-label={props.label}
        aria-rowcount={cellCount(scene)}
        aria-colcount={1}
        aria-activedescendant={cell === undefined ? undefined : cellId}
        data-seq={seq}
        data-rev={seq}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerDown={drag.onPointerDown}
        onPointerMove={(event) => {
          drag.onPointerMove(event);
          setHovered(event.pointerType === "touch" ? undefined : nameUnder(event));
        }}
        onPointerLeave={() => setHovered(undefined)}
        onPointerUp={(event) => {
          if (drag.onPointerUp() || isSelecting()) return;
          const hit = cellUnder(layout, event);
          const node = hit === undefined ? undefined : sceneCell(scene, hit)?.node.name;
          if (hit === undefined || node === undefined) return;
          onMove(hit);
          onOpen(node);
        }}
      >
        <div aria-hidden="true">{drawing(hoveredCell)}</div>
        {cell !== undefined && (
          <FocusedCell
            id={cellId}
            scene={scene}
            at={at}
            cell={cell}
            sentence={props.sentenceOf(cell)}
            isSelected={cell.node.name === selected}
            isFocused={isFocused}
          />
        )}
      </div>
      {drag.box === undefined ? null : <div className={css.dragged} style={placeOfBox(drag.box)} />}
      {drag.nodes.length === 0 ? null : <Offer onClear={drag.clear}>{props.offerFor?.(drag.nodes)}</Offer>}
      {selectedCell !== undefined && <div className={css.ring} style={frameOf(selectedCell, layout)} />}
      <GroupHeadings {...{ layout, factsOf, reasonOf, newTaintsOf, only, onOnly }} groups={scene.nodes.groups} />
      {
        // The panel of a selected cell already shows more, and the tooltip would cover the cell.
        shown !== undefined && shown.node.name !== selected && props.cardOf(shown)
      }
    </div>
  );
}

/** The actions for the selected nodes, and a button that clears the selection. */
function Offer({ onClear, children }: { readonly onClear: () => void; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={css.offer} role="status">
      {children}
      <button type="button" className="iconbtn" aria-label={t("grid.clear")} onClick={onClear}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** Returns the frame around a cell, in CSS pixels. */
const frameOf = ({ x, y }: SceneCell, { cell }: GridLayout) => ({
  left: x - 3,
  top: y - 3,
  width: cell.width + 6,
  height: cell.height + 6,
});

interface FocusedCellProps {
  readonly id: string;
  readonly scene: GridScene;
  readonly at: number;
  readonly cell: SceneCell;
  readonly sentence: string;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
}

/** The only cell that is an element. It covers the drawing of the active node. */
function FocusedCell({ id, scene, at, cell, sentence, isSelected, isFocused }: FocusedCellProps) {
  const { t } = useTranslation();
  const { layout } = scene.places;
  const place = layout.places[cell.group];
  const start = layout.starts[cell.group] ?? 0;
  const inGroup = place === undefined ? [] : [t("grid.sentence.place", { at: at - start + 1, all: place.count })];
  return (
    <div role="row" tabIndex={-1} aria-rowindex={at + 1}>
      <div
        role="gridcell"
        tabIndex={-1}
        id={id}
        aria-colindex={1}
        aria-selected={isSelected}
        className={classes(css.focus, isFocused && css.shown)}
        style={frameOf(cell, layout)}
      >
        <span className="visually-hidden">{[sentence, ...inGroup].join(t("grid.comma"))}</span>
      </div>
    </div>
  );
}
