import type { LabState } from "@daemonscope/shared/http/lab";
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../../ui/controls/filled-icons.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { LabButton } from "./LabButton.tsx";
import css from "./lab.module.css";
import { isAtStart, isStoryFinished } from "./story/story-progress.ts";
import type { LabUse } from "./use-lab.ts";

const SPEEDS = [1, 10, 60];
const ADVANCE_MS = 10_000;

/** The controls: back, play, pause, step, advance the time, and speed. */
export function PlaybackControls({ lab, now }: { readonly lab: LabUse; readonly now: LabState }) {
  const { t } = useTranslation("lab");
  const { playing, speed } = now.clock;
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <div className={css.transport}>
      <LabButton className="iconbtn" label={t("words.back")} off={lab.busy || isAtStart(now)} onPress={() => void lab.command("back", {})}>
        <PreviousIcon small />
      </LabButton>
      <LabButton
        className="iconbtn"
        label={t(playing ? "words.pause" : "words.play")}
        onPress={() => void lab.command(playing ? "pause" : "play", {})}
      >
        {playing ? <PauseIcon small /> : <PlayIcon small />}
      </LabButton>
      <LabButton
        className="iconbtn"
        label={t("words.step")}
        off={lab.busy || isStoryFinished(now)}
        onPress={() => void lab.command("step", {})}
      >
        <NextIcon small />
      </LabButton>
      <button
        type="button"
        className="btn"
        title={t("words.advance")}
        aria-disabled={lab.busy}
        onClick={() => {
          if (!lab.busy) void lab.command("advance", { ms: ADVANCE_MS });
        }}
      >
        +10 s
      </button>
      <div className={css.speeds} role="group" aria-label={t("words.speed")}>
        {speeds.map((each) => (
          <button key={each} type="button" aria-pressed={each === speed} onClick={() => void lab.command("play", { speed: each })}>
            {each}×
          </button>
        ))}
      </div>
    </div>
  );
}
