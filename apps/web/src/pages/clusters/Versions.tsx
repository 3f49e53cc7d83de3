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

/** The number of clusters whose template has each version, then of clusters that still run an older one. Pressing one
 *  selects its clusters. */
export function Versions({ row, clusters, version, onVersion }: VersionsProps) {
  const { t } = useTranslation();
  const unknown = clusters.filter((cluster) => !isKnown(cluster)).length;
  const chip = (each: string, names: readonly string[]) => (
    <button
      key={each}
      type="button"
      className={css.version}
      aria-pressed={version === each}
      title={names.join(", ")}
      onClick={() => onVersion(row, each)}
    >
      <span className="visually-hidden">{t("clusters.version.keep", { version: each, count: names.length })}</span>
      <span className="ell" aria-hidden="true">
        {each}
      </span>
      <b aria-hidden="true">{names.length}</b>
    </button>
  );
  const older = row.versions.filter((each) => each.older.length > 0);
  return (
    <div className={css.chips} role="group" aria-label={`${row.name} ${t("clusters.version.heading")}`}>
      {row.versions.filter((each) => each.clusters.length > 0).map((each) => chip(each.version, each.clusters))}
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
      {older.length === 0 ? null : <span className="i3">{t("clusters.version.still")}</span>}
      {older.map((each) => chip(each.version, each.older))}
    </div>
  );
}
