import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { MatrixRow } from "../../../data/clusters/matrix.ts";
import { runsVersion } from "../../../data/clusters/matrix-cell.ts";
import { nodeArea } from "../../../draw/matrix/node-area.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { useMedia } from "../../../ui/theme/use-media.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { Differences } from "../Differences.tsx";
import { Versions } from "../Versions.tsx";
import { NodeAreaCanvas } from "./NodeAreaCanvas.tsx";
import css from "./wide-matrix.module.css";

interface OpenAgentProps {
  readonly row: MatrixRow;
  readonly clusters: readonly ClusterSummary[];
  readonly columnWidth: number;
  /** The rows of the matrix draw the nodes. */
  readonly hasStrips: boolean;
  readonly version: string | undefined;
  readonly onVersion: (row: MatrixRow, version: string) => void;
}

/** In pixels, between two columns. */
const GAP = 14;

/**
 * The details of an open row: the clusters of each version, all nodes of all clusters, and the differences between
 * templates.
 */
export function OpenAgent({ row, clusters, columnWidth, hasStrips, version, onVersion }: OpenAgentProps) {
  const { t } = useTranslation();
  const isLarge = useMedia("(min-width: 1900px)");
  return (
    <div role="row" className={css.opened}>
      <div role="cell" className={css.versions}>
        <span className="i3">{t("clusters.version.heading")}</span>
        <Versions row={row} clusters={clusters} version={version} onVersion={onVersion} layout="list" />
      </div>
      {clusters.map((cluster, at) => {
        const point = row.points[at];
        const isDim = version !== undefined && point !== undefined && !runsVersion(point, version);
        return (
          <div role="cell" key={cluster.name} className={classes(css.area, isDim && css.dim, cluster.hearing === "silent" && css.was)}>
            {point?.kind === "there" && !hasStrips ? (
              <NodeAreaCanvas area={nodeArea(point.agent, columnWidth - GAP, isLarge ? 3 : 2)} />
            ) : null}
          </div>
        );
      })}
      <div role="cell" className={css.differences}>
        <Differences row={row} clusters={clusters} />
      </div>
    </div>
  );
}
