import { type ReactNode, useRef } from "react";
import { type GridScene, type SceneCell, sceneCell } from "../../draw/grid/layout/grid-scene.ts";
import { focusStopsOf, moveInList } from "../../draw/grid/layout/move-focus.ts";
import { useGridKeys } from "../../draw/grid/layout/use-grid-keys.ts";
import { ROW_HEIGHT, useVisibleRows } from "../../draw/grid/use-visible-rows.ts";
import { isSelecting } from "../../ui/controls/is-selecting.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { classes } from "../../ui/theme/classes.ts";
import css from "./grid-table.module.css";

interface NodeTableProps {
  readonly scene: GridScene;
  /** Indexes of the cells that are rows, in order. */
  readonly cells: Uint32Array;
  readonly label: string;
  /** Prefix of the row ids. */
  readonly name: string;
  /** Sequence number of the drawn state, for tests. */
  readonly seq?: number;
  readonly heads: readonly string[];
  /** Widths of the first columns, percent. The others share the rest. */
  readonly shares?: readonly number[];
  /** Rows have two lines. */
  readonly isTall?: boolean;
  /** Returns the content of a row, one `td` for each head. */
  readonly fieldsOf: (cell: SceneCell, at: number) => ReactNode;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (cell: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

/** Height of a row of two lines, as in the stylesheet, CSS pixels. */
const TALL_ROW_HEIGHT = 44;

/** The nodes of a grid as rows, with the same selection and keys. Only the visible rows exist. */
export function NodeTable(props: NodeTableProps) {
  const {
    scene,
    cells,
    label,
    name,
    seq,
    heads,
    shares = [],
    isTall = false,
    fieldsOf,
    selected,
    active,
    onMove,
    onOpen,
    onToggleTable,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const stops = focusStopsOf(scene, cells);
  const rowHeight = isTall ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  const activeRow = Math.max(0, cells.indexOf(active));
  const onKeyDown = useGridKeys({
    stops,
    active: activeRow,
    move: (from, step) => moveInList(stops, from, step),
    onMove: (row) => onMove(cells[row] ?? 0),
    onOpen,
    onToggleTable,
  });
  const { first, last } = useVisibleRows(box, cells.length, activeRow, rowHeight);
  const activeName = stops.nameAt(activeRow);
  return (
    <div ref={box} className={classes(css.table, isTall && css.tall)}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the keys of a grid
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={cells.length + 1}
        aria-activedescendant={activeName === undefined ? undefined : `${name}-${activeName}`}
        data-seq={seq}
        data-rev={seq}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a label may have the name of another column
              <th key={`${at} ${head}`} scope="col" style={{ width: shares[at] && `${shares[at]}%` }}>
                <MiddleCut text={head} isWord />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr style={{ height: first * rowHeight }} />}
          {Array.from(cells.subarray(first, last), (at, offset) => {
            const cell = sceneCell(scene, at);
            if (cell === undefined) return null;
            const node = cell.node.name;
            return (
              <tr
                key={node}
                id={`${name}-${node}`}
                aria-rowindex={first + offset + 2}
                aria-selected={node === selected}
                className={first + offset === activeRow ? css.active : undefined}
                onClick={(event) => {
                  if (event.defaultPrevented || isSelecting()) return;
                  onMove(at);
                  onOpen(node);
                }}
              >
                {fieldsOf(cell, at)}
              </tr>
            );
          })}
          {last < cells.length && <tr style={{ height: (cells.length - last) * rowHeight }} />}
        </tbody>
      </table>
    </div>
  );
}

/** The name of a node, after its swatch. */
export function NodeFieldCell({ children }: { readonly children: ReactNode }) {
  return (
    <td className="strong">
      <span className={css.named}>{children}</span>
    </td>
  );
}
