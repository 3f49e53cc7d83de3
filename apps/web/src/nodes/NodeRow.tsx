import { cellOf } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { figureOf, figureWord } from "../cell/figure.ts";
import { lookOf } from "../cell/look.ts";
import { taintText } from "../grid/cell-words.ts";
import type { GridNode } from "../grid/select-groups.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { RowCells } from "./RowCells.tsx";

interface NodeRowProps {
  readonly node: GridNode;
  readonly columns: readonly DaemonSetKey[];
  /** The node's cells in the order of the columns, with commas between: equal text is an equal row. */
  readonly bytes: string;
  readonly lacking: number;
  readonly isUnread: boolean;
  /** As long as this says the same, time changes nothing in the row. */
  readonly readyText: string;
  readonly age: string;
  readonly group: string;
}

/** What the table says of one node: the cells of its row. Renders when it says something else, wherever the row has moved. */
export const NodeRow = memo(function NodeRow({ node, columns, bytes: text, lacking, isUnread, readyText, age, group }: NodeRowProps) {
  const { t } = useTranslation();
  const { name, record } = node;
  const bytes = text === "" ? [] : text.split(",").map(Number);
  const taints = record.taints.map(taintText).join(", ");
  return (
    <>
      <td className="strong">
        <span className="named">
          <CellSwatch look={lookOf(node.byte, record)} size={14} /> <MiddleCut text={name} />
        </span>
      </td>
      <td className={lacking > 0 ? "strong" : "i3"}>{isUnread ? "?" : lacking > 0 ? t("nodes.lacksCount", { count: lacking }) : "–"}</td>
      {bytes.map((byte, column) => {
        const cell = cellOf(byte);
        const word = figureWord(figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating }), t);
        return (
          <td key={columns[column]} className="mini" title={t("nodes.agent", { key: columns[column] ?? "", word })}>
            {column === 0 && <RowCells bytes={bytes} />}
            <span className="visually-hidden">{word}</span>
          </td>
        );
      })}
      <td>{readyText}</td>
      <td className="r">{age}</td>
      <td>{group}</td>
      <td title={taints}>
        <code>{taints}</code>
      </td>
    </>
  );
});
