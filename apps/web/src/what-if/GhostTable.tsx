import { taintText } from "@daemonscope/kube/kubectl-notation";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { figureOfByte, figureWord } from "../cell/figure.ts";
import { GhostSwatch } from "../ghost/GhostSwatch.tsx";
import { sceneCell } from "../grid/grid-scene.ts";
import tableCss from "../grid/grid-table.module.css";
import { groupName } from "../grid/group-words.ts";
import { moveInList, stopsOf } from "../grid/move-focus.ts";
import { useGridKeys } from "../grid/use-grid-keys.ts";
import { ROW_HEIGHT, useRowsInSight } from "../grid/use-rows-in-sight.ts";
import type { GridNode } from "../rows/node-cells.ts";
import { MiddleCut } from "../text/MiddleCut.tsx";
import { type GhostScene, ghostLookOf } from "./ghost-art.ts";
import { byteThen, type GhostColumn, ghostAt } from "./ghost-column.ts";
import { ghostWord } from "./what-if-words.ts";

interface GhostTableProps {
  readonly scene: GhostScene;
  readonly column: GhostColumn;
  readonly daemonSet: string;
  readonly keeps: (node: GridNode) => boolean;
  readonly selected: string | undefined;
  readonly active: number;
  readonly onMove: (cell: number) => void;
  readonly onOpen: (node: string) => void;
  readonly onToggleTable: () => void;
}

/** The same nodes as rows: what each is now and would be. Only the rows in sight exist. */
export function GhostTable({ scene, column, daemonSet, keeps, selected, active, onMove, onOpen, onToggleTable }: GhostTableProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const cells = Uint32Array.from(scene.places.rows.keys()).filter((at) => {
    const cell = sceneCell(scene, at);
    return cell !== undefined && keeps(cell.node);
  });
  const stops = stopsOf(scene, cells);
  const activeRow = Math.max(0, cells.indexOf(active));
  const onKeyDown = useGridKeys({
    stops,
    active: activeRow,
    move: (from, step) => moveInList(stops, from, step),
    onMove: (row) => onMove(cells[row] ?? 0),
    onOpen,
    onToggleTable,
  });
  const { first, last } = useRowsInSight(box, cells.length, activeRow);
  const activeName = stops.nameAt(activeRow);
  return (
    <div ref={box} className={tableCss.table}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the keys of a grid
        role="grid"
        tabIndex={0}
        aria-label={t("whatIf.nodesOf", { name: daemonSet, count: cells.length })}
        aria-rowcount={cells.length + 1}
        aria-activedescendant={activeName === undefined ? undefined : `ghost-${activeName}`}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {(["node", "group", "ghost", "now", "later", "taints"] as const).map((head) => (
              <th key={head} scope="col">
                {t(`whatIf.nodeTable.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr style={{ height: first * ROW_HEIGHT }} />}
          {Array.from(cells.subarray(first, last), (at, offset) => {
            const cell = sceneCell(scene, at);
            if (cell === undefined) return null;
            const { node } = cell;
            const ghost = ghostAt(column, node.row);
            const now = column.bytes[node.row] ?? 0;
            const look = ghostLookOf(scene, at, true);
            const group = scene.nodes.groups[cell.group];
            const taints = node.record.taints.map(taintText).join(", ");
            return (
              <tr
                key={node.name}
                id={`ghost-${node.name}`}
                aria-rowindex={first + offset + 2}
                aria-selected={node.name === selected}
                className={first + offset === activeRow ? tableCss.active : undefined}
                onClick={() => {
                  onMove(at);
                  onOpen(node.name);
                }}
              >
                <td className="strong">
                  <span className={tableCss.named}>
                    {"ghost" in look ? <GhostSwatch look={look} size={16} /> : <CellSwatch look={look} size={14} />}{" "}
                    <MiddleCut text={node.name} />
                  </span>
                </td>
                <td>{group === undefined ? "" : <MiddleCut text={groupName(group, t)} />}</td>
                <td>{ghostWord(ghost, t)}</td>
                <td>{figureWord(figureOfByte(now), t)}</td>
                <td>{figureWord(figureOfByte(byteThen(now, ghost)), t)}</td>
                <td title={taints}>
                  <code>{taints}</code>
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
