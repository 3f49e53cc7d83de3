import { useTranslation } from "react-i18next";
import { useTitle } from "../chrome/use-title.ts";
import type { TaintsView } from "../url.ts";

/** What each taint of the cluster does to each DaemonSet. */
export function TaintsPage({ view }: { readonly view: TaintsView }) {
  const { t } = useTranslation();
  useTitle(t("chrome.tabs.taints"), view.taint);
  return (
    <main>
      <section className="verdict data">
        <h1>{t("chrome.tabs.taints")}</h1>
      </section>
    </main>
  );
}
