import { freshnessSentence } from "../../data/freshness/freshness-text.ts";
import { useClusterStore, useFreshness } from "../../data/hooks/cluster-context.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { copyText } from "../announce/copy-text.ts";
import { useFocusHandoff } from "../announce/use-page-focus.ts";
import { useTitle } from "../announce/use-title.ts";
import { EmptyState } from "../empty/EmptyState.tsx";

/** Shown before there is a cluster to show: what the page waits for, and why. */
export function Connecting() {
  const { t } = useTranslation();
  const fresh = useFreshness();
  const { forbidden, kind } = fresh;
  const store = useClusterStore();
  const refused = forbidden.find(({ source }) => source === "daemonsets");
  useFocusHandoff();
  useTitle(t(refused === undefined ? "freshness.connecting" : "freshness.mayNotReadDaemonSets"));
  if (refused !== undefined)
    return (
      <main>
        <EmptyState level={1} title={t("freshness.mayNotReadDaemonSets")}>
          <p lang="en">{refused.detail}</p>
          <p>{t("freshness.nothingToShow")}</p>
          <button type="button" className="btn" onClick={() => void copyText(refused.detail)}>
            {t("freshness.copyRequest")}
          </button>
        </EmptyState>
      </main>
    );
  return (
    <main className="message" aria-busy="true">
      <h1>{t("freshness.connecting")}</h1>
      <p>{freshnessSentence(t, fresh)}</p>
      {kind === "connecting" ? (
        <p>
          <button type="button" className="btn" onClick={() => store.retry()}>
            {t("freshness.retry")}
          </button>
        </p>
      ) : null}
    </main>
  );
}
