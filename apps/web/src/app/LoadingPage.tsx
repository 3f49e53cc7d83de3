import { useTranslation } from "../words/i18n/use-translation.tsx";

/** Shown while the files of a page load. */
export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <main className="message" aria-busy="true">
      <p role="status">{t("chrome.loading")}</p>
    </main>
  );
}
