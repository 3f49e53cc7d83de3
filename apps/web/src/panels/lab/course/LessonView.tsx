import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { CourseLesson, CourseStep } from "@daemonscope/shared/http/course";
import type { LabAnswer } from "@daemonscope/shared/http/lab";
import { useEffect, useRef } from "react";
import { Unhyphenated } from "../../../ui/text/Unhyphenated.tsx";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { LabButton } from "../LabButton.tsx";
import type { LabUse } from "../use-lab.ts";
import css from "./course.module.css";
import { IntroductionLink, translatedPage } from "./docs-link.tsx";
import { ExerciseStep } from "./ExerciseStep.tsx";
import { type LessonState, lessonState } from "./lesson-state.ts";
import { QuestionResult, QuestionStep } from "./QuestionStep.tsx";
import { StartOver } from "./StartOver.tsx";
import { type LessonUse, openPage, useLesson } from "./use-lesson.ts";

const EVERY_MS = 250;

const ROWS = "tr, [role=row], li";

/** Returns the row of the page with a link to an object. */
function rowOf(path: string): Element | undefined {
  const link = [...document.querySelectorAll("main a[href]")].find((each) => each.getAttribute("href")?.includes(`/${path}`));
  return link?.closest(ROWS) ?? link;
}

/** Highlights the row of an object while it is on the page. The page may render the row again, so it is searched
 *  repeatedly. */
function useLook(path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return;
    let last: Element | undefined;
    const look = () => {
      const row = rowOf(path);
      if (row === last) return;
      last?.removeAttribute("data-look");
      row?.setAttribute("data-look", "");
      row?.scrollIntoView({ block: "nearest" });
      last = row;
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => {
      clearInterval(timer);
      last?.removeAttribute("data-look");
    };
  }, [path]);
}

interface LessonViewProps {
  readonly lab: LabUse;
  readonly answer: LabAnswer;
  readonly lesson: CourseLesson;
  readonly isFirst: boolean;
  /** The lesson after this one; undefined for the last. */
  readonly following: CourseLesson | undefined;
  readonly onOpen: (lesson: string) => void;
}

/** A lesson: its current step, and its outcome once the step is over. */
export function LessonView({ lab, answer, lesson, isFirst, following, onOpen }: LessonViewProps) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const use = useLesson(lab, lesson);
  const { progress } = use;
  const state = lessonState(
    lesson,
    progress,
    answer.now,
    answer.stories.map(({ name }) => name),
  );
  // While a question plays, the clock passes the step.
  const shown: LessonState =
    state.kind === "obstacle" && state.obstacle === "passed" && use.busy ? { kind: "asked", step: state.step } : state;
  const isIntro = shown.kind === "intro" || shown.kind === "noStory";
  const body = useRef<HTMLElement>(null);
  const place = `${progress.step} ${shown.kind}`;
  const lastPlace = useRef(place);
  // Moves the focus to a new step or outcome, so that a keyboard user reads on from there.
  useEffect(() => {
    if (lastPlace.current !== place) body.current?.focus();
    lastPlace.current = place;
  }, [place]);
  return (
    <section ref={body} tabIndex={-1} className={css.lesson} aria-label={lesson.title[language]} data-lesson={lesson.name}>
      <h3>{lesson.title[language]}</h3>
      {isIntro && isFirst ? <IntroductionLink /> : null}
      {isIntro ? null : <p className={css.place}>{t("words.stepOf", { at: progress.step + 1, count: lesson.steps.length })}</p>}
      <StepBody shown={shown} lab={lab} lesson={lesson} use={use} />
      {shown.kind === "over" ? <Forward lesson={lesson} use={use} following={following} onOpen={onOpen} /> : null}
    </section>
  );
}

function StepBody({
  shown,
  lab,
  lesson,
  use,
}: {
  readonly shown: LessonState;
  readonly lab: LabUse;
  readonly lesson: CourseLesson;
  readonly use: LessonUse;
}) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const { progress, busy, begin } = use;
  switch (shown.kind) {
    case "noStory":
      return <p role="alert">{t("course.noStory", { story: lesson.story })}</p>;
    case "intro":
      return (
        <>
          <p className="i3">{t("course.beginNote")}</p>
          <LabButton className="btn" off={busy} onPress={() => void begin(0)}>
            {t("course.begin")}
          </LabButton>
        </>
      );
    case "obstacle":
      return <StartOver words={t(`course.${shown.obstacle}`)} busy={busy} onPress={() => void begin(progress.step)} />;
    case "asked":
      return (
        <>
          <p>
            <Unhyphenated text={shown.step.words[language]} />
          </p>
          {shown.step.kind === "question" ? (
            <QuestionStep key={progress.step} step={shown.step} lesson={use} />
          ) : (
            <ExerciseStep key={progress.startedAtMs} step={shown.step} lessonName={lesson.name} lesson={use} lab={lab} />
          )}
        </>
      );
    case "over":
      return (
        <>
          <p>
            <Unhyphenated text={shown.step.words[language]} />
          </p>
          {shown.step.kind === "question" ? (
            <QuestionResult step={shown.step} chosen={progress.chosen} results={shown.results} />
          ) : (
            <p className={css.verdict} role="status">
              {t("course.reached")}
            </p>
          )}
          <Outcome key={progress.step} step={shown.step} />
        </>
      );
    default:
      return assertNever(shown);
  }
}

/** The way on from a step that is over. */
function Forward({
  lesson,
  use,
  following,
  onOpen,
}: Pick<LessonViewProps, "lesson" | "following" | "onOpen"> & { readonly use: LessonUse }) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const { progress, busy, begin, next } = use;
  if (progress.step < lesson.steps.length - 1)
    return (
      <LabButton className="btn" off={busy} onPress={() => void next()}>
        {t("course.next")}
      </LabButton>
    );
  return (
    <div className={css.forward}>
      {following === undefined ? null : (
        <button type="button" className="btn" onClick={() => onOpen(following.name)}>
          {t("course.nextLesson", { title: following.title[language] })}
        </button>
      )}
      <LabButton className="btn" off={busy} onPress={() => void begin(0)}>
        {t("course.again")}
      </LabButton>
    </div>
  );
}

/** The explanation of a step that is over, and where to look. */
function Outcome({ step }: { readonly step: CourseStep }) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  useLook(step.row);
  return (
    <>
      <p>
        <Unhyphenated text={step.why[language]} />
      </p>
      <p className={css.links}>
        <button type="button" className="link" onClick={() => openPage(step.page)}>
          {t("course.show")}
        </button>
        <a className="link" href={translatedPage(`concepts#${step.concept}`, language)} target="_blank" rel="noopener">
          {t("course.concept")}
        </a>
        <a className="link" href={`docs/rules#${step.rule}`} hrefLang="en" target="_blank" rel="noopener">
          {t("course.rule", { rule: step.rule })}
        </a>
      </p>
    </>
  );
}
