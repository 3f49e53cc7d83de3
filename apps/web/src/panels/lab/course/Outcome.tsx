import type { CourseStep } from "@daemonscope/shared/http/course";
import { useTranslation } from "react-i18next";
import { Unhyphenated } from "../../../ui/text/Unhyphenated.tsx";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import css from "./course.module.css";
import { translatedPage } from "./docs-link.tsx";
import { openPage } from "./use-lesson.ts";
import { useLook } from "./use-look.ts";

/** The explanation of a step that is over, and where to look. */
export function Outcome({ step }: { readonly step: CourseStep }) {
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
