import type { Language } from "@daemonscope/kube/base/languages";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DoneList } from "./free-play/DoneList.tsx";
import { FreePlay } from "./free-play/FreePlay.tsx";
import css from "./lab.module.css";
import type { LabWord } from "./lab-text.ts";
import { StoryChooser } from "./story/StoryChooser.tsx";
import { StoryPanel } from "./story/StoryPanel.tsx";
import type { LabUse } from "./use-lab.ts";

/** The parts are side by side if the width allows, else one at a time. */
const PARTS = ["steps", "freePlay", "actions"] as const satisfies readonly LabWord[];

/** The open lab: the choice of stories, the current story, free play, and past actions. */
export function LabPanel({
  lab,
  answer,
  language,
  hidden,
  onStory,
}: {
  readonly lab: LabUse;
  readonly answer: NonNullable<LabUse["answer"]>;
  readonly language: Language;
  readonly hidden: boolean;
  readonly onStory: (name: string, seed: number) => void;
}) {
  const { t } = useTranslation("lab");
  const [part, setPart] = useState<(typeof PARTS)[number]>("steps");
  const { now, stories } = answer;
  return (
    <div className={css.panel} data-lab-panel hidden={hidden}>
      <StoryChooser
        answer={answer}
        language={language}
        onStory={onStory}
        onBadSeed={(seed) => lab.showProblem({ code: "BadSeed", message: "", params: { seed, playing: now.seed } })}
      />
      <div className={css.switch} role="group" aria-label={t("words.parts")}>
        {PARTS.map((each) => (
          <button key={each} type="button" aria-pressed={each === part} onClick={() => setPart(each)}>
            {t(`words.${each}`)}
            {each === "actions" && now.actions.length > 0 ? ` (${now.actions.length})` : null}
          </button>
        ))}
      </div>
      <div className={css.parts} data-part={part}>
        <StoryPanel now={now} story={stories.find(({ name }) => name === now.story)} language={language} />
        <FreePlay lab={lab} />
        <DoneList lab={lab} now={now} />
      </div>
    </div>
  );
}
