import { isBudgetInUse } from "@daemonscope/daemonset/budget/is-budget-in-use";
import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { concernDetailText, concernText } from "@daemonscope/words/facts/concern-text";
import { type MouseEvent, memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import type { Continuity } from "../../data/hooks/continuity.ts";
import { useRecentChange } from "../../data/lanes/use-recent-change.ts";
import { hrefOf, navigate } from "../../data/url/navigation.ts";
import { daemonSetView, type View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import type { StripStyle } from "../../draw/strip/draw-strip.ts";
import type { StripLayout } from "../../draw/strip/strip-layout.ts";
import { rateColumn, remainingInRow } from "../../panels/verdict/pace/rollout-pace-text.ts";
import { VERDICTS_WITH_DURATION, verdictLabelWithDuration, verdictOn } from "../../panels/verdict/select-verdict.ts";
import { isSelecting } from "../../ui/controls/is-selecting.ts";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { ageText } from "../../words/format/age-text.ts";
import { changeText, countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { BudgetGauge } from "./BudgetGauge.tsx";
import css from "./fleet.module.css";
import { causeIn, filterOf, matchesCause } from "./select-causes.ts";
import { Strip } from "./strips/Strip.tsx";

/** Needed only in rows that roll out. */
const CountMeter = lazyWithWords(() => import("../../draw/bars/CountMeter.tsx").then((module) => module.CountMeter));
const Sparkline = lazyWithWords(() => import("../../panels/verdict/pace/Sparkline.tsx").then((module) => module.Sparkline));

interface CountProps {
  readonly letter: string;
  readonly value: number;
  /** The value of a healthy DaemonSet. */
  readonly reference?: number;
  /** The count of a full bar; undefined for no bar. */
  readonly full: number | undefined;
  readonly continuity: Continuity;
}

/** A changed number shows its difference in front of it for a moment, without moving. */
function Count({ letter, value, reference, full, continuity }: CountProps) {
  const change = useRecentChange(value);
  const look = reference === undefined ? "" : value === reference ? css.same : css.differs;
  return (
    <span role="cell" data-letter={letter} className={`${css.right} ${css.count} ${look}`}>
      <span {...(change === 0 ? {} : { "data-change": changeText(change) })}>{countText(value)}</span>
      {full === undefined ? null : (
        <LazyPart about="bars" onFailed={ignore}>
          <CountMeter count={value} all={full} continuity={continuity} />
        </LazyPart>
      )}
    </span>
  );
}

/** If the bars fail to load, numbers are shown without them. */
const ignore = () => {};

/** Opens a row like its link when the user presses its words, unless the press ends a drag over them. */
function openByWords({ target, ctrlKey, metaKey }: MouseEvent, view: View): void {
  if (isSelecting() || !(target instanceof Element) || target.closest("a, button, [role=listbox]") !== null) return;
  if (ctrlKey || metaKey) window.open(hrefOf(view), "_blank", "noopener");
  else navigate(view);
}

/** Prevents navigation when the user drags over the name of a link to select it. */
function keepSelection(event: MouseEvent): void {
  if (event.detail > 0 && isSelecting() && event.target instanceof Element && event.target.closest("a") !== null) event.preventDefault();
}

/** Returns Daemonscope's words for a row; the title of the row has kubectl's sentence. `hot`: the words are
 *  emphasised. */
function ourWord(t: Translate, record: DaemonSetRecord, nowMs: number): { readonly text: string; readonly hot: boolean } {
  const need = verdictKindOf(record);
  const text = record.concern === null ? undefined : concernText(t, record.concern.detail, record.hostPorts);
  // A notice about the next rollout is not emphasised.
  if (need === "fine") return { text: text ?? "", hot: false };
  const verdict = verdictOn(t, record, nowMs);
  const word = verdictLabelWithDuration(t, record, "row", nowMs);
  if (need === "partly") return { text: `${word}${t("model.colon")}${verdict.sentence}`, hot: false };
  if (need === "rolling") {
    const remaining = remainingInRow(t, record, nowMs);
    return { text: remaining === undefined ? word : t("pace.row", { word, left: remaining }), hot: false };
  }
  if (record.concern === null || !VERDICTS_WITH_DURATION.has(need)) return { text: text ?? word, hot: verdict.tone === "stuck" };
  return {
    text: `${word}${t("model.colon")}${concernDetailText(t, record.concern.detail, record.hostPorts)}`,
    hot: verdict.tone === "stuck",
  };
}

/** kubectl's columns, by the letter that replaces the head on a phone. */
const COUNTS = [
  { letter: "D", field: "desiredNumberScheduled" },
  { letter: "C", field: "currentNumberScheduled" },
  { letter: "R", field: "numberReady" },
  { letter: "U", field: "updatedNumberScheduled" },
  { letter: "A", field: "numberAvailable" },
] as const;

interface FleetRowProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  /** Id of the cause by which the page is filtered: its nodes are emphasised, and the row's link applies its filter. */
  readonly cause: string | undefined;
  readonly column: number;
  /** Undefined until all nodes are loaded. */
  readonly layout: StripLayout | undefined;
  readonly continuity: Continuity;
  /** The nodes of the pods for which the filter keeps the row. They are emphasised, and a single node is the target of
   *  the link. */
  readonly podNodes: ReadonlySet<string> | undefined;
}

/** Returns which nodes are emphasised, by a cause and by searched pods; undefined for all. */
function emphasisOf(cause: Cause | undefined, podNodes: ReadonlySet<string> | undefined): StripStyle["isEmphasised"] {
  const hasCause = cause === undefined ? undefined : matchesCause(cause);
  if (podNodes === undefined) return hasCause;
  return (node, byte) => podNodes.has(node) && (hasCause === undefined || hasCause(node, byte));
}

/** One DaemonSet in kubectl's columns. The numbers are `.status`; a number that differs from DESIRED is bold. Renders
 *  when its record changed, and each second. */
export const FleetRow = memo(function FleetRow({ record, nowMs, cause: causeId, column, layout, continuity, podNodes }: FleetRowProps) {
  const { t } = useTranslation();
  const { causes } = record;
  const cause = useMemo(() => (causeId === undefined ? undefined : causeIn({ causes }, causeId)), [causes, causeId]);
  const isEmphasised = useMemo(() => emphasisOf(cause, podNodes), [cause, podNodes]);
  const onlyNode = podNodes?.size === 1 ? [...podNodes][0] : undefined;
  const view = { ...daemonSetView(record.key), node: onlyNode };
  const { reported } = record;
  const desired = reported.desiredNumberScheduled;
  const isRolledOut = record.underWay || record.pace !== undefined;
  const full = isRolledOut ? Math.max(...COUNTS.map(({ field }) => reported[field])) : undefined;
  const word = ourWord(t, record, nowMs);
  const rate = rateColumn(t, record, nowMs);
  const opened = cause === undefined ? view : { ...view, filter: filterOf(cause) };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link handles the keys
    <div
      role="row"
      className={css.row}
      data-key={record.key}
      data-need={verdictKindOf(record)}
      onClickCapture={keepSelection}
      onClick={(event) => openByWords(event, opened)}
    >
      <span role="cell" className={css.icon}>
        <CellSwatch look={verdictIcon(verdictKindOf(record))} size={14} />
      </span>
      <span role="cell" className={css.namespace}>
        <MiddleCut text={record.namespace} />
      </span>
      <span role="cell" className={css.name} data-name>
        <ViewLink view={opened} draggable={false} title={`${record.namespace}/${record.name}`}>
          <MiddleCut text={record.name} />
        </ViewLink>
      </span>
      {COUNTS.map(({ letter, field }) => (
        <Count
          key={letter}
          letter={letter}
          value={reported[field]}
          {...(letter === "D" ? {} : { reference: desired })}
          full={full}
          continuity={continuity}
        />
      ))}
      <span role="cell" className={`${css.right} ${css.misscheduled} ${reported.numberMisscheduled === 0 ? css.same : css.differs}`}>
        {reported.numberMisscheduled === 0 ? null : countText(reported.numberMisscheduled)}
      </span>
      <span role="cell" className={css.selector}>
        <MiddleCut isWord text={record.nodeSelector} />
      </span>
      <span role="cell" className={`${css.right} ${css.since}`}>
        {ageText(nowMs - record.createdAtMs)}
      </span>
      <span role="cell" className={css.budget}>
        <BudgetGauge budget={record.budget} isUsed={isBudgetInUse(record)} />
      </span>
      <span role="cell" className={`${css.right} ${css.rate} ${rate === "0" || rate === "" ? css.same : ""}`}>
        {record.pace === undefined ? null : (
          <>
            {rate}
            <LazyPart about="pace" fallback={<svg width={48} height={10} aria-hidden="true" />} onFailed={ignore}>
              <Sparkline pace={record.pace} nowMs={nowMs} width={48} height={10} />
            </LazyPart>
          </>
        )}
      </span>
      <span role="cell" className={css.places}>
        {layout === undefined ? (
          <span className={css.awaited} />
        ) : (
          <Strip column={column} layout={layout} isEmphasised={isEmphasised} record={record} nowMs={nowMs} />
        )}
      </span>
      <span className={css.status}>
        <span className="ell" title={record.rollout.message}>
          {word.text === "" ? null : <em className={word.hot ? css.hot : undefined}>{word.text}</em>}
        </span>
        {/* Not in the tab order, so that each row has only two stops. In the focused row, `a` opens the actions, and
            Enter opens the page. */}
        <span role="cell" className={css.shortcuts}>
          <ViewLink tabIndex={-1} view={{ ...daemonSetView(record.key), section: "changes" }}>
            {t("sections.changes")}
          </ViewLink>
          <ViewLink tabIndex={-1} data-of-now view={{ ...daemonSetView(record.key), drawer: "fix" }}>
            {t("chrome.actions")}
          </ViewLink>
        </span>
      </span>
    </div>
  );
});
