import type { LabLanguage, LabNow } from "@daemonscope/shared/http/lab";
import { LabButton } from "./LabButton.tsx";
import { BackIcon, PauseIcon, PlayIcon, StepIcon } from "./lab-icons.tsx";
import { labWord } from "./lab-words.ts";
import { isAtItsBeginning, isOver } from "./step-words.ts";
import type { LabUse } from "./use-lab.ts";

const SPEEDS = [0.5, 1, 2, 5, 10, 30, 60];
const ADVANCE_MS = 10_000;

/** Back, play, pause, step, let time pass, speed. */
export function Transport({ lab, now, language }: { readonly lab: LabUse; readonly now: LabNow; readonly language: LabLanguage }) {
  const { playing, speed } = now.clock;
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
  return (
    <span className="lab-transport">
      <LabButton
        className="iconbtn"
        label={labWord("back", language)}
        off={lab.busy || isAtItsBeginning(now)}
        onPress={() => void lab.command("back", {})}
      >
        <BackIcon />
      </LabButton>
      <LabButton
        className="iconbtn"
        label={labWord(playing ? "pause" : "play", language)}
        onPress={() => void lab.command(playing ? "pause" : "play", {})}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </LabButton>
      <LabButton
        className="iconbtn"
        label={labWord("step", language)}
        off={lab.busy || isOver(now)}
        onPress={() => void lab.command("step", {})}
      >
        <StepIcon />
      </LabButton>
      <button
        type="button"
        className="btn quiet lab-wide"
        title={labWord("advance", language)}
        aria-disabled={lab.busy}
        onClick={() => {
          if (!lab.busy) void lab.command("advance", { ms: ADVANCE_MS });
        }}
      >
        +10 s
      </button>
      <select
        className="lab-wide"
        aria-label={labWord("speed", language)}
        title={labWord("speed", language)}
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
