import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { figureOf, figureWord } from "../cell/figure.ts";
import type { Translate } from "../i18n/translator.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { cellWords, taintText } from "./cell-words.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";
import { groupName } from "./group-words.ts";
import { moveInList } from "./move-focus.ts";
import { useGridKeys } from "./use-grid-keys.ts";

const ROW_HEIGHT = 28;
/** Rows drawn beyond what is seen, so that scrolling shows no blank. */
const OVERSCAN = 12;

interface GridTableProps {
  readonly scene: GridScene;
  readonly index: CellFactsIndex;
  readonly daemonSet: string;
  readonly nowMs: number;
  readonly seq: number;
  readonly keeps: (cell: SceneCell) => boolean;
  /** What the lens says of a node, and the head of its column; undefined under the lens of states. */
  readonly lensWordsOf: (node: string) => string | undefined;
  readonly lensTitle: string | undefined;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

function stateWords(look: SceneCell["look"], t: Translate): string {
  const figure = figureOf(look);
  const more = look.surge ? [t("grid.twoPods")] : look.old && figure !== "old" ? [t("grid.oldRevision")] : [];
  return [figureWord(figure, t), ...more].join(t("grid.comma"));
}

/** The grid as a table, with the same filter, selection and keys. Only the rows in sight exist. The filter leaves rows out here instead of fading them. */
export function GridTable({
  scene: whole,
  index,
  daemonSet,
  nowMs,
  seq,
  keeps,
  lensWordsOf,
  lensTitle,
  selected,
  active,
  onMove,
  onOpen,
  onToggleTable,
}: GridTableProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 480 });
  const cells = whole.cells.filter(keeps);
  const activeName = whole.cells[active]?.node.name;
  const activeRow = Math.max(
    0,
    cells.findIndex((cell) => cell.node.name === activeName),
  );
  const indexByName = (name: string | undefined): number => whole.cells.findIndex((cell) => cell.node.name === name);
  const onKeyDown = useGridKeys({
    cells,
    active: activeRow,
    move: (from, step) => moveInList(cells, from, step),
    onMove: (row) => onMove(Math.max(0, indexByName(cells[row]?.node.name))),
    onOpen,
    onToggleTable,
  });
  useLayoutEffect(() => {
    const scroller = box.current;
    if (scroller === null) return;
    const rowTop = activeRow * ROW_HEIGHT;
    if (rowTop < scroller.scrollTop) scroller.scrollTop = rowTop;
    else if (rowTop + 2 * ROW_HEIGHT > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = rowTop + 2 * ROW_HEIGHT - scroller.clientHeight;
    const { scrollTop: top, clientHeight: height } = scroller;
    setView((before) => (before.top === top && before.height === height ? before : { top, height }));
  }, [activeRow]);
  const first = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - OVERSCAN);
  const last = Math.min(cells.length, Math.ceil((view.top + view.height) / ROW_HEIGHT) + OVERSCAN);
  return (
    <div
      ref={box}
      className="grid-table"
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the keys of a grid
        role="grid"
        tabIndex={0}
        aria-label={t("grid.nodesOf", { count: cells.length, daemonSet })}
        aria-rowcount={cells.length + 1}
        aria-activedescendant={cells[activeRow] === undefined ? undefined : `row-${cells[activeRow].node.name}`}
        data-seq={seq}
        data-rev={seq}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t("grid.table.node")}</th>
            <th scope="col">{t("grid.table.group")}</th>
            {lensTitle !== undefined && <th scope="col">{lensTitle}</th>}
            <th scope="col">{t("grid.table.state")}</th>
            <th scope="col">{t("grid.table.pod")}</th>
            <th scope="col">{t("grid.table.now")}</th>
            <th scope="col">{t("grid.table.conditions")}</th>
            <th scope="col">{t("grid.table.taints")}</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr style={{ height: first * ROW_HEIGHT }} />}
          {cells.slice(first, last).map((cell, offset) => {
            const { node } = cell;
            const words = cellWords(index.factsOf(node, nowMs), t);
            const row = first + offset;
            const group = whole.groups[cell.group];
            const conditions = [
              node.record.ready === "True" ? "Ready" : node.record.ready === "False" ? "NotReady" : "Unknown",
              ...(node.record.unschedulable ? [t("grid.cordoned")] : []),
            ];
            return (
              <tr
                key={node.name}
                id={`row-${node.name}`}
                aria-rowindex={row + 2}
                aria-selected={node.name === selected}
                className={row === activeRow ? "active" : undefined}
                onClick={() => {
                  onMove(indexByName(node.name));
                  onOpen(node.name);
                }}
              >
                <td className="strong">
                  <span className="named">
                    <CellSwatch look={cell.look} size={14} /> <MiddleCut text={node.name} />
                  </span>
                </td>
                <td>{group === undefined ? "" : <MiddleCut text={groupName(group, t)} />}</td>
                {lensTitle !== undefined && <td title={lensWordsOf(node.name)}>{lensWordsOf(node.name)}</td>}
                <td title={stateWords(cell.look, t)}>{stateWords(cell.look, t)}</td>
                <td>
                  <code>
                    <MiddleCut text={words.pod ?? ""} />
                  </code>
                </td>
                <td className={`tone-${words.tone}`} title={words.phrase}>
                  {words.phrase}
                </td>
                <td>{conditions.join(t("grid.comma"))}</td>
                <td title={node.record.taints.map(taintText).join(", ")}>
                  <code>{node.record.taints.map(taintText).join(", ")}</code>
                </td>
              </tr>
            );
          })}
          {last < cells.length && <tr style={{ height: (cells.length - last) * ROW_HEIGHT }} />}
        </tbody>
      </table>
    </div>
  );
}
