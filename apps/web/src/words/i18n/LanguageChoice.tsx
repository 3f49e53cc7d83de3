import { LANGUAGES } from "@daemonscope/kube/base/languages";
import { chooseLanguage } from "./speak.ts";
import { useLanguage } from "./use-language.ts";
import { useTranslation } from "./use-translation.tsx";

/** Changes the language of the page without a reload. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const currentLanguage = useLanguage();
  return (
    <select
      aria-label={t("preferences.language")}
      title={t("preferences.language")}
      value={currentLanguage}
      onChange={(event) => {
        const chosen = LANGUAGES.find(({ language }) => language === event.target.value);
        // If the file does not load, the page keeps its language.
        if (chosen !== undefined)
          chooseLanguage(chosen.language).catch((error: unknown) => console.warn("the language could not be loaded", error));
      }}
    >
      {LANGUAGES.map(({ language, name }) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </select>
  );
}
