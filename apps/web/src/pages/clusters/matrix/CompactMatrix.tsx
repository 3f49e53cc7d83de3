import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { hrefInCluster } from "../../../data/clusters/clusters-view.ts";
import { keyAt, type MatrixRow } from "../../../data/clusters/matrix.ts";
import { groupsByName } from "../../../data/clusters/name-groups.ts";
import { daemonSetView } from "../../../data/url/url.ts";
import { usePalette } from "../../../draw/cell/use-palette.ts";
import { type CompactLayout, compactLayout, MIN_NAME_PITCH } from "../../../draw/matrix/compact-layout.ts";
import { drawCompactRow } from "../../../draw/matrix/draw-compact-row.ts";
import { classes } from "../../../ui/theme/classes.ts";
import { fitCanvas } from "../../../ui/viewport/fit-canvas.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { agentPhrase, matrixCellSentence, rowSummary, toneOf, versionText } from "../matrix-cell-text.ts";
import nameCss from "./agent-name.module.css";
import css from "./marks-matrix.module.css";
import { onMatrixKey, singleTabStop } from "./matrix-keyboard.ts";
import { isKept, type MatrixProps } from "./WideMatrix.tsx";

interface MarksRowProps {
  readonly row: MatrixRow;
  readonly clusters: readonly ClusterSummary[];
  readonly layout: CompactLayout;
  readonly width: number;
  readonly kept: readonly boolean[];
  readonly isOpen: boolean;
  readonly isNarrow: boolean;
  readonly sinceAnswerMs: number;
  readonly onOpen: (row: MatrixRow) => void;
}

/**
 * On a narrow page the row end describes the worst cell. On others it gives the number of clusters for each problem.
 */
function RowEnd({ row, clusters, isNarrow, sinceAnswerMs }: Pick<MarksRowProps, "row" | "clusters" | "isNarrow" | "sinceAnswerMs">) {
  const { t } = useTranslation();
  const problems = row.points.flatMap((point, at) => (point.kind === "there" && point.rank > 0 ? [{ point, at }] : []));
  const [worst] = problems.sort((a, b) => b.point.rank - a.point.rank);
  const cluster = worst === undefined ? undefined : clusters[worst.at];
  if (!isNarrow || worst === undefined || cluster === undefined)
    return <span className={classes(css.end, "ell", worst === undefined && "i3")}>{rowSummary(t, row)}</span>;
  const words = t("clusters.worst", { cluster: cluster.name, phrase: agentPhrase(t, worst.point, cluster, sinceAnswerMs) });
  return (
    <span className={classes(css.end, "ell")} data-tone={worst.point.agent.need === "nodesUnready" ? "quiet" : toneOf(worst.point)}>
      {problems.length === 1 ? words : t("clusters.more", { worst: words, count: problems.length - 1 })}
    </span>
  );
}

function SomeMarks({ row, clusters, layout, width, kept, isOpen, isNarrow, sinceAnswerMs, onOpen }: MarksRowProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  const { height, places, pitch, markHeight } = layout;
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const pen = fitCanvas(canvas.current, width, height);
    if (pen !== undefined) drawCompactRow(pen, row.points, clusters, layout, (at) => kept[at] ?? true, palette);
  }, [row, clusters, layout, width, height, kept, palette]);
  return (
    <div role="row" data-cells data-key={row.key} className={css.row}>
      <span role="rowheader" className={nameCss.name}>
        <button type="button" data-cell aria-pressed={isOpen} title={t("clusters.open", { name: row.key })} onClick={() => onOpen(row)}>
          <span className="ell">
            <b>{row.name}</b>
            <i className="ell">{row.isNamesake ? `${row.namespace} ${versionText(t, row) ?? ""}` : versionText(t, row)}</i>
          </span>
        </button>
      </span>
      <div className={css.marks} style={{ height }}>
        <canvas ref={canvas} aria-hidden="true" />
        {clusters.map((cluster, at) => {
          const point = row.points[at];
          const [left, top] = places[at] ?? [0, 0];
          if (point === undefined || point.kind === "nowhere") return null;
          const sentence = matrixCellSentence(t, point, row, cluster, sinceAnswerMs);
          const isThere = cluster.hearing !== "unusable";
          return (
            <span role="cell" key={cluster.name} style={{ left, top, width: pitch, height: markHeight }}>
              <a
                data-cell
                href={
                  isThere ? hrefInCluster(cluster.name, point.kind === "there" ? daemonSetView(keyAt(row, point)) : undefined) : undefined
                }
                title={sentence}
              >
                <span className="visually-hidden">{sentence}</span>
              </a>
            </span>
          );
        })}
      </div>
      <RowEnd row={row} clusters={clusters} isNarrow={isNarrow} sinceAnswerMs={sinceAnswerMs} />
    </div>
  );
}

/** A row is rendered again when one of its cells changes. Its ages are updated only then. */
const MarksRow = memo(
  SomeMarks,
  (a, b) =>
    a.layout === b.layout &&
    a.kept === b.kept &&
    a.isOpen === b.isOpen &&
    a.width === b.width &&
    a.row.key === b.row.key &&
    a.row.version === b.row.version &&
    a.clusters.every((cluster, at) => cluster.name === b.clusters[at]?.name && cluster.hearing === b.clusters[at]?.hearing) &&
    a.row.points.every((point, at) => {
      const other = b.row.points[at];
      return point.kind === "there" && other?.kind === "there" ? point.agent === other.agent : point.kind === other?.kind;
    }),
);

/**
 * The matrix of DaemonSets and clusters without words: marks only, with each cluster at the same position in every row.
 */
export function CompactMatrix(props: MatrixProps & { readonly width: number; readonly isNarrow: boolean }) {
  const { matrix, shown, version, sinceAnswerMs, width, isNarrow, onOpen } = props;
  const { t } = useTranslation();
  const names = matrix.clusters.map(({ name }) => name).join(" ");
  const layout = useMemo(() => {
    const list = names.split(" ");
    const groups = isNarrow ? [{ title: "", at: list.map((_, at) => at) }] : groupsByName(list);
    return compactLayout(groups, width, !isNarrow);
  }, [names, width, isNarrow]);
  const keptText = matrix.clusters.map((_, at) => (isKept({ shown, version }, at) ? "1" : "0")).join("");
  const kept = useMemo(() => [...keptText].map((each) => each === "1"), [keptText]);
  const isNamed = isNarrow && layout.pitch >= 20;
  return (
    <div ref={singleTabStop} onKeyDown={onMatrixKey} role="table" aria-label={t("clusters.matrix")} className={css.matrix}>
      {isNamed ? (
        <div className={layout.pitch < MIN_NAME_PITCH ? css.slanted : css.level} aria-hidden="true">
          {matrix.clusters.map(({ name, hearing }, at) => (
            <span
              key={name}
              className={hearing === "silent" ? css.late : undefined}
              style={
                layout.pitch < MIN_NAME_PITCH
                  ? { left: (layout.places[at]?.[0] ?? 0) + 4 }
                  : { left: layout.places[at]?.[0], maxWidth: layout.pitch - 8 }
              }
            >
              {name}
            </span>
          ))}
        </div>
      ) : null}
      {layout.heads.some(({ title }) => title !== "") ? (
        <div className={css.groupHeads} aria-hidden="true">
          {layout.heads.map(({ title, count, x }) => (
            <span key={title} style={{ left: x }}>
              <b>{title}</b> {count > 3 ? count : ""}
            </span>
          ))}
        </div>
      ) : null}
      {matrix.rows.map((row) => (
        <MarksRow
          key={row.key}
          row={row}
          clusters={matrix.clusters}
          layout={layout}
          width={width}
          kept={kept}
          isOpen={row.key === shown?.key}
          isNarrow={isNarrow}
          sinceAnswerMs={sinceAnswerMs}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}
