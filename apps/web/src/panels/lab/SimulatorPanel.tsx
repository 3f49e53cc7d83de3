import type { Language } from "@daemonscope/kube/base/languages";
import type { LabState } from "@daemonscope/shared/http/lab";
import type { KeyboardEvent, Ref } from "react";
import { useCluster, useNow } from "../../data/hooks/cluster-context.ts";
import { CloseIcon } from "../../ui/controls/icons.tsx";
import { LazyPart } from "../../ui/loading/LazyPart.tsx";
import { lazyWithWords } from "../../ui/loading/lazy-with-text.ts";
import { useLanguage } from "../../words/i18n/use-language.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { DoneList } from "./free-play/DoneList.tsx";
import { FreePlay } from "./free-play/FreePlay.tsx";
import css from "./lab.module.css";
import { PlaybackControls } from "./PlaybackControls.tsx";
import { isNotice, type LabProblem, labProblemSentence } from "./problem-text.ts";
import { StoryChooser } from "./story/StoryChooser.tsx";
import { Refusals, StoryPanel } from "./story/StoryPanel.tsx";
import { lastDone, narrationNow, storyTime } from "./story/story-progress.ts";
import type { LabUse } from "./use-lab.ts";

const Course = lazyWithWords(() => import("./course/Course.tsx").then((module) => module.Course));

/** Elapsed time of the story: the part of the panel that renders as time passes. */
function StoryTime({ clock }: { readonly clock: LabState["clock"] }) {
  const frameMs = useNow();
  const isPlaying = useCluster(({ clockRate }) => clockRate > 0);
  // The last frame may be older than a paused clock, and the steps name the time of the clock.
  const nowMs = clock.playing ? frameMs : clock.nowMs;
  const { t } = useTranslation("lab");
  return (
    <span className={isPlaying ? "num" : "num i3"} title={t("words.since")}>
      {storyTime(nowMs - clock.startedAtMs)}
    </span>
  );
}

/** The reason for the last refusal, or another message. */
function ProblemLine({
  problem,
  language,
  onDismiss,
}: {
  readonly problem: LabProblem;
  readonly language: Language;
  readonly onDismiss: () => void;
}) {
  const { t } = useTranslation("lab");
  const sentence = labProblemSentence(problem, t);
  const news = isNotice(problem);
  return (
    <div className={news ? `${css.problem} ${css.news}` : css.problem} data-problem>
      <p role={news ? "status" : "alert"} lang={sentence.verbatim ? "en" : language}>
        {sentence.text}
      </p>
      <button type="button" className="iconbtn" aria-label={t("words.dismiss")} onClick={onDismiss}>
        <CloseIcon />
      </button>
    </div>
  );
}

interface SimulatorPanelProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly lab: LabUse;
  readonly answer: NonNullable<LabUse["answer"]>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onStory: (name: string, seed: number) => void;
  /** The open lesson; "" is the list of lessons, undefined shows the stories. */
  readonly lesson: string | undefined;
  readonly onLesson: (lesson: string | undefined) => void;
}

/** The open simulator: the stories, or the course. */
export function SimulatorPanel({ ref, lab, answer, onKeyDown, onStory, lesson, onLesson }: SimulatorPanelProps) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  return (
    <div
      ref={ref}
      className={css.panel}
      role="dialog"
      onKeyDown={onKeyDown}
      aria-label={t("words.lab")}
      aria-busy={lab.busy}
      data-lab-panel
      lang={language}
    >
      <div className={css.head}>
        <h2>{t("words.lab")}</h2>
        <span className="i3">{t("words.notReal")}</span>
      </div>
      {lab.problem === undefined ? null : <ProblemLine problem={lab.problem} language={language} onDismiss={() => lab.dismiss()} />}
      <div className={css.views} role="group" aria-label={t("course.view")}>
        <button type="button" aria-pressed={lesson === undefined} onClick={() => onLesson(undefined)}>
          {t("course.stories")}
        </button>
        <button type="button" aria-pressed={lesson !== undefined} onClick={() => onLesson("")}>
          {t("course.course")}
        </button>
      </div>
      {lesson === undefined ? (
        <StoryBody lab={lab} answer={answer} onStory={onStory} />
      ) : (
        <LazyPart about="simulator" fallback={null}>
          <Course lab={lab} answer={answer} name={lesson} onOpen={onLesson} />
        </LazyPart>
      )}
    </div>
  );
}

/** A story and its playback, its steps, and the faults. */
function StoryBody({ lab, answer, onStory }: Pick<SimulatorPanelProps, "lab" | "answer" | "onStory">) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const { now, stories } = answer;
  const story = stories.find(({ name }) => name === now.story);
  const last = lastDone(now);
  const at = last === undefined ? 0 : now.steps.indexOf(last) + 1;
  return (
    <>
      <StoryChooser
        answer={answer}
        language={language}
        onStory={onStory}
        onBadSeed={(seed) => lab.showProblem({ code: "BadSeed", message: "", params: { seed, playing: now.seed } })}
      />
      <PlaybackControls lab={lab} now={now} />
      <div className={css.narration}>
        <p className={css.progress}>
          <span>{now.clock.playing ? t("words.stepOf", { at, count: now.steps.length }) : t("words.paused")}</span>
          <StoryTime clock={now.clock} />
        </p>
        <p aria-live="polite">{narrationNow(now, story, language)}</p>
        {last === undefined ? null : <Refusals step={last} />}
      </div>
      <details className={css.more}>
        <summary>{t("words.steps")}</summary>
        <StoryPanel now={now} story={story} language={language} />
      </details>
      <div className={css.faults}>
        <FreePlay lab={lab} />
        <DoneList lab={lab} now={now} />
      </div>
    </>
  );
}
