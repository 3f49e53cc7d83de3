import type { Language } from "@daemonscope/kube/base/languages";
import { useTranslation } from "./use-translation.tsx";

/** Returns the current language of the page. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
