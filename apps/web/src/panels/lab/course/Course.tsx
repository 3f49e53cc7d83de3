import type { CourseAnswer, CourseLesson } from "@daemonscope/shared/http/course";
import type { LabAnswer } from "@daemonscope/shared/http/lab";
import { PATHS } from "@daemonscope/shared/http/paths";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "../../../data/api/fetch-answer.ts";
import { queryClient } from "../../../data/api/query-client.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import type { LabUse } from "../use-lab.ts";
import css from "./course.module.css";
import { readProgress } from "./course-progress.ts";
import { IntroductionLink } from "./docs-link.tsx";
import { LessonView } from "./LessonView.tsx";

interface CourseProps {
  readonly lab: LabUse;
  readonly answer: LabAnswer;
  /** The name of the open lesson; "" shows the list. */
  readonly name: string;
  readonly onOpen: (lesson: string) => void;
}

/** The course on the lab: the list of lessons, or the open lesson. */
export function Course({ lab, answer, name, onOpen }: CourseProps) {
  const { t } = useTranslation("lab");
  const { data } = useQuery<CourseAnswer>(
    {
      queryKey: [PATHS.labCourse],
      queryFn: ({ signal }) => fetchJson<CourseAnswer>(PATHS.labCourse, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (data === undefined) return null;
  const { lessons } = data;
  const at = lessons.findIndex((lesson) => lesson.name === name);
  const lesson = lessons[at];
  if (name === "") return <LessonList lessons={lessons} onOpen={onOpen} />;
  return (
    <>
      <button type="button" className={classes("link", css.back)} onClick={() => onOpen("")}>
        {t("course.all")}
      </button>
      {lesson === undefined ? (
        <p role="alert">{t("problems.LessonNotFound", { name })}</p>
      ) : (
        <LessonView key={name} lab={lab} answer={answer} lesson={lesson} isFirst={at === 0} following={lessons[at + 1]} onOpen={onOpen} />
      )}
    </>
  );
}

function LessonList({ lessons, onOpen }: { readonly lessons: readonly CourseLesson[]; readonly onOpen: CourseProps["onOpen"] }) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const progress = readProgress();
  return (
    <>
      <p className={css.introduction}>
        <IntroductionLink />
      </p>
      <ol className={css.list} aria-label={t("course.course")}>
        {lessons.map(({ name, title, steps }, index) => {
          const { isDone = false, startedAtMs, step = 0 } = progress[name] ?? {};
          return (
            <li key={name} className={css.item}>
              <span className="i3 num">{index + 1}</span>
              <button type="button" onClick={() => onOpen(name)}>
                {title[language]}
              </button>
              <span className="i3">
                {isDone ? t("words.done") : startedAtMs === undefined ? null : t("words.stepOf", { at: step + 1, count: steps.length })}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
