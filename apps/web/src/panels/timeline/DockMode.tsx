import type { Freshness } from "../../data/freshness/freshness.ts";
import { useFreshness, useToday } from "../../data/hooks/cluster-context.ts";
import { classes } from "../../ui/theme/classes.ts";
import { momentParts } from "../../words/i18n/time-of-day.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./timeline.module.css";

type Mode = "live" | "paused" | "connecting" | "stale" | "offline" | "end";

function modeOf({ kind, why }: Freshness, isRecorded: boolean): Mode {
  if (isRecorded) return "end";
  if (kind === "disconnected") return "offline";
  if (kind === "stale" || kind === "connecting") return kind;
  return why.kind === "paused" ? "paused" : "live";
}

interface DockModeProps {
  readonly shownMs: number;
  readonly isRecorded: boolean;
  readonly isStale: boolean;
  /** Leaves the replay; undefined while the page shows now. */
  readonly toNow: (() => void) | undefined;
  /** The age of the shown moment. */
  readonly title: string | undefined;
}

/** The state of the time and its clock. In a replay, the state is the way back. */
export function DockMode({ shownMs, isRecorded, isStale, toNow, title }: DockModeProps) {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const mode = modeOf(fresh, isRecorded);
  const { day, time } = momentParts(shownMs, useToday(), true);
  const isReplay = toNow !== undefined;
  const target = isRecorded ? "toEnd" : isStale ? "toLast" : "toNow";
  return (
    <div className={css.state}>
      {isReplay ? (
        <button type="button" className={classes(css.mode, css.back)} title={t(`timeline.${target}`)} onClick={toNow}>
          {t(`timeline.back.${target}`)}
        </button>
      ) : (
        <span className={classes(css.mode, css[mode])} data-mode={mode}>
          {t(`timeline.modes.${mode}`)}
        </span>
      )}
      <span className={classes(css.clock, isReplay && css.past, mode === "offline" && css.stopped)} title={title} data-clock>
        {day === "" ? null : <small>{day}</small>}
        {time}
      </span>
    </div>
  );
}
