import type { LabLanguage } from "@daemonscope/shared/http/lab";
import { useState } from "react";
import { Deeds } from "./Deeds.tsx";
import { FreePlay } from "./FreePlay.tsx";
import { type LabWord, labWord } from "./lab-words.ts";
import { StoryChooser } from "./StoryChooser.tsx";
import { StoryTold } from "./StoryTold.tsx";
import type { LabUse } from "./use-lab.ts";

/** Beside each other where there is room, else one at a time. */
const PARTS = ["steps", "freePlay", "deeds"] as const satisfies readonly LabWord[];

/** The lab, opened: stories to choose from, the one that plays, free play, and what was done. */
export function LabPanel({
  lab,
  answer,
  language,
  hidden,
  onStory,
}: {
  readonly lab: LabUse;
  readonly answer: NonNullable<LabUse["answer"]>;
  readonly language: LabLanguage;
  readonly hidden: boolean;
  readonly onStory: (name: string, seed: number) => void;
}) {
  const [part, setPart] = useState<(typeof PARTS)[number]>("steps");
  const { now, stories } = answer;
  return (
    <div className="lab-panel" hidden={hidden}>
      <StoryChooser
        answer={answer}
        language={language}
        onStory={onStory}
        onBadSeed={(seed) => lab.say({ code: "BadSeed", message: "", params: { seed, playing: now.seed } })}
      />
      <div className="lab-switch" role="group" aria-label={labWord("parts", language)}>
        {PARTS.map((each) => (
          <button key={each} type="button" aria-pressed={each === part} onClick={() => setPart(each)}>
            {labWord(each, language)}
            {each === "deeds" && now.deeds.length > 0 ? ` (${now.deeds.length})` : null}
          </button>
        ))}
      </div>
      <div className="lab-parts" data-part={part}>
        <StoryTold now={now} story={stories.find(({ name }) => name === now.story)} language={language} />
        <FreePlay lab={lab} language={language} />
        <Deeds lab={lab} now={now} language={language} />
      </div>
    </div>
  );
}
