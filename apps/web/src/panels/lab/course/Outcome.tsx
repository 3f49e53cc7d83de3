import type { CourseStep } from "@daemonscope/shared/http/course";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import css from "./course.module.css";
import { openPage } from "./use-lesson.ts";
import { useLook } from "./use-look.ts";

/** The explanation of a step that is over, and where to look. */
export function Outcome({ step }: { readonly step: CourseStep }) {
  const { t } = useTranslation("lab");
  const language = useLanguage();
  useLook(step.row);
  const docs = `docs/${language === "en" ? "" : `${language}/`}`;
  return (
    <>
      <p>{step.why[language]}</p>
      <p className={css.links}>
        <button type="button" className="link" onClick={() => openPage(step.page)}>
          {t("course.show")}
        </button>
        <a className="link" href={`${docs}concepts#${step.concept}`} target="_blank" rel="noopener">
          {t("course.concept")}
        </a>
        <a className="link" href={`docs/rules#:~:text=${step.rule}`} target="_blank" rel="noopener">
          {t("course.rule", { rule: step.rule })}
        </a>
      </p>
    </>
  );
}
