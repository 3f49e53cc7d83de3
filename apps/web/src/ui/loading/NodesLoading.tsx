import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { useFocusHandoff } from "../announce/use-page-focus.ts";
import { useTitle } from "../announce/use-title.ts";
import { NodesRead } from "./NodesRead.tsx";

/** Replaces a page that needs all nodes until all are loaded. */
export function NodesLoading() {
  const { t } = useTranslation();
  useFocusHandoff();
  useTitle(t("notThere.readingNodes"));
  return (
    <main className="message" aria-busy="true">
      <h1>{t("notThere.readingNodes")}</h1>
      <p>
        <NodesRead />
      </p>
      <p>{t("notThere.needsAllNodes")}</p>
    </main>
  );
}
