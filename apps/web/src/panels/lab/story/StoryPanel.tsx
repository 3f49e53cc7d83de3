import type { Language } from "@daemonscope/kube/base/languages";
import type { LabState, LabStep, LabStory } from "@daemonscope/shared/http/lab";
import { useEffect, useRef } from "react";
import { CommandLine } from "../../../ui/controls/CommandLine.tsx";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import css from "../lab.module.css";
import { lastDone, storyTime } from "./story-progress.ts";

/** The API server's own words about a step that it refused. */
export function Refusals({ step }: { readonly step: LabStep }) {
  return step.refusals?.map((message) => (
    <p key={message} className={css.refusal} lang="en">
      {message}
    </p>
  ));
}

function Step({
  step,
  startedAtMs,
  current,
  language,
}: {
  readonly step: LabStep;
  readonly startedAtMs: number;
  readonly current: boolean;
  readonly language: Language;
}) {
  const { t } = useTranslation("lab");
  return (
    <li className={current ? css.now : step.done ? css.done : undefined} aria-current={current ? "step" : undefined}>
      <span className={css.at}>{storyTime(step.dueAtMs - startedAtMs)}</span>
      <div>
        {/* The text tells the outcome, so it waits until the step is done. */}
        {step.words === undefined || !step.done ? null : (
          <p lang={language}>
            {step.words[language]}
            <span className="visually-hidden">, {t("words.done")}</span>
          </p>
        )}
        <CommandLine line={step.kubectl} label={`${t("words.copy")}: ${step.name}`} />
        <Refusals step={step} />
      </div>
    </li>
  );
}

/** The story: its opening, and its steps, each with the event, the reason and the command. */
export function StoryPanel({
  now,
  story,
  language,
}: {
  readonly now: LabState;
  readonly story: LabStory | undefined;
  readonly language: Language;
}) {
  const { t } = useTranslation("lab");
  const last = lastDone(now);
  const part = useRef<HTMLElement>(null);
  const lastKey = last === undefined ? now.startCount : `${now.startCount} ${last.round ?? ""} ${last.name}`;
  // Scrolls the latest step near the top, with the step before it still visible.
  useEffect(() => {
    const element = part.current;
    const isVisible = element !== null && element.offsetParent !== null;
    if (lastKey === undefined || !isVisible) return;
    const currentItem = element.querySelector("li[aria-current]");
    if (currentItem === null) element.scrollTop = 0;
    else element.scrollTop += currentItem.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 3;
  }, [lastKey]);
  const { startedAtMs } = now.clock;
  return (
    <section ref={part} className={css.story} data-story aria-label={t("words.steps")}>
      <p className={css.opening} lang={language}>
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
