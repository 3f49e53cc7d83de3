import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { memo } from "react";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { AgentTexts } from "../../draw/agents/agent-texts.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { labelField, labelWords } from "../../panels/grid/label-text.ts";
import type { LabelLine } from "../../panels/grid/shown-labels.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./nodes.module.css";
import { RowCells } from "./RowCells.tsx";

interface NodeRowProps {
  readonly record: NodeRecord;
  /** The worst cell of the node. */
  readonly worst: CellByte;
  /** Texts of the agents, by column. */
  readonly texts: readonly AgentTexts[];
  /** The node's cells in the order of the columns, separated by commas: equal text is an equal row. */
  readonly bytes: string;
  readonly lacking: number;
  readonly isUnread: boolean;
  /** A text instead of a time: the row does not render again while the text is the same. */
  readonly readyText: string;
  readonly age: string;
  readonly group: string;
  /** Pass the same list while the labels of the node are the same, because rows compare by identity. */
  readonly labels: readonly LabelLine[];
}

/** The fields of one node's row in the table. Renders only when its content changes, even if the row moves. */
export const NodeRow = memo(function NodeRow({
  record,
  worst,
  texts,
  bytes: text,
  lacking,
  isUnread,
  readyText,
  age,
  group,
  labels,
}: NodeRowProps) {
  const { t } = useTranslation();
  const bytes = text === "" ? [] : text.split(",").map(Number);
  const taints = record.taints.map(taintText).join(", ");
  return (
    <>
      <td className="strong">
        <span className={css.named}>
          <CellSwatch look={cellStyleOf(worst, record)} size={14} /> <MiddleCut text={record.name} />
        </span>
      </td>
      <td className={lacking > 0 ? "strong" : "i3"}>{isUnread ? "?" : lacking > 0 ? t("nodes.lacksCount", { count: lacking }) : "–"}</td>
      {bytes.map((byte, column) => {
        const cellText = texts[column]?.byVariant.get(cellVariantOfByte(byte));
        return (
          <td key={texts[column]?.key} className={css.cell} aria-label={cellText?.word} title={cellText?.title}>
            {column === 0 && <RowCells bytes={text} />}
          </td>
        );
      })}
      <td>{readyText}</td>
      <td>{age}</td>
      <td>{group}</td>
      {labels.map((line) => (
        <td key={line.key} title={labelWords(line, t, true)}>
          {labelField(line, t)}
        </td>
      ))}
      <td title={taints}>
        <code>{taints}</code>
      </td>
    </>
  );
});
