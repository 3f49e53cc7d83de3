import type { LabState } from "@daemonscope/shared/http/lab";
import { useTranslation } from "react-i18next";
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from "../../ui/controls/filled-icons.tsx";
import { LabButton } from "./LabButton.tsx";
import css from "./lab.module.css";
import { isAtStart, isStoryFinished } from "./story/story-progress.ts";
import type { LabUse } from "./use-lab.ts";

const SPEEDS = [0.5, 1, 2, 5, 10, 30, 60];
const ADVANCE_MS = 10_000;

/** The controls: back, play, pause, step, advance the time, and speed. */
export function PlaybackControls({ lab, now }: { readonly lab: LabUse; readonly now: LabState }) {
  const { t } = useTranslation("lab");
  const { playing, speed } = now.clock;
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <span className={css.transport}>
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
        className={`btn quiet ${css.wide}`}
        title={t("words.advance")}
        aria-disabled={lab.busy}
        onClick={() => {
          if (!lab.busy) void lab.command("advance", { ms: ADVANCE_MS });
        }}
      >
        +10 s
      </button>
      <select
        className={css.wide}
        aria-label={t("words.speed")}
        title={t("words.speed")}
        value={speed}
        onChange={(event) => void lab.command("play", { speed: Number(event.target.value) })}
      >
        {speeds.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </span>
  );
}
