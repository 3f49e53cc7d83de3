import type { TaintCell } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import { splitKey } from "@daemonscope/kube/base/object-key";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { TaintMark } from "../../draw/grid/TaintMark.tsx";
import { BreakableCode } from "../../ui/text/BreakableText.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { misscheduledIn, type PickedCell, stepFrom, type TaintPlan } from "./select-taints.ts";
import { EVICTED_STYLE, EXCLUDED_STYLE, KEPT_STYLE, TaintCellMark, ToleratedMark } from "./TaintCellMark.tsx";
import { taintCellText } from "./taint-text.ts";
import css from "./taints.module.css";

const EFFECTS = ["NoExecute", "NoSchedule", "PreferNoSchedule"] as const;
const isEffect = (effect: string): effect is (typeof EFFECTS)[number] => (EFFECTS as readonly string[]).includes(effect);

interface Plan {
  readonly plan: TaintPlan;
  readonly picked: PickedCell | undefined;
}

function SetHeads({ plan, picked }: Plan) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col" className={css.taint}>
          {t("taints.taintHead")}
        </th>
        <th scope="col" className={css.nodes}>
          {t("taints.nodesHead")}
        </th>
        {plan.columns.map(({ key }, column) => {
          const [namespace, name] = splitKey(key);
          return (
            <th key={key} scope="col" title={key} className={column === picked?.column ? `${css.daemonSet} ${css.chosen}` : css.daemonSet}>
              <span className={css.headName}>{name}</span>
              <small>{namespace}</small>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function EffectHead({ effect, columns }: { readonly effect: string; readonly columns: number }) {
  const { t } = useTranslation();
  return (
    <tr className={css.effect}>
      <th scope="rowgroup" colSpan={columns + 2}>
        <span className={css.words}>
          <TaintMark effect={effect} />
          <b>{effect}</b>
          <span>{isEffect(effect) ? t(`taints.effects.${effect}`) : t("taints.otherEffect")}</span>
        </span>
      </th>
    </tr>
  );
}

interface TaintLineProps extends Plan {
  readonly line: TaintPlan["groups"][number]["lines"][number];
  /** The index of the line among all lines. */
  readonly at: number;
  /** The tab stop among the cells. */
  readonly first: PickedCell;
  readonly onPress: (cell: PickedCell) => void;
}

function TaintLine({ plan, line: { text, row, cells }, at, first, picked, onPress }: TaintLineProps) {
  const { t } = useTranslation();
  const { key, value } = row.taint;
  return (
    <tr className={at === picked?.line ? css.chosen : undefined}>
      <th scope="row" className={css.taint} title={text}>
        <BreakableCode text={value === "" ? key : `${key}=${value}`} />
      </th>
      <td className={css.nodes}>{countText(row.nodes)}</td>
      {plan.columns.map(({ key: daemonSet }, column) => {
        const cell = cells[column] ?? null;
        const isPicked = at === picked?.line && column === picked.column;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of its cells
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid are gridcells
          <td
            key={daemonSet}
            data-cell={`${at}/${column}`}
            tabIndex={at === first.line && column === first.column ? 0 : -1}
            aria-selected={isPicked}
            aria-label={taintCellText(t, daemonSet, cell, row.nodes)}
            className={classes(css.cell, column === picked?.column && css.pickedColumn, isPicked && css.picked)}
            onClick={() => onPress({ line: at, column })}
          >
            <TaintCellMark cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

function LostPlaces({ plan, picked }: Plan) {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2} title={t("taints.lostMeans")}>
          {t("taints.lost")}
        </th>
        {plan.columns.map(({ key, off }, column) => (
          <td key={key} className={classes(css.cell, column === picked?.column && css.pickedColumn, off === 0 && css.nothing)}>
            {countText(off)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** The matrix: a table whose cells take the focus one at a time. Arrows move and select. Home and End go to the ends
 *  of a row, with Ctrl to the ends of the table. Page Up and Page Down move by effect. */
export function TaintMatrixTable({
  plan,
  picked,
  onPick,
}: {
  readonly plan: TaintPlan;
  readonly picked: PickedCell | undefined;
  readonly onPick: (cell: PickedCell) => void;
}) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const first = picked ?? { line: 0, column: 0 };
  const go = (to: PickedCell) => {
    onPick(to);
    const cell = table.current?.querySelector<HTMLElement>(`[data-cell="${to.line}/${to.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
    const to = stepFrom(plan, first, event.key, event.ctrlKey || event.metaKey);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  };
  const starts = plan.groups.map((_, index) => plan.groups.slice(0, index).reduce((lines, group) => lines + group.lines.length, 0));
  return (
    <div className={css.scroll}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the focus is a grid
        role="grid"
        className={css.table}
        aria-label={t("taints.matrix")}
        style={{ ["--sets" as string]: plan.columns.length }}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col className={css.ofTaint} />
          <col className={css.ofNodes} />
          {plan.columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <SetHeads plan={plan} picked={picked} />
        {plan.groups.map((group, index) => (
          <tbody key={group.effect}>
            <EffectHead effect={group.effect} columns={plan.columns.length} />
            {group.lines.map((line, lineIndex) => (
              <TaintLine
                key={line.text}
                plan={plan}
                line={line}
                at={(starts[index] ?? 0) + lineIndex}
                first={first}
                picked={picked}
                onPress={go}
              />
            ))}
          </tbody>
        ))}
        <LostPlaces plan={plan} picked={picked} />
      </table>
    </div>
  );
}

/** The marks of the matrix and their meaning, as far as it has them. */
export function TaintLegend({ plan, podsRead }: Pick<Plan, "plan"> & { readonly podsRead: TaintsAnswer["podsRead"] }) {
  const { t } = useTranslation();
  const cells = plan.lines.flatMap((line) => line.cells);
  const has = (is: (cell: TaintCell) => boolean): boolean => cells.some((cell) => cell !== null && is(cell));
  const keepsOff = (kind: TaintCell["answer"]) => has(({ answer, wants, kept }) => answer === kind && wants > kept);
  const isAnswer = (kind: TaintCell["answer"]) => has(({ answer }) => answer === kind);
  return (
    <ul className={css.legend} aria-label={t("taints.legend")}>
      <Meaning isShown={keepsOff("blocksNew")} mark={<CellSwatch look={EXCLUDED_STYLE} size={14} />} text={t("taints.legendOff")} />
      <Meaning isShown={keepsOff("evicts")} mark={<CellSwatch look={EVICTED_STYLE} size={14} />} text={t("taints.legendEvicted")} />
      <Meaning
        isShown={podsRead && has((cell) => misscheduledIn(cell) > 0)}
        mark={<CellSwatch look={KEPT_STYLE} size={14} />}
        text={t("taints.legendKept")}
      />
      <Meaning isShown={isAnswer("template")} mark={<ToleratedMark kind="template" />} text={t("taints.legendTemplate")} />
      <Meaning isShown={isAnswer("controller")} mark={<ToleratedMark kind="controller" />} text={t("taints.legendController")} />
      <Meaning isShown={isAnswer("everything")} mark={<ToleratedMark kind="everything" />} text={t("taints.legendEverything")} />
      <Meaning isShown={isAnswer("ignored")} mark={<span className={css.dot} />} text={t("taints.legendNever")} />
      <Meaning isShown={cells.includes(null)} text={t("taints.legendEmpty")} />
    </ul>
  );
}

interface MeaningProps {
  readonly isShown: boolean;
  readonly mark?: ReactNode;
  readonly text: string;
}

const Meaning = ({ isShown, mark, text }: MeaningProps) =>
  isShown ? (
    <li>
      {mark}
      {text}
    </li>
  ) : null;
