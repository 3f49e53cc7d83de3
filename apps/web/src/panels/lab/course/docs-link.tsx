import type { Language } from "@daemonscope/kube/base/languages";
import { useLanguage } from "../../../words/i18n/use-language.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";

/** Returns the link to a page of the documentation that exists in every language. */
export const translatedPage = (page: string, language: Language): string => `docs/${language === "en" ? "" : `${language}/`}${page}`;

/** Link to the page that explains what a DaemonSet is, and when to use one. */
export function IntroductionLink() {
  const { t } = useTranslation("lab");
  return (
    <a className="link" href={translatedPage("introduction", useLanguage())} target="_blank" rel="noopener">
      {t("course.introduction")}
    </a>
  );
}
