import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { causeOrPortPhrase } from "@daemonscope/words/facts/cause-text";
import type { ReactNode, Ref } from "react";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import { zoneOf } from "../../data/rows/grouping.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { Jointed } from "../../words/format/Jointed.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./cell-card.module.css";
import { type CellTextInput, cellWords } from "./cell-text.ts";

export const CARD_WIDTH = 340;

interface HoverCardProps {
  readonly record: NodeRecord;
  readonly group: string;
  /** Why the node is NotReady; undefined if it is Ready. */
  readonly notReady: string | undefined;
  readonly swatch?: ReactNode;
  readonly children: ReactNode;
  /** Position in CSS pixels of the field. */
  readonly left: number;
  readonly top: number;
  /** `top` is the lower edge of the card. */
  readonly isAbove?: boolean;
  /** CSS length. By default, the width of the container. */
  readonly maxWidth?: string;
  readonly ref?: Ref<HTMLDivElement>;
}

/** The frame of a node's tooltip: its name, its marks, and the content. */
export function HoverCard({ record, group, notReady, swatch, left, top, isAbove, maxWidth, ref, children }: HoverCardProps) {
  const { t } = useTranslation();
  const zone = zoneOf(record);
  const marks = [group, zone === group ? undefined : zone, record.unschedulable ? t("grid.cordoned") : undefined, notReady];
  return (
    <div
      ref={ref}
      className={isAbove ? `${css.card} ${css.above}` : css.card}
      style={{ left, top, width: CARD_WIDTH, maxWidth }}
      role="tooltip"
    >
      {swatch}
      <div>
        <b className="mono">{record.name}</b>
        <div>{marks.filter(Boolean).join(t("grid.comma"))}</div>
        {children}
      </div>
    </div>
  );
}

interface CellCardProps extends Omit<HoverCardProps, "record" | "notReady" | "swatch" | "children"> {
  readonly facts: CellTextInput;
  readonly fill: number | undefined;
  readonly revision: string | undefined;
  /** Text of the lens for the node. */
  readonly lensWords: string | undefined;
  /** The node's taints and labels as lists. Without it, the card shows the taints in one line. */
  readonly children?: ReactNode;
}

/** The tooltip of a cell, on hover and on focus: the node, its marks, and the state of its pod. */
export function CellCard({ facts, group, fill, revision, lensWords, children, ...position }: CellCardProps) {
  const { record, hold } = facts;
  const { t } = useTranslation();
  const words = cellWords(facts, t);
  const taints = record.taints.map(taintText);
  const reason = record.readyReason === undefined ? "" : ` (${record.readyReason})`;
  return (
    <HoverCard
      {...position}
      record={record}
      group={group}
      notReady={record.ready === "True" ? undefined : `NotReady${reason}`}
      swatch={<CellSwatch look={cellStyleOf(facts.byte, record, [], fill)} size={40} />}
    >
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
      {hold !== undefined && "reason" in hold && <div>{t("grid.takesPlace", { cause: causeOrPortPhrase(t, hold.cause) })}</div>}
      {children}
      <div className={css.opens}>{t("grid.opens")}</div>
    </HoverCard>
  );
}
