import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { countDefinition } from "../../data/lanes/count-bar-text.ts";
import type { CountBar, CountId } from "../../data/lanes/count-bars.ts";
import type { Lanes } from "../../data/lanes/count-lanes.ts";
import type { CountLine } from "../../data/lanes/count-lines.ts";
import { useRecentChange } from "../../data/lanes/use-recent-change.ts";
import type { MovingBar } from "../../draw/bars/moving-bar.ts";
import { type BarSegment, SegmentBar } from "../../draw/bars/SegmentBar.tsx";
import { classes } from "../../ui/theme/classes.ts";
import { changeText, countText } from "../../words/format/figures.ts";
import css from "./counts.module.css";

const BAR_HEIGHT = 11;

export const namesOf = (line: CountLine, isOne: boolean): string => line.map(({ bar }) => bar.name).join(isOne ? " = " : ", ");

interface DaemonSetProps {
  readonly lanes: Lanes;
  readonly record: DaemonSetRecord;
}

interface LineButtonProps extends DaemonSetProps {
  readonly hot: CountId | undefined;
  readonly onHot: (count: CountId | undefined) => void;
  readonly line: CountLine;
  /** All counts are equal and share one line. */
  readonly isOne: boolean;
  readonly derived: string;
  readonly width: number;
  /** Latest change of the number. */
  readonly change: number;
}

interface CountLineRowProps extends Omit<LineButtonProps, "change"> {
  readonly bar: MovingBar | undefined;
  readonly segments: readonly BarSegment[];
  /** Width of the bar, CSS pixels. */
  readonly room: number;
  /** Where bars begin, CSS pixels. */
  readonly left: number;
}

/** One line: names and number, then the bar. The number changes at once and shows the difference for a moment. The
 *  bar moves to its new length. */
export function CountLineRow({ line, hot, room, left, bar, segments, ...button }: CountLineRowProps) {
  const [first] = line;
  const change = useRecentChange(first?.reported ?? 0);
  if (first === undefined || bar === undefined) return null;
  const isEmphasised = hot === undefined || line.some((each) => each.bar.id === hot);
  return (
    <div className={css.line}>
      <LineButton line={line} hot={hot} change={change} {...button} />
      <div className={css.bar} style={{ transform: `translateX(${left}px)`, width: room, opacity: isEmphasised ? 1 : 0.45 }}>
        <SegmentBar bar={bar} segments={segments} width={room} height={BAR_HEIGHT} />
      </div>
    </div>
  );
}

/** The names of a line, with the number of the status. The line in focus explains what each count includes and its
 *  field. */
function LineButton({ line, isOne, derived, width, change, hot, onHot, lanes, record }: LineButtonProps) {
  const { t } = useTranslation();
  const definitionId = useId();
  const [first] = line;
  if (first === undefined) return null;
  const isHot = line.some(({ bar }) => bar.id === hot);
  return (
    <>
      <button
        type="button"
        className={classes(css.names, isHot && css.hot)}
        style={{ width }}
        aria-describedby={isHot ? definitionId : undefined}
        // Hover begins on a move, not on entry, because the page may open under a still pointer.
        onPointerMove={() => onHot(first.bar.id)}
        onPointerLeave={() => onHot(undefined)}
        onFocus={() => onHot(first.bar.id)}
        onBlur={() => onHot(undefined)}
      >
        <span className={css.name}>
          {line.map(({ bar, reported }, index) => (
            <span key={bar.id}>
              {index > 0 && (isOne ? " = " : ", ")}
              <span data-count-name data-field={bar.field} data-count={reported}>
                {bar.name}
              </span>
            </span>
          ))}
        </span>{" "}
        {derived !== "" && <small>{derived}</small>} <small className={css.change}>{changeText(change)}</small>{" "}
        <b className={derived === "" ? undefined : css.differs}>{countText(first.reported)}</b>
      </button>
      {isHot && (
        <div id={definitionId} className={css.popover} role="tooltip">
          {line.map(({ bar, reported }) => (
            <Definition key={bar.id} bar={bar} reported={reported} lanes={lanes} record={record} />
          ))}
          {first.derived !== undefined && <p>{t("rollout.bar.nodesGive", { ours: first.derived })}</p>}
        </div>
      )}
    </>
  );
}

function Definition({ bar, reported, lanes, record }: DaemonSetProps & { readonly bar: CountBar; readonly reported: number }) {
  const { t } = useTranslation();
  return (
    <div>
      <b>
        {bar.name} {countText(reported)}
      </b>{" "}
      <code>status.{bar.field}</code>
      <p>{countDefinition(bar, record.minReadySeconds, lanes, t)}</p>
    </div>
  );
}
