import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type MouseEvent, type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { useCluster, useClusterStore } from "../../../data/hooks/cluster-context.ts";
import { NO_GROUP } from "../../../data/rows/grouping.ts";
import type { GridNode } from "../../../data/rows/node-cells.ts";
import { hrefOf, navigate } from "../../../data/url/navigation.ts";
import { daemonSetView } from "../../../data/url/url.ts";
import { pointIn } from "../../../draw/cell/point-in.ts";
import { useGridKeys } from "../../../draw/grid/layout/use-grid-keys.ts";
import { moveInStrip, poolAt, stripIndexAt, stripIndexOfRow } from "../../../draw/strip/strip-index.ts";
import type { StripLayout } from "../../../draw/strip/strip-layout.ts";
import { cellFactsIndex } from "../../../panels/grid/cell-facts.ts";
import { cellLabelText } from "../../../panels/grid/cell-text.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { pageZoom } from "../../../ui/viewport/fit-canvas.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { StripCard } from "./StripCard.tsx";
import css from "./strip-cells.module.css";

interface StripCellsProps {
  readonly column: number;
  readonly layout: StripLayout;
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
}

/** Maps places to nodes and back, with the current state of the store. */
function useNodesOf(column: number, layout: StripLayout) {
  const store = useClusterStore();
  const stateNow = () => store.snapshot().state;
  const nameAt = (place: number): string | undefined => stateNow()?.rows.names[layout.order[place] ?? -1];
  const placeOf = (node: string | undefined): number | undefined => {
    const rows = stateNow()?.rows;
    return node === undefined || rows === undefined ? undefined : stripIndexOfRow(layout, rowIdOf(rows, node));
  };
  const stops = {
    count: layout.order.length,
    groupAt: (place: number) => poolAt(layout, place)?.start,
    byteAt: (place: number) => stateNow()?.cells[column]?.at(layout.order[place] ?? -1) ?? 0,
    nameAt,
  };
  return { nameAt, placeOf, stops };
}

/** The cells of a strip, one at a time: a list with one real entry, over the drawing of the hovered or active node. A
 *  press opens the DaemonSet at that node. A touch opens only the DaemonSet, because a finger is larger than a cell. */
export function StripCells({ column, layout, record, nowMs }: StripCellsProps) {
  const { t } = useTranslation();
  const [activeNode, setActiveNode] = useState<string | undefined>(undefined);
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const [isFocused, setFocused] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const id = useId();
  const view = daemonSetView(record.key);
  const { nameAt, placeOf, stops } = useNodesOf(column, layout);
  const active = placeOf(activeNode) ?? 0;
  const open = (place: number | undefined, isElsewhere = false) => {
    const node = place === undefined ? undefined : nameAt(place);
    const to = node === undefined ? view : { ...view, node };
    if (isElsewhere) window.open(hrefOf(to), "_blank", "noopener");
    else navigate(to);
  };
  const onKeyDown = useGridKeys({
    stops,
    active,
    move: (from, step) => moveInStrip(layout, stops, from, step),
    onMove: (place) => setActiveNode(nameAt(place)),
    onOpen: () => open(active),
  });
  const placeUnder = (event: PointerEvent | MouseEvent) => {
    const { x, y } = pointIn(event);
    return stripIndexAt(layout, x, y);
  };
  const nameUnder = (event: PointerEvent) => {
    const place = placeUnder(event);
    return place === undefined ? undefined : nameAt(place);
  };
  const hoveredPlace = placeOf(hovered);
  const shown = hoveredPlace ?? (isFocused ? active : undefined);
  return (
    <>
      <div
        ref={field}
        role="listbox"
        tabIndex={0}
        className={css.cells}
        aria-label={t("grid.nodesOf", { count: stops.count, daemonSet: record.name })}
        aria-activedescendant={stops.count === 0 ? undefined : id}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onPointerMove={(event) => setHovered(event.pointerType === "touch" ? undefined : nameUnder(event))}
        onPointerLeave={() => setHovered(undefined)}
        onClick={(event) => {
          const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch";
          open(isTouch ? undefined : placeUnder(event), event.ctrlKey || event.metaKey);
        }}
      >
        {stops.count === 0 ? null : (
          <Option
            id={id}
            name={nameAt(active)}
            place={active}
            isFocused={isFocused}
            column={column}
            layout={layout}
            record={record}
            nowMs={nowMs}
          />
        )}
      </div>
      {hoveredPlace === undefined ? null : <div className={`${css.frame} ${css.shown}`} style={frameOf(layout, hoveredPlace)} />}
      {shown === undefined ? null : (
        <ShownCard key={nameAt(shown)} place={shown} field={field.current} column={column} layout={layout} record={record} nowMs={nowMs} />
      )}
    </>
  );
}

interface PlaceProps extends StripCellsProps {
  readonly place: number;
}

/** Returns the frame around a cell, in CSS pixels. It is larger than the cell so that it is visible. */
function frameOf({ xs, ys, order, cellWidth, cellHeight }: StripLayout, place: number) {
  const row = order[place] ?? -1;
  return { left: (xs[row] ?? 0) - 2, top: (ys[row] ?? 0) - 2, width: cellWidth + 3, height: cellHeight + 3 };
}

/** Returns the node at a place, with its cell of the DaemonSet; undefined while the node is missing. Renders when one
 *  of them changes. */
function useNodeAt({ column, layout, place }: PlaceProps): GridNode | undefined {
  const row = layout.order[place] ?? -1;
  const record = useCluster(({ state }) => state?.nodes[row]);
  const byte = useCluster(({ state }) => state?.cells[column]?.at(row)) ?? 0;
  return record === undefined ? undefined : { name: record.name, row, byte, record };
}

const poolName = ({ layout, place }: PlaceProps) => {
  const name = poolAt(layout, place)?.name;
  return name === undefined || name === NO_GROUP ? "" : name;
};

interface OptionProps extends PlaceProps {
  readonly id: string;
  readonly name: string | undefined;
  readonly isFocused: boolean;
}

/** The only cell that is an element. It covers the drawing of the active node and has the node's name, and its full
 *  description while the strip has the focus. */
function Option(props: OptionProps) {
  const { id, name, place, isFocused, layout } = props;
  return (
    <div
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={isFocused}
      aria-posinset={place + 1}
      aria-setsize={layout.order.length}
      className={classes(css.frame, isFocused && css.shown)}
      style={frameOf(layout, place)}
    >
      <span className="visually-hidden">{isFocused ? <CellSentence {...props} /> : name}</span>
    </div>
  );
}

/** A cell in words. Only one strip renders it at a time, because each step and each second rebuild the text. */
function CellSentence(props: PlaceProps) {
  const { t } = useTranslation();
  const { record, nowMs } = props;
  const node = useNodeAt(props);
  const index = useMemo(() => cellFactsIndex(record, undefined, () => undefined), [record]);
  return node === undefined ? null : cellLabelText(index.factsOf(node, nowMs), poolName(props), record.name, t);
}

function ShownCard(props: PlaceProps & { readonly field: HTMLElement | null }) {
  const { field, record, nowMs, layout, place } = props;
  const node = useNodeAt(props);
  if (node === undefined || field === null) return null;
  const zoom = pageZoom();
  const { left, top, height } = field.getBoundingClientRect();
  return (
    <StripCard
      node={node}
      pool={poolName(props)}
      record={record}
      nowMs={nowMs}
      field={{ left: left / zoom, top: top / zoom, height: height / zoom }}
      left={frameOf(layout, place).left}
    />
  );
}
