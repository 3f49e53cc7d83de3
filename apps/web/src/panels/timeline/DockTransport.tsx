import { useState } from "react";
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../../ui/controls/filled-icons.tsx";
import { rovingTabIndex } from "../../ui/controls/roving-tab-index.ts";
import { classes } from "../../ui/theme/classes.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import type { TimeTravel } from "./player/time-travel.ts";
import css from "./timeline.module.css";

export interface DockSteps {
  readonly toPrevious: (() => void) | undefined;
  readonly toNext: (() => void) | undefined;
  readonly toNow: (() => void) | undefined;
}

const RATES = [1, 10, 60, 300, 1000];

interface StepProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly run: (() => void) | undefined;
  readonly children: React.ReactNode;
}

const Step = ({ label, className, run, children }: StepProps) => (
  <button
    type="button"
    className={classes("iconbtn", className)}
    aria-label={label}
    title={label}
    aria-disabled={run === undefined}
    onClick={run}
  >
    {children}
  </button>
);

interface DockTransportProps {
  readonly steps: DockSteps;
  readonly travel: TimeTravel;
  readonly isPlaying: boolean;
}

/** The controls of a replay: mark before, play, next mark, and speed. */
export function DockTransport({ steps, travel, isPlaying }: DockTransportProps) {
  const { t } = useTranslation();
  const [rate, setRate] = useState(10);
  return (
    <div {...rovingTabIndex} className={css.transport}>
      <Step label={t("timeline.previous")} className={css.step} run={steps.toPrevious}>
        <PreviousIcon />
      </Step>
      <Step
        label={t(isPlaying ? "timeline.pause" : "timeline.play")}
        className={css.play}
        run={() => (isPlaying ? travel.player.pause() : travel.player.play(rate))}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </Step>
      <Step label={t("timeline.next")} className={css.step} run={steps.toNext}>
        <NextIcon />
      </Step>
      <select
        aria-label={t("timeline.speed")}
        title={t("timeline.speed")}
        value={rate}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          setRate(chosen);
          if (isPlaying) travel.player.play(chosen);
        }}
      >
        {RATES.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </div>
  );
}
