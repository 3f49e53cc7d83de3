import { useTranslation } from "react-i18next";

/** While the files of a page come. */
export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <main className="message" aria-busy="true">
      <p role="status">{t("chrome.loading")}</p>
    </main>
  );
}
