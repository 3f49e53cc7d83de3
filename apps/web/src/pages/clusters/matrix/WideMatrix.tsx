import type { ClusterSummary } from "@daemonscope/shared/http/clusters";
import { Fragment } from "react";
import { hrefInCluster } from "../../../data/clusters/clusters-view.ts";
import { keyAt, type Matrix, type MatrixRow } from "../../../data/clusters/matrix.ts";
import { type MatrixCell, runsVersion } from "../../../data/clusters/matrix-cell.ts";
import { daemonSetView } from "../../../data/url/url.ts";
import { CellSwatch } from "../../../draw/cell/CellSwatch.tsx";
import { nodeStrip } from "../../../draw/matrix/node-area.ts";
import { MiddleCut } from "../../../ui/text/MiddleCut.tsx";
import { classes } from "../../../ui/theme/classes.ts";
import { countText } from "../../../words/format/figures.ts";
import { useTranslation } from "../../../words/i18n/use-translation.tsx";
import { agentPhrase, columnWords, matrixCellSentence, toneOf } from "../matrix-cell-text.ts";
import { ShareBar } from "../ShareBar.tsx";
import nameCss from "./agent-name.module.css";
import { onMatrixKey, singleTabStop } from "./matrix-keyboard.ts";
import { NodeAreaCanvas } from "./NodeAreaCanvas.tsx";
import { OpenAgent } from "./OpenAgent.tsx";
import css from "./wide-matrix.module.css";

export interface MatrixProps {
  readonly matrix: Matrix;
  /** The open row; `version` is its selected version. */
  readonly open: MatrixRow | undefined;
  readonly version: string | undefined;
  readonly sinceAnswerMs: number;
  readonly onOpen: (row: MatrixRow) => void;
  readonly onVersion: (row: MatrixRow, version: string) => void;
}

/** Reports whether a column runs the selected version; true if no version is selected. */
export const isKept = ({ open, version }: Pick<MatrixProps, "open" | "version">, column: number): boolean => {
  const point = open?.points[column];
  return version === undefined || point === undefined || runsVersion(point, version);
};

const isSilent = ({ hearing }: ClusterSummary): boolean => hearing === "silent";

function PointCell({
  row,
  point,
  cluster,
  sinceAnswerMs,
  dim,
  stripWidth,
}: {
  readonly row: MatrixRow;
  readonly point: MatrixCell;
  readonly cluster: ClusterSummary;
  readonly sinceAnswerMs: number;
  readonly dim: boolean;
  /** Space for the nodes, CSS pixels; undefined if there are too many clusters. */
  readonly stripWidth: number | undefined;
}) {
  const { t } = useTranslation();
  const sentence = matrixCellSentence(t, point, row, cluster, sinceAnswerMs);
  const around = classes(css.point, dim && css.dim, isSilent(cluster) && css.was);
  if (point.kind !== "there")
    return (
      <span role="cell" className={classes(around, point.kind === "unknown" && css.unknown)}>
        <span data-cell tabIndex={-1} className={css.nothing} title={sentence}>
          <span className="visually-hidden">{sentence}</span>
          <span aria-hidden="true">{point.kind === "none" && row.isCommon ? t("clusters.none") : ""}</span>
        </span>
      </span>
    );
  const phrase = agentPhrase(t, point, cluster, sinceAnswerMs);
  const isFine = point.rank === 0;
  return (
    <span role="cell" className={classes(around, isFine && css.fine)}>
      <a data-cell href={hrefInCluster(cluster.name, daemonSetView(keyAt(row, point)))} title={sentence}>
        <span className="visually-hidden">{sentence}</span>
        <span aria-hidden="true">
          <CellSwatch look={point.look} size={12} />
          <b className={point.of === undefined ? css.same : undefined}>{countText(point.count)}</b>
          {point.of === undefined ? null : <i>/{countText(point.of)}</i>}
          {phrase === "" ? null : <em data-tone={toneOf(point)}>{phrase}</em>}
          {stripWidth !== undefined ? (
            <span className={css.strip}>
              <NodeAreaCanvas area={nodeStrip(point.agent, stripWidth)} />
            </span>
          ) : isFine ? null : (
            <ShareBar agent={point.agent} />
          )}
        </span>
      </a>
    </span>
  );
}

function Head({
  cluster,
  sinceAnswerMs,
  isMixed,
}: {
  readonly cluster: ClusterSummary;
  readonly sinceAnswerMs: number;
  readonly isMixed: boolean;
}) {
  const { t } = useTranslation();
  const words = columnWords(t, cluster, sinceAnswerMs);
  const isThere = cluster.hearing !== "unusable";
  const name = (
    <b>
      <MiddleCut text={cluster.name} isWord />
    </b>
  );
  return (
    <span role="columnheader" className={classes(css.head, isSilent(cluster) && css.late)} title={cluster.detail ?? cluster.context}>
      {isThere ? (
        <a data-cell href={hrefInCluster(cluster.name)}>
          {name}
        </a>
      ) : (
        <span data-cell tabIndex={-1}>
          {name}
        </span>
      )}
      <i className="ell">{isMixed && cluster.simulated ? `${words} ${t("clusters.column.simulated")}` : words}</i>
    </span>
  );
}

function RowHead({
  row,
  isOpen,
  onOpen,
}: {
  readonly row: MatrixRow;
  readonly isOpen: boolean;
  readonly onOpen: (row: MatrixRow) => void;
}) {
  const { t } = useTranslation();
  const { version, versions } = row;
  return (
    <span role="rowheader" className={nameCss.name}>
      <button type="button" data-cell aria-expanded={isOpen} title={t("clusters.open", { name: row.key })} onClick={() => onOpen(row)}>
        <svg viewBox="0 0 12 12" aria-hidden="true" className={isOpen ? undefined : nameCss.shut}>
          <path d="M3 4.5 6 7.5 9 4.5" />
        </svg>
        <span className="ell">
          <b>{row.name}</b>
          <i className="ell">
            {row.isNamesake ? `${row.namespace} ` : ""}
            {version === undefined || versions.length < 2 ? version : t("clusters.version.many", { version, count: versions.length })}
          </i>
        </span>
      </button>
    </span>
  );
}

/** Up to this number of clusters, each cell draws its nodes. */
const MAX_STRIPS = 4;
/** Width of the words before a strip and of the gap after it, CSS pixels. */
const STRIP_X = 132;

/** The matrix of DaemonSets and clusters with words. Each cell has a mark, a count and the share of each state. A cell
 *  that differs from the others has a phrase too. */
export function WideMatrix(props: MatrixProps & { readonly columnWidth: number }) {
  const { matrix, open, sinceAnswerMs, columnWidth, onOpen, onVersion, version } = props;
  const { t } = useTranslation();
  const stripWidth = matrix.clusters.length <= MAX_STRIPS ? columnWidth - STRIP_X : undefined;
  const isMixed = matrix.clusters.some(({ simulated }) => simulated) && matrix.clusters.some(({ simulated }) => !simulated);
  return (
    <div
      ref={singleTabStop}
      onKeyDown={onMatrixKey}
      role="table"
      aria-label={t("clusters.matrix")}
      className={css.matrix}
      style={{ ["--columns" as string]: matrix.clusters.length, ["--column" as string]: `${columnWidth}px` }}
    >
      <div role="row" data-cells className={css.heads}>
        <span role="columnheader" className={css.corner}>
          {t("clusters.row")}
        </span>
        {matrix.clusters.map((cluster) => (
          <Head key={cluster.name} cluster={cluster} sinceAnswerMs={sinceAnswerMs} isMixed={isMixed} />
        ))}
      </div>
      {matrix.rows.map((row) => {
        const isOpen = row.key === open?.key;
        return (
          <Fragment key={row.key}>
            <div
              role="row"
              data-cells
              data-key={row.key}
              className={classes(css.row, row.rank < 1 && !isOpen && css.calm, isOpen && css.open)}
            >
              <RowHead row={row} isOpen={isOpen} onOpen={onOpen} />
              {matrix.clusters.map((cluster, at) => {
                const point = row.points[at];
                return point === undefined ? null : (
                  <PointCell
                    key={cluster.name}
                    row={row}
                    point={point}
                    cluster={cluster}
                    sinceAnswerMs={sinceAnswerMs}
                    dim={!isKept(props, at)}
                    stripWidth={stripWidth}
                  />
                );
              })}
            </div>
            {isOpen ? (
              <OpenAgent
                row={row}
                clusters={matrix.clusters}
                columnWidth={columnWidth}
                hasStrips={stripWidth !== undefined}
                version={version}
                onVersion={onVersion}
              />
            ) : null}
          </Fragment>
        );
      })}
    </div>
  );
}
