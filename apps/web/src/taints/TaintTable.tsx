import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CellSwatch } from "../cell/CellSwatch.tsx";
import { TaintMark } from "../grid/TaintMark.tsx";
import { Hyphened } from "../Hyphened.tsx";
import { type Picked, stepFrom, type TaintPlan } from "./select-taints.ts";
import { EVICTED_LOOK, KEPT_LOOK, OFF_LOOK, TaintCellMark, ToleratedMark } from "./TaintCellMark.tsx";
import { cellSentence } from "./taint-words.ts";

const EFFECTS = ["NoExecute", "NoSchedule", "PreferNoSchedule"] as const;
const isEffect = (effect: string): effect is (typeof EFFECTS)[number] => (EFFECTS as readonly string[]).includes(effect);

/** The matrix: a table whose cells take the focus one at a time. Arrows move and select, Home and End go to the ends of a row, with Ctrl of all, Page Up and Page
 *  Down by effect. */
export function TaintTable({
  plan,
  picked,
  onPick,
}: {
  readonly plan: TaintPlan;
  readonly picked: Picked | undefined;
  readonly onPick: (cell: Picked) => void;
}) {
  const { t, i18n } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const number = (value: number): string => value.toLocaleString(i18n.language);
  const first = picked ?? { line: 0, column: 0 };
  const go = (to: Picked) => {
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
  let line = -1;
  return (
    <div className="taint-scroll">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells take the focus is a grid
        role="grid"
        className="taint-table"
        aria-label={t("taints.matrix")}
        style={{ ["--sets" as string]: plan.columns.length }}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col className="of-taint" />
          <col className="of-nodes" />
          {plan.columns.map(({ key }) => (
            <col key={key} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="taint">
              {t("taints.taintHead")}
            </th>
            <th scope="col" className="nodes">
              {t("taints.nodesHead")}
            </th>
            {plan.columns.map(({ key }, column) => {
              const [namespace = "", name = ""] = key.split("/");
              return (
                <th key={key} scope="col" title={key} className={column === picked?.column ? "set on" : "set"}>
                  <Hyphened text={name} />
                  <small>{namespace}</small>
                </th>
              );
            })}
          </tr>
        </thead>
        {plan.groups.map((group) => (
          <tbody key={group.effect}>
            <tr className="effect">
              <th scope="rowgroup" colSpan={plan.columns.length + 2}>
                <span className="says">
                  <TaintMark effect={group.effect} />
                  <b>{group.effect}</b>
                  <span>{isEffect(group.effect) ? t(`taints.effects.${group.effect}`) : t("taints.otherEffect")}</span>
                </span>
              </th>
            </tr>
            {group.lines.map(({ text, row, cells }) => {
              line++;
              const here = line;
              const { key, value } = row.taint;
              return (
                <tr key={text} className={here === picked?.line ? "on" : undefined}>
                  <th scope="row" className="taint" title={text}>
                    <code>
                      {key}
                      {value === "" ? "" : `=${value}`}
                    </code>
                  </th>
                  <td className="nodes">{number(row.nodes)}</td>
                  {plan.columns.map(({ key: daemonSet }, column) => {
                    const cell = cells[column] ?? null;
                    const isPicked = here === picked?.line && column === picked.column;
                    return (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of its cells
                      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid are gridcells
                      <td
                        key={daemonSet}
                        data-cell={`${here}/${column}`}
                        tabIndex={here === first.line && column === first.column ? 0 : -1}
                        aria-selected={isPicked}
                        aria-label={cellSentence(t, daemonSet, cell, row.nodes)}
                        className={`c${column === picked?.column ? " col" : ""}${isPicked ? " sel" : ""}`}
                        onClick={() => go({ line: here, column })}
                      >
                        <TaintCellMark cell={cell} />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row" colSpan={2} title={t("taints.lostMeans")}>
              {t("taints.lost")}
            </th>
            {plan.columns.map(({ key, places }, column) => (
              <td key={key} className={`c${column === picked?.column ? " col" : ""}${places === 0 ? " none" : ""}`}>
                {number(places)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

export function TaintLegend({ podsRead }: { readonly podsRead: TaintsAnswer["podsRead"] }) {
  const { t } = useTranslation();
  return (
    <ul className="taint-legend" aria-label={t("taints.legend")}>
      <li>
        <CellSwatch look={OFF_LOOK} size={14} />
        {t("taints.legendOff")}
      </li>
      <li>
        <CellSwatch look={EVICTED_LOOK} size={14} />
        {t("taints.legendEvicted")}
      </li>
      {podsRead ? (
        <li>
          <CellSwatch look={KEPT_LOOK} size={14} />
          {t("taints.legendKept")}
        </li>
      ) : null}
      <li>
        <ToleratedMark kind="template" />
        {t("taints.legendTemplate")}
      </li>
      <li>
        <ToleratedMark kind="controller" />
        {t("taints.legendController")}
      </li>
      <li>
        <ToleratedMark kind="everything" />
        {t("taints.legendEverything")}
      </li>
      <li>
        <span className="dot" />
        {t("taints.legendNever")}
      </li>
      <li>{t("taints.legendEmpty")}</li>
    </ul>
  );
}
