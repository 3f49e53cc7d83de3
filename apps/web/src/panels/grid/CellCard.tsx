import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { causeWords } from "../../words/facts/cause-text.ts";
import { Jointed } from "../../words/format/Jointed.tsx";
import css from "./cell-card.module.css";
import { type CellTextInput, cellWords } from "./cell-text.ts";

interface CellCardProps {
  readonly facts: CellTextInput;
  readonly group: string;
  readonly zone: string | undefined;
  readonly fill: number | undefined;
  readonly revision: string | undefined;
  /** Text of the lens for the node. */
  readonly lensWords: string | undefined;
  /** Position in CSS pixels of the grid. */
  readonly left: number;
  readonly top: number;
  /** `top` is the lower edge of the card. */
  readonly isAbove?: boolean;
  /** CSS length. By default, the width of the container. */
  readonly maxWidth?: string;
  readonly ref?: Ref<HTMLDivElement>;
  /** The node's taints and labels as lists. Without it, the card shows the taints in one line. */
  readonly children?: ReactNode;
}

export const CARD_WIDTH = 340;

/** The tooltip of a cell, on hover and on focus: the node, its marks, and the state of its pod. */
export function CellCard(props: CellCardProps) {
  const { facts, group, zone, fill, revision, lensWords, left, top, isAbove = false, maxWidth, ref, children } = props;
  const { record, hold } = facts;
  const { t } = useTranslation();
  const words = cellWords(facts, t);
  const taints = record.taints.map(taintText);
  return (
    <div
      ref={ref}
      className={isAbove ? `${css.card} ${css.above}` : css.card}
      style={{ left, top, width: CARD_WIDTH, maxWidth }}
      role="tooltip"
    >
      <CellSwatch look={cellStyleOf(facts.byte, record, [], fill)} size={40} />
      <div>
        <b className="mono">{record.name}</b>
        <div>
          {[
            group,
            zone === group ? undefined : zone,
            record.unschedulable ? t("grid.cordoned") : undefined,
            record.ready === "True" ? undefined : `NotReady${record.readyReason === undefined ? "" : ` (${record.readyReason})`}`,
          ]
            .filter((part) => part !== undefined && part !== "")
            .join(t("grid.comma"))}
        </div>
        {children === undefined && taints.length > 0 && (
          <div>
            {t("grid.tainted")}{" "}
            <code>
              <Jointed text={taints.join(", ")} />
            </code>
          </div>
        )}
        {lensWords !== undefined && (
          <div className="strong">
            <Jointed text={lensWords} />
          </div>
        )}
        <div className={css.pod}>
          {words.pod !== undefined && <code>{words.pod}</code>} {facts.pod !== undefined && revision}
        </div>
        <div data-tone={words.tone}>
          <Jointed text={words.phrase} />
        </div>
        {hold !== undefined && "reason" in hold && <div>{t("grid.takesPlace", { cause: causeWords(t, hold.cause) })}</div>}
        {children}
        <div className={css.opens}>{t("grid.opens")}</div>
      </div>
    </div>
  );
}
