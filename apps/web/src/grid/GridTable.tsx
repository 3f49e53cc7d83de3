import { taintText } from "@daemonscope/kube/kubectl-notation";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { podView } from "../address/url.ts";
import { ViewLink } from "../address/ViewLink.tsx";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { figureOf, figureWord } from "../cell/figure.ts";
import { type Source, useDerived } from "../cluster/derived.ts";
import { isSelecting } from "../controls/is-selecting.ts";
import type { Translate } from "../i18n/translator.ts";
import { keeping } from "../rows/kept-rows.ts";
import type { GridNode, NodeCells } from "../rows/node-cells.ts";
import { MiddleCut } from "../text/MiddleCut.tsx";
import type { CellFactsIndex } from "./cell-facts.ts";
import { type CellFacts, cellWords } from "./cell-words.ts";
import { cellNamed, type GridScene, type SceneCell, sceneCell } from "./grid-scene.ts";
import css from "./grid-table.module.css";
import { groupName } from "./group-words.ts";
import { moveInList, stopsOf } from "./move-focus.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { ROW_HEIGHT, useRowsInSight } from "./use-rows-in-sight.ts";

interface GridTableProps {
  readonly scene: GridScene;
  readonly source: Source<NodeCells>;
  readonly index: CellFactsIndex;
  readonly daemonSet: string;
  readonly namespace: string;
  readonly nowMs: number;
  readonly seq: number;
  readonly keeps: (node: GridNode) => boolean;
  /** What the lens says of the node of a row, and the head of its column; undefined under the lens of states. */
  readonly lensWordsOf: (row: number) => string | undefined;
  readonly lensTitle: string | undefined;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

/** The numbers of the cells that a filter keeps, in the order of the scene; the same list while they are the same. */
function useKeptCells({ places }: GridScene, source: Source<NodeCells>, keeps: (node: GridNode) => boolean): Uint32Array {
  const kept = useDerived(
    source,
    useMemo(() => keeping(keeps), [keeps]),
  );
  const flags = kept?.flags;
  return useMemo(() => Uint32Array.from(places.rows.keys()).filter((cell) => flags?.[places.rows[cell] ?? -1] === 1), [places, flags]);
}

/** The grid as a table, with the same filter, selection and keys. Only the rows in sight exist. The filter leaves rows out here instead of fading them. */
export function GridTable(props: GridTableProps) {
  const { scene, source, index, daemonSet, namespace, nowMs, seq, keeps, lensWordsOf, lensTitle, selected, active, onMove, onOpen } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const cells = useKeptCells(scene, source, keeps);
  const stops = stopsOf(scene, cells);
  const activeRow = Math.max(0, cells.indexOf(active));
  const onKeyDown = useGridKeys({
    stops,
    active: activeRow,
    move: (from, step) => moveInList(stops, from, step),
    onMove: (row) => onMove(cells[row] ?? 0),
    onOpen,
    onToggleTable: props.onToggleTable,
  });
  const { first, last } = useRowsInSight(box, cells.length, activeRow);
  const activeName = stops.nameAt(activeRow);
  return (
    <div ref={box} className={css.table}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the keys of a grid
        role="grid"
        tabIndex={0}
        aria-label={t("grid.nodesOf", { count: cells.length, daemonSet })}
        aria-rowcount={cells.length + 1}
        aria-activedescendant={activeName === undefined ? undefined : `row-${activeName}`}
        data-seq={seq}
        data-rev={seq}
        onKeyDown={onKeyDown}
      >
        <Heads lensTitle={lensTitle} />
        <tbody>
          {first > 0 && <tr style={{ height: first * ROW_HEIGHT }} />}
          {Array.from(cells.subarray(first, last), (at, offset) => {
            const cell = sceneCell(scene, at);
            return cell === undefined ? null : (
              <GridRow
                key={cell.node.name}
                cell={cell}
                rowIndex={first + offset + 2}
                facts={index.factsOf(cell.node, nowMs)}
                namespace={namespace}
                group={scene.nodes.groups[cell.group]}
                hasLens={lensTitle !== undefined}
                lensWords={lensWordsOf(cell.node.row)}
                isSelected={cell.node.name === selected}
                isActive={first + offset === activeRow}
                onPress={() => {
                  onMove(Math.max(0, cellNamed(scene, cell.node.name)));
                  onOpen(cell.node.name);
                }}
              />
            );
          })}
          {last < cells.length && <tr style={{ height: (cells.length - last) * ROW_HEIGHT }} />}
        </tbody>
      </table>
    </div>
  );
}

function Heads({ lensTitle }: Pick<GridTableProps, "lensTitle">) {
  const { t } = useTranslation();
  return (
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
  );
}

function stateWords(look: SceneCell["look"], t: Translate): string {
  const figure = figureOf(look);
  const more = look.surge ? [t("grid.twoPods")] : look.old && figure !== "old" ? [t("grid.oldRevision")] : [];
  return [figureWord(figure, t), ...more].join(t("grid.comma"));
}

interface GridRowProps {
  readonly cell: SceneCell;
  readonly rowIndex: number;
  readonly facts: CellFacts;
  readonly namespace: string;
  readonly group: GridScene["nodes"]["groups"][number] | undefined;
  readonly hasLens: boolean;
  readonly lensWords: string | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly onPress: () => void;
}

function GridRow({ cell, rowIndex, facts, namespace, group, hasLens, lensWords, isSelected, isActive, onPress }: GridRowProps) {
  const { t } = useTranslation();
  const { name, record } = cell.node;
  const ready = record.ready === "True" ? "Ready" : record.ready === "False" ? "NotReady" : "Unknown";
  const conditions = [ready, ...(record.unschedulable ? [t("grid.cordoned")] : [])].join(t("grid.comma"));
  const taints = record.taints.map(taintText).join(", ");
  const state = stateWords(cell.look, t);
  const words = cellWords(facts, t);
  const podName = words.pod === facts.pod?.name ? words.pod : undefined;
  return (
    <tr
      id={`row-${name}`}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      className={isActive ? css.active : undefined}
      onClick={(event) => {
        if (!event.defaultPrevented && !isSelecting()) onPress();
      }}
    >
      <td className="strong">
        <span className={css.named}>
          <CellSwatch look={cell.look} size={14} /> <MiddleCut text={name} />
        </span>
      </td>
      <td>{group === undefined ? "" : <MiddleCut text={groupName(group, t)} />}</td>
      {hasLens && <td title={lensWords}>{lensWords}</td>}
      <td title={state}>{state}</td>
      <td>
        <code>
          {podName === undefined ? (
            <MiddleCut text={words.pod ?? ""} />
          ) : (
            // Not on the way of Tab through the table: the drawer of the row leads there too.
            <ViewLink view={podView(namespace, podName)} tabIndex={-1}>
              <MiddleCut text={podName} />
            </ViewLink>
          )}
        </code>
      </td>
      <td data-tone={words.tone} title={words.phrase}>
        {words.phrase}
      </td>
      <td>{conditions}</td>
      <td title={taints}>
        <code>{taints}</code>
      </td>
    </tr>
  );
}
