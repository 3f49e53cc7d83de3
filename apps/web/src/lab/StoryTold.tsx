import type { LabLanguage, LabNow, LabStep, LabStory } from "@daemonscope/shared/http/lab";
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
  const { startedAtMs } = now.clock;
  return (
    <section className="lab-story" aria-label={labWord("steps", language)}>
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
            current={last !== undefined && step.dueAtMs === last.dueAtMs && step.done}
            language={language}
          />
        ))}
      </ol>
    </section>
  );
}
