import type { LabLanguage, LabNow, LabStep, LabStory } from "@daemonscope/shared/http/lab";
import { useEffect, useRef } from "react";
import { CopyButton } from "../chrome/CopyButton.tsx";
import { labWord } from "./lab-words.ts";
import { lastDone, storyTime } from "./step-words.ts";

function Step({
  step,
  startedAtMs,
  current,
  language,
}: {
  readonly step: LabStep;
  readonly startedAtMs: number;
  readonly current: boolean;
  readonly language: LabLanguage;
}) {
  return (
    <li className={current ? "now" : step.done ? "done" : undefined} aria-current={current ? "step" : undefined}>
      <span className="at">{storyTime(step.dueAtMs - startedAtMs)}</span>
      <div>
        {step.words === undefined ? null : (
          <p lang={language}>
            {step.words[language]}
            {step.done ? <span className="visually-hidden">, {labWord("done", language)}</span> : null}
          </p>
        )}
        <div className="cmd">
          <span>{step.kubectl}</span>
          <CopyButton text={step.kubectl} label={`${labWord("copy", language)}: ${step.name}`} />
        </div>
      </div>
    </li>
  );
}

/** The story: how it begins, and its steps with what happens, why, and the command of each. */
export function StoryTold({
  now,
  story,
  language,
}: {
  readonly now: LabNow;
  readonly story: LabStory | undefined;
  readonly language: LabLanguage;
}) {
  const last = lastDone(now);
  const part = useRef<HTMLElement>(null);
  const lastKey = last === undefined ? now.begun : `${now.begun} ${last.round ?? ""} ${last.name}`;
  // What happened last is what is read: it is brought near the top, with the step before it still in sight.
  useEffect(() => {
    const told = part.current;
    const panel = told?.closest(".lab-panel");
    const isSeen = told !== null && told.offsetParent !== null;
    if (lastKey === undefined || !isSeen || panel === null || panel === undefined) return;
    const scroller = told.scrollHeight > told.clientHeight ? told : panel;
    const shown = told.querySelector("li[aria-current]");
    if (shown === null) scroller.scrollTop = 0;
    else scroller.scrollTop += shown.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight / 3;
  }, [lastKey]);
  const { startedAtMs } = now.clock;
  return (
    <section ref={part} className="lab-story" aria-label={labWord("steps", language)}>
      <h2 lang={language}>{story?.title[language] ?? now.story}</h2>
      <p className="opening" lang={language}>
        {story?.opening[language]}
      </p>
      <ol>
        {now.steps.map((step) => (
          <Step
            key={`${step.round ?? ""} ${step.name} ${step.dueAtMs}`}
            step={step}
            startedAtMs={startedAtMs}
            current={step === last}
            language={language}
          />
        ))}
      </ol>
    </section>
  );
}
