import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { MatrixRow } from "../../../data/clusters/matrix.ts";
import { runsVersion } from "../../../data/clusters/matrix-cell.ts";
import { usePalette } from "../../../draw/cell/use-palette.ts";
import { drawNodeArea, nodeArea } from "../../../draw/matrix/node-area.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { useMedia } from "../../../ui/theme/use-media.ts";
import { fitCanvas } from "../../../ui/viewport/fit-canvas.ts";
import { Differences } from "../Differences.tsx";
import { Versions } from "../Versions.tsx";
import css from "./wide-matrix.module.css";

interface OpenAgentProps {
  readonly row: MatrixRow;
  readonly clusters: readonly ClusterSummary[];
  readonly columnWidth: number;
  readonly version: string | undefined;
  readonly onVersion: (row: MatrixRow, version: string) => void;
}

/** In pixels, between two columns. */
const GAP = 14;

/** Draws all nodes of a DaemonSet in one cluster. Decoration: the cell has the same facts in words. */
function NodeAreaCanvas({ agent, width, pitch }: { readonly agent: AgentSummary; readonly width: number; readonly pitch: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const area = nodeArea(agent, width, pitch);
    const pen = fitCanvas(canvas.current, area.width, area.height);
    if (pen !== undefined) drawNodeArea(pen, area, palette);
  }, [agent, width, pitch, palette]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

/**
 * The details of an open row: the clusters of each version, all nodes of all clusters, and the differences between
 * templates.
 */
export function OpenAgent({ row, clusters, columnWidth, version, onVersion }: OpenAgentProps) {
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
            {point?.kind === "there" ? <NodeAreaCanvas agent={point.agent} width={columnWidth - GAP} pitch={isLarge ? 3 : 2} /> : null}
          </div>
        );
      })}
      <div role="cell" className={css.differences}>
        <Differences row={row} clusters={clusters} />
      </div>
    </div>
  );
}
