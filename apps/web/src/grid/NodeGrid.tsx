import { type PointerEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Palette } from "../cell/palette.ts";
import { CARD_WIDTH, CellCard } from "./CellCard.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { cellSentence } from "./cell-words.ts";
import { GridCanvas } from "./GridCanvas.tsx";
import { GroupHeadings } from "./GroupHeadings.tsx";
import type { ChangeMotion } from "./grid-painter.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";
import { groupName } from "./group-words.ts";
import { zoneOf } from "./grouping.ts";
import { cellAt } from "./hit-test.ts";
import { moveFocus } from "./move-focus.ts";
import { Plates } from "./Plates.tsx";
import type { FillOf } from "./ready-fill.ts";
import { useGridKeys } from "./use-grid-keys.ts";

export interface NodeGridProps {
  readonly scene: GridScene;
  readonly palette: Palette;
  readonly index: CellFactsIndex;
  readonly fillOf: FillOf;
  readonly daemonSet: string;
  readonly revisionOf: (hash: string | undefined) => string | undefined;
  readonly nowMs: number;
  readonly seq: number;
  readonly hasNames: boolean;
  /** All that the cells are drawn from was read. */
  readonly isKnown: boolean;
  readonly keeps: (cell: SceneCell) => boolean;
  readonly motion: ChangeMotion;
  readonly only: string | undefined;
  readonly onOnly: (group: string | undefined) => void;
  /** What the lens says of a node; undefined under the lens of states. */
  readonly lensWordsOf: (node: string) => string | undefined;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

const TOUCH_REACH = 12;

/** The node grid: one drawing, one real cell that moves over the active node, headings as headings. Experience rules D.6. */
export function NodeGrid(props: NodeGridProps) {
  const { scene, palette, index, daemonSet, nowMs, seq, hasNames, keeps, motion, selected, active, onMove, onOpen } = props;
  const { t } = useTranslation();
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const [isFocused, setFocused] = useState(false);
  const cellId = useId();
  const onKeyDown = useGridKeys({ ...props, cells: scene.cells, move: (from, step) => moveFocus(scene, from, step) });
  const at = Math.min(active, Math.max(0, scene.cells.length - 1));
  const cell = scene.cells[at];
  const lensWords = cell === undefined ? undefined : props.lensWordsOf(cell.node.name);
  const shown = hovered === undefined ? (isFocused ? at : undefined) : hovered;
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
        aria-label={t("grid.nodesOf", { count: scene.cells.length, daemonSet })}
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
        {hasNames ? (
          <div aria-hidden="true">
            <Plates scene={scene} index={index} lensWordsOf={props.lensWordsOf} nowMs={nowMs} keeps={keeps} active={hovered} />
          </div>
        ) : (
          <GridCanvas scene={scene} palette={palette} keeps={keeps} motion={motion} />
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
                  cellSentence(index.factsOf(cell.node, nowMs), groups[cell.group]?.name ?? "", daemonSet, t),
                  ...(lensWords === undefined ? [] : [lensWords]),
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
      <GroupHeadings layout={layout} groups={groups} isKnown={props.isKnown} only={props.only} onOnly={props.onOnly} />
      {shown !== undefined && <ShownCard {...props} at={shown} />}
    </div>
  );
}

function ShownCard({ scene, index, fillOf, nowMs, at, revisionOf, lensWordsOf }: NodeGridProps & { readonly at: number }) {
  const { t } = useTranslation();
  const cell = scene.cells[at];
  if (cell === undefined) return null;
  const group = scene.groups[cell.group];
  const facts = index.factsOf(cell.node, nowMs);
  const { width, size } = scene.layout;
  return (
    <CellCard
      facts={facts}
      group={group === undefined ? "" : groupName(group, t)}
      zone={zoneOf(cell.node.record)}
      fill={fillOf(cell.node.name)}
      revision={revisionOf(facts.pod?.hash)}
      lensWords={lensWordsOf(cell.node.name)}
      left={Math.max(0, Math.min(cell.x + size + 10, width - CARD_WIDTH))}
      top={cell.y + size + 10}
    />
  );
}
