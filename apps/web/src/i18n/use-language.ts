import { useTranslation } from "react-i18next";
import type { Language } from "./language.ts";

/** The language that the page speaks now. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
