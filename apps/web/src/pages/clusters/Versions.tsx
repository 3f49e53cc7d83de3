import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { MatrixRow } from "../../data/clusters/matrix.ts";
import { isKnown } from "../../data/clusters/matrix-cell.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./versions.module.css";

interface VersionsProps {
  readonly row: MatrixRow;
  readonly clusters: readonly ClusterSummary[];
  readonly version: string | undefined;
  readonly onVersion: (row: MatrixRow, version: string) => void;
}

/** The number of clusters of each version; pressing one selects its clusters. A rollout counts under both versions. */
export function Versions({ row, clusters, version, onVersion }: VersionsProps) {
  const { t } = useTranslation();
  const unknown = clusters.filter((cluster) => !isKnown(cluster)).length;
  return (
    <div className={css.chips} role="group" aria-label={`${row.name} ${t("clusters.version.heading")}`}>
      {row.versions.map((each) => (
        <button
          key={each.version}
          type="button"
          className={css.version}
          aria-pressed={version === each.version}
          title={each.clusters.join(", ")}
          onClick={() => onVersion(row, each.version)}
        >
          <span className="visually-hidden">{t("clusters.version.keep", { version: each.version, count: each.clusters.length })}</span>
          <span className="ell" aria-hidden="true">
            {each.version}
          </span>
          <b aria-hidden="true">{each.clusters.length}</b>
        </button>
      ))}
      {row.lacking.length === 0 ? null : (
        <span className={css.version} title={row.lacking.join(", ")}>
          <span>{t("clusters.version.none")}</span>
          <b>{row.lacking.length}</b>
        </span>
      )}
      {unknown === 0 ? null : (
        <span className={css.version}>
          <span>{t("clusters.version.unknown")}</span>
          <b>{unknown}</b>
        </span>
      )}
    </div>
  );
}
