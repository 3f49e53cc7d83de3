import type { Language } from "@daemonscope/kube/languages";
import { useTranslation } from "react-i18next";

/** The language that the page speaks now. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
