import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { MatrixRow } from "../../../data/clusters/matrix.ts";
import { runsVersion } from "../../../data/clusters/matrix-cell.ts";
import { nodeArea } from "../../../draw/matrix/node-area.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { useMedia } from "../../../ui/theme/use-media.ts";
import { Differences } from "../Differences.tsx";
import { hasStrips } from "./column-widths.ts";
import { NodeAreaCanvas } from "./NodeAreaCanvas.tsx";
import css from "./wide-matrix.module.css";

interface OpenAgentProps {
  readonly row: MatrixRow;
  readonly clusters: readonly ClusterSummary[];
  readonly columns: readonly number[];
  readonly version: string | undefined;
}

/** In pixels, between two columns. */
const GAP = 14;

/** The details of an open row: all nodes of all clusters, and the differences between templates. */
export function OpenAgent({ row, clusters, columns, version }: OpenAgentProps) {
  const isLarge = useMedia("(min-width: 1900px)");
  return (
    <div role="row" className={css.opened}>
      {hasStrips(clusters) ? null : <div role="cell" className={css.heading} />}
      {(hasStrips(clusters) ? [] : clusters).map((cluster, at) => {
        const point = row.points[at];
        const isDim = version !== undefined && point !== undefined && !runsVersion(point, version);
        return (
          <div role="cell" key={cluster.name} className={classes(css.area, isDim && css.dim, cluster.hearing === "silent" && css.was)}>
            {point?.kind === "there" ? <NodeAreaCanvas area={nodeArea(point.agent, (columns[at] ?? 0) - GAP, isLarge ? 3 : 2)} /> : null}
          </div>
        );
      })}
      <div role="cell" className={css.differences}>
        <Differences row={row} clusters={clusters} />
      </div>
    </div>
  );
}
