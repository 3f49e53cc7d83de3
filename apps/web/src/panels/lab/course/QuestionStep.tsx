import type { CourseStep } from "@daemonscope/shared/http/course";
import { useId, useState } from "react";
import { Unhyphenated } from "../../../ui/text/Unhyphenated.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { LabButton } from "../LabButton.tsx";
import css from "./course.module.css";
import type { LessonUse } from "./use-lesson.ts";

type Question = Extract<CourseStep, { readonly kind: "question" }>;

/** Asks what will happen. The answers have no marks before the step was played. */
export function QuestionStep({ step, lesson }: { readonly step: Question; readonly lesson: LessonUse }) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  const { progress, busy } = lesson;
  const [chosen, setChosen] = useState(progress.chosen);
  const name = useId();
  return (
    <>
      <fieldset className={css.answers} disabled={busy}>
        <legend>{t("course.question")}</legend>
        {step.answers.map((words, at) => (
          <label key={words.en}>
            <input type="radio" name={name} checked={chosen === at} onChange={() => setChosen(at)} />
            <span>
              <Unhyphenated text={words[language]} />
            </span>
          </label>
        ))}
      </fieldset>
      <LabButton
        className="btn"
        off={busy || chosen === undefined}
        onPress={() => {
          if (chosen !== undefined) void lesson.play(chosen);
        }}
      >
        {t(busy ? "course.playing" : "course.play")}
      </LabButton>
    </>
  );
}

/** The answers of a question that was played: the chosen one, and the one that describes the cluster. */
export function QuestionResult({
  step,
  chosen,
  results,
}: {
  readonly step: Question;
  readonly chosen: number | undefined;
  readonly results: readonly boolean[];
}) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  return (
    <>
      <p className={css.verdict} role="status">
        {t(chosen !== undefined && results[chosen] === true ? "course.right" : "course.wrong")}
      </p>
      <ul className={css.results}>
        {step.answers.map((words, at) => (
          <li key={words.en} className={classes(css.answer, results[at] === true && css.holds)}>
            <Unhyphenated text={words[language]} />
            {results[at] === true ? <small>{t("course.holds")}</small> : null}
            {chosen === at ? <small>{t("course.chosen")}</small> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
