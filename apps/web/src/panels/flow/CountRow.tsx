import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useId } from "react";
import type { CountBar, CountId } from "../../data/lanes/count-bars.ts";
import type { Lanes } from "../../data/lanes/count-lanes.ts";
import type { DisplayedCount } from "../../data/lanes/shown-counts.ts";
import { useRecentChange } from "../../data/lanes/use-recent-change.ts";
import type { MovingBar } from "../../draw/bars/moving-bar.ts";
import { type BarSegment, SegmentBar } from "../../draw/bars/SegmentBar.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { changeText, countText } from "../../words/format/figures.ts";
import type { Translate } from "../../words/i18n/translator.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./counts.module.css";

const BAR_HEIGHT = 10;
const REST_BAR_HEIGHT = 6;

interface CountRowProps {
  readonly count: DisplayedCount & { readonly bar: CountBar };
  /** The number equals the desired one. */
  readonly isQuiet: boolean;
  readonly moving: MovingBar | undefined;
  readonly segments: readonly BarSegment[];
  /** Width of the bar, CSS pixels. */
  readonly room: number;
  readonly isAtRest: boolean;
  readonly hot: CountId | undefined;
  readonly onHot: (count: CountId | undefined) => void;
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
}

/** One count: name and number, then the bar. The number changes at once, and the bar moves to its new length. The row
 *  in focus explains what the count includes. */
export function CountRow({ count, isQuiet, moving, segments, room, isAtRest, hot, onHot, lanes, record }: CountRowProps) {
  const { t } = useTranslation();
  const definitionId = useId();
  const { bar, reported, derived } = count;
  const change = useRecentChange(reported);
  const isHot = hot === bar.id;
  if (moving === undefined) return null;
  return (
    <div className={css.row}>
      <button
        type="button"
        className={classes(css.names, isHot && css.hot)}
        aria-describedby={isHot ? definitionId : undefined}
        // Hover begins on a move, not on entry, because the page may open under a still pointer.
        onPointerMove={() => onHot(bar.id)}
        onPointerLeave={() => onHot(undefined)}
        onFocus={() => onHot(bar.id)}
        onBlur={() => onHot(undefined)}
      >
        <span className={css.name} data-count-name data-field={bar.field} data-count={reported}>
          {bar.name}
        </span>{" "}
        <small className={css.change}>{changeText(change)}</small>{" "}
        <b className={classes(isQuiet && css.quiet, derived !== undefined && css.differs)}>{countText(reported)}</b>
        {derived === undefined ? null : <span className="visually-hidden"> {t("rollout.bar.ours", { ours: derived })}</span>}
      </button>
      <div className={classes(css.bar, hot !== undefined && !isHot && css.steppedBack)}>
        <SegmentBar bar={moving} segments={segments} width={room} height={isAtRest ? REST_BAR_HEIGHT : BAR_HEIGHT} />
      </div>
      {isHot && (
        <div id={definitionId} className={css.popover} role="tooltip">
          <b>
            {bar.name} {countText(reported)}
          </b>{" "}
          <code>status.{bar.field}</code>
          <p>{countDefinition(bar, record.minReadySeconds, lanes, t)}</p>
          {derived === undefined ? null : <p>{t("rollout.bar.nodesGive", { ours: derived })}</p>}
        </div>
      )}
    </div>
  );
}

/** Returns the API's definition of a count, with the numbers of this DaemonSet. Source: apps/v1 DaemonSetStatus. */
function countDefinition(bar: CountBar, minReadySeconds: number, lanes: Lanes, t: Translate): string {
  const sentence = t(`rollout.bar.${bar.id}`, { seconds: minReadySeconds });
  const terminating = bar.shares.terminating.count;
  const isOfReady = bar.id === "ready" || bar.id === "available";
  if (!isOfReady || terminating === 0 || terminating >= lanes.total) return sentence;
  return t("model.twoSentences", { first: sentence, second: t("rollout.bar.alsoTerminating", { count: terminating }) });
}
