import { hrefInCluster } from "../../data/clusters/clusters-view.ts";
import { keyAt, type Matrix } from "../../data/clusters/matrix.ts";
import { wordRank } from "../../data/clusters/matrix-cell.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./cluster-worklist.module.css";
import { agentCauseText, agentPhrase, toneOf } from "./matrix-cell-text.ts";

const MAX_SHOWN = 12;

/** The problems that need a user, worst first. Shown on a narrow page, instead of the legend. */
export function AttentionList({ matrix, sinceAnswerMs }: { readonly matrix: Matrix; readonly sinceAnswerMs: number }) {
  const { t } = useTranslation();
  const found = matrix.rows.flatMap((row) =>
    row.points.flatMap((point, at) => {
      const cluster = matrix.clusters[at];
      const isActionNeeded = point.kind === "there" && point.rank >= 1 && !["rolling", "partly", "unknown"].includes(point.agent.need);
      return cluster === undefined || !isActionNeeded ? [] : [{ row, point, cluster }];
    }),
  );
  if (found.length === 0) return null;
  found.sort((a, b) => wordRank(b.point.agent) - wordRank(a.point.agent) || b.point.agent.desired - a.point.agent.desired);
  const clusters = new Set(found.map(({ cluster }) => cluster.name)).size;
  return (
    <section className={css.worklist} aria-label={t("clusters.need", { count: found.length })}>
      <div className="sect">
        <h2>{t("clusters.need", { count: found.length })}</h2>
        <span className="i3">{t("clusters.needIn", { count: clusters })}</span>
      </div>
      <ul>
        {found.slice(0, MAX_SHOWN).map(({ row, point, cluster }) => (
          <li key={`${cluster.name} ${row.key}`}>
            <a href={hrefInCluster(cluster.name, daemonSetView(keyAt(row, point)))}>
              <CellSwatch look={point.look} size={14} />
              <span className="ell">
                <b>{cluster.name}</b> {[row.name, agentCauseText(t, point.agent) ?? []].flat().join(t("model.comma"))}
              </span>
              <span data-tone={toneOf(point)}>{agentPhrase(t, point, cluster, sinceAnswerMs)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
