import type { LabLanguage, LabNow } from "@daemonscope/shared/http/lab";
import { PauseIcon, PlayIcon, StepIcon } from "./lab-icons.tsx";
import { labWord } from "./lab-words.ts";
import type { LabUse } from "./use-lab.ts";

const SPEEDS = [0.5, 1, 2, 5, 10, 30, 60];
const ADVANCE_MS = 10_000;

/** Play, pause, step, let time pass, speed. */
export function Transport({ lab, now, language }: { readonly lab: LabUse; readonly now: LabNow; readonly language: LabLanguage }) {
  const { playing, speed } = now.clock;
  const isOver = now.steps.every(({ done }) => done);
  const toggle = labWord(playing ? "pause" : "play", language);
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <span className="lab-transport">
      <button
        type="button"
        className="iconbtn"
        aria-label={toggle}
        title={toggle}
        onClick={() => void lab.command(playing ? "pause" : "play", {})}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <button
        type="button"
        className="iconbtn"
        aria-label={labWord("step", language)}
        title={labWord("step", language)}
        disabled={isOver || lab.busy}
        onClick={() => void lab.command("step", {})}
      >
        <StepIcon />
      </button>
      <button
        type="button"
        className="btn quiet lab-wide"
        title={labWord("advance", language)}
        disabled={lab.busy}
        onClick={() => void lab.command("advance", { ms: ADVANCE_MS })}
      >
        +10 s
      </button>
      <select
        className="lab-wide"
        aria-label={labWord("speed", language)}
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
