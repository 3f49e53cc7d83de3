import type { Cause, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { verdictKindOf } from "@daemonscope/daemonset/rollout/verdict-kind";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { stayingNodes } from "@daemonscope/words/facts/leaving-text";
import { type MouseEvent, memo, useMemo } from "react";
import { verdictIcon } from "../../data/cell/verdict-icon.ts";
import { useRecentChange } from "../../data/lanes/use-recent-change.ts";
import { hrefOf, navigate } from "../../data/url/navigation.ts";
import { daemonSetView, type View } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import type { StripStyle } from "../../draw/strip/draw-strip.ts";
import type { StripLayout } from "../../draw/strip/strip-layout.ts";
import { verdictOn } from "../../panels/verdict/select-verdict.ts";
import { isSelecting } from "../../ui/controls/is-selecting.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { Unhyphenated } from "../../ui/text/Unhyphenated.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { causeIn, filterOf, matchesCause } from "./cause-filter.ts";
import { COUNTS, shownChange } from "./count-change.ts";
import css from "./fleet.module.css";
import { isFineRow, isResting, needsPerson, rowStatus } from "./row-status.ts";
import { Strip } from "./strips/Strip.tsx";

/** Longer names are cut in their middle, because names of one kind differ at both ends. */
const LONG_NAME = 20;

const Name = ({ text }: { readonly text: string }) =>
  text.length > LONG_NAME ? (
    <MiddleCut isWord text={text} />
  ) : (
    <span className="ell" title={text}>
      {text}
    </span>
  );

interface CountProps {
  readonly letter: string;
  readonly room: number;
  readonly value: number;
  readonly desired: number;
}

/** A changed number shows its difference in front of it for a moment, without moving. */
function Count({ letter, room, value, desired }: CountProps) {
  const change = shownChange(room, value, useRecentChange(value));
  const look = letter === "D" ? undefined : value === desired ? css.same : css.differs;
  return (
    <span role="cell" data-letter={letter} data-of={`/${countText(desired)}`} className={classes(css.count, look)}>
      <span data-change={change}>{countText(value)}</span>
    </span>
  );
}

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

interface FleetRowProps {
  readonly record: DaemonSetRecord;
  readonly nowMs: number;
  /** Id of the cause by which the page is filtered: its nodes are emphasised, and the row's link applies its filter. */
  readonly cause: string | undefined;
  readonly column: number;
  /** Undefined until all nodes are loaded. */
  readonly layout: StripLayout | undefined;
  /** The nodes of the pods for which the filter keeps the row. They are emphasised, and a single node is the target of
   *  the link. */
  readonly podNodes: ReadonlySet<string> | undefined;
  /** The row is above the healthy ones. */
  readonly isAbove: boolean;
  readonly hasStrip: boolean;
  /** Undefined where no panel fits. */
  readonly onPeek: ((key: string) => void) | undefined;
}

/** Returns which nodes are emphasised, by a cause and by searched pods; undefined for all. */
function emphasisOf(cause: Cause | undefined, podNodes: ReadonlySet<string> | undefined): StripStyle["isEmphasised"] {
  const hasCause = cause === undefined ? undefined : matchesCause(cause);
  if (podNodes === undefined) return hasCause;
  return (node, byte) => podNodes.has(node) && (hasCause === undefined || hasCause(node, byte));
}

/** The icon of a DaemonSet in the lists of the fleet. */
export const RowIcon = ({ record }: Pick<FleetRowProps, "record">) => (
  <CellSwatch look={verdictIcon(isFineRow(record) ? "healthy" : verdictWordOf(record))} size={16} isResting={isResting(record)} />
);

/** One DaemonSet in kubectl's columns. The numbers are `.status`. Renders when its record changed, and each second. */
export const FleetRow = memo(function FleetRow(props: FleetRowProps) {
  const { record, nowMs, cause: causeId, column, layout, podNodes, isAbove, hasStrip, onPeek } = props;
  const { causes, reported } = record;
  const cause = useMemo(() => (causeId === undefined ? undefined : causeIn({ causes }, causeId)), [causes, causeId]);
  const isEmphasised = useMemo(() => emphasisOf(cause, podNodes), [cause, podNodes]);
  const onlyNode = podNodes?.size === 1 ? [...podNodes][0] : undefined;
  const view = { ...daemonSetView(record.key), node: onlyNode };
  const kind = verdictKindOf(record);
  const opened = cause === undefined ? view : { ...view, filter: filterOf(cause) };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link handles the keys
    <div
      role="row"
      className={classes(css.row, isAbove && css.need, needsPerson(record) && css.person, stayingNodes(record) !== undefined && css.short)}
      data-row={record.uid}
      data-key={record.key}
      data-need={kind}
      onClickCapture={keepSelection}
      onClick={(event) => openByWords(event, opened)}
    >
      <span role="cell" className={css.icon}>
        <RowIcon record={record} />
      </span>
      <span role="cell" className={css.namespace}>
        <Name text={record.namespace} />
      </span>
      <span role="cell" className={css.name} data-name>
        <ViewLink view={opened} draggable={false} title={`${record.namespace}/${record.name}`}>
          <Name text={record.name} />
        </ViewLink>
      </span>
      <Status record={record} nowMs={nowMs} onPeek={onPeek} />
      {COUNTS.map(({ letter, field, room }) => (
        <Count key={letter} letter={letter} room={room} value={reported[field]} desired={reported.desiredNumberScheduled} />
      ))}
      <span role="cell" className={css.places}>
        {!hasStrip ? null : layout === undefined ? (
          <span className={css.awaited} />
        ) : (
          <Strip column={column} layout={layout} isEmphasised={isEmphasised} isResting={isResting(record)} record={record} nowMs={nowMs} />
        )}
      </span>
    </div>
  );
});

/** The word and the clause of a row. Links show on hover and focus, except the one that a person needs next. */
function Status({ record, nowMs, onPeek }: Pick<FleetRowProps, "record" | "nowMs" | "onPeek">) {
  const { t } = useTranslation();
  const { word, clause } = rowStatus(t, record, nowMs);
  const { verdict, tone, range } = verdictOn(t, record, nowMs);
  const view = daemonSetView(record.key);
  return (
    <span role="cell" className={css.status}>
      <span
        className="ell"
        title={[`${word} ${clause}`.trim(), range ?? "", record.rollout.message].filter((line) => line !== "").join("\n")}
      >
        {word === "" ? null : (
          <b className={tone === "stuck" ? css.hot : verdict === "rolling" ? css.rolling : undefined} title={t(`verdict.means.${verdict}`)}>
            {word}
          </b>
        )}{" "}
        <span className={word === "" ? "i3" : "i2"}>
          <Unhyphenated text={clause} />
        </span>
      </span>
      {verdict === "manual" ? (
        <ViewLink data-of-now view={{ ...view, section: "worklist" }}>
          {t("fleet.openWorklist")}
        </ViewLink>
      ) : null}
      {onPeek === undefined ? null : (
        // The key of the row does the same, so it is no stop of the Tab key.
        <button type="button" tabIndex={-1} className={css.hint} title={t("fleet.peekMeans")} onClick={() => onPeek(record.key)}>
          {t("fleet.peek")}
        </button>
      )}
    </span>
  );
}
