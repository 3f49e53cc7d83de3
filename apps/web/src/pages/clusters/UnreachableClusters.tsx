import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { columnWords } from "./matrix-cell-text.ts";
import css from "./unreachable-clusters.module.css";

interface UnreachableClustersProps {
  readonly clusters: readonly ClusterSummary[];
  readonly notes: readonly string[];
  readonly sinceAnswerMs: number;
}

/**
 * Lists the clusters without live data, each with the untranslated reason, and the notes about contexts that are the
 * same cluster.
 */
export function UnreachableClusters({ clusters, notes, sinceAnswerMs }: UnreachableClustersProps) {
  const { t } = useTranslation();
  const unreachable = clusters.filter(({ hearing }) => hearing !== "live" && hearing !== "reading");
  if (unreachable.length === 0 && notes.length === 0) return null;
  return (
    <section className={css.unreachable} aria-label={t("clusters.unheard")}>
      <h2>{t("clusters.unheard")}</h2>
      <dl>
        {unreachable.map((cluster) => (
          <div key={cluster.name}>
            <dt className="ell" title={cluster.context}>
              {cluster.name}
            </dt>
            <dd>{columnWords(t, cluster, sinceAnswerMs)}</dd>
            <dd lang="en">{cluster.detail}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} lang="en">
          {note}
        </p>
      ))}
    </section>
  );
}
