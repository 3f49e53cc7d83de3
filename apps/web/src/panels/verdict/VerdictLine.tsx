import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { verdictLook } from "../../data/cell/verdict-icon.ts";
import { isDataStale } from "../../data/freshness/freshness.ts";
import { useCluster, useFreshness } from "../../data/hooks/cluster-context.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { useSpeech } from "../../ui/announce/use-speech.ts";
import { useTitle } from "../../ui/announce/use-title.ts";
import { StableStack } from "../../ui/stable-stack/StableStack.tsx";
import { isUrgent, type VerdictSummary } from "./select-verdict.ts";
import css from "./verdict.module.css";

/**
 * The headline of the page: icon, word, subject, sentence. It also sets the document's title and a live region. Only a
 * change to an urgent word interrupts a screen reader.
 */
export function VerdictLine({
  verdict,
  linked,
  children,
}: {
  readonly verdict: VerdictSummary;
  readonly linked: boolean;
  readonly children?: ReactNode;
}) {
  const { t, i18n } = useTranslation();
  const fresh = useFreshness();
  const isStale = isDataStale(fresh);
  const word = isStale ? t("verdict.was", { word: verdict.word }) : verdict.word;
  const { record } = verdict;
  const about = record === undefined ? "" : `${record.namespace}/${record.name}`;
  useTitle(word, about);
  const epoch = useCluster(({ state }) => state?.epoch) ?? "";
  const announcement = useSpeech(
    {
      matter: `${verdict.need} ${about} ${isStale}`,
      text: `${word} ${about} ${verdict.sentence}`,
      isUrgent: isUrgent(verdict),
    },
    // The page of one DaemonSet keeps its subject; the fleet's verdict may move to another DaemonSet.
    `${epoch} ${i18n.language} ${linked ? "" : about}`,
  );
  return (
    <section className={`${css.verdict} data`} data-verdict aria-label={t("verdict.label")}>
      <StableStack>
        <h1>
          <CellSwatch look={verdictLook(verdict)} size={28} />
          <b className={isStale ? css.old : verdict.tone === "stuck" ? css.stuck : verdict.tone === "roll" ? css.rolling : undefined}>
            {word}
          </b>
          {record === undefined ? (
            <span className={css.sentence}>{verdict.sentence}</span>
          ) : (
            <span className={css.sentence} title={`${about}${t("verdict.about", { sentence: verdict.sentence })}`}>
              {linked ? (
                <ViewLink view={daemonSetView(record.key)} className={`${css.daemonSet} mono`}>
                  {about}
                </ViewLink>
              ) : (
                <span className={`${css.daemonSet} mono`}>{record.name}</span>
              )}
              {t("verdict.about", { sentence: verdict.sentence })}
            </span>
          )}
        </h1>
        <div className={css.sub}>{children}</div>
      </StableStack>
      <div className="visually-hidden" aria-live={isUrgent(verdict) ? "assertive" : "polite"}>
        {announcement}
      </div>
    </section>
  );
}
