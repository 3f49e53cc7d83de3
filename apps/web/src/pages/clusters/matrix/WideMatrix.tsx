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
import { agentPhrase, columnWords, matrixCellSentence, toneOf, versionText } from "../matrix-cell-text.ts";
import { ShareBar } from "../ShareBar.tsx";
import { hasStrips, stripWidthIn } from "./column-widths.ts";
import { onMatrixKey, singleTabStop } from "./matrix-keyboard.ts";
import { NodeAreaCanvas } from "./NodeAreaCanvas.tsx";
import { OpenAgent } from "./OpenAgent.tsx";
import css from "./wide-matrix.module.css";

export interface MatrixProps {
  readonly matrix: Matrix;
  /** The row whose versions are shown; `version` is the selected one. */
  readonly shown: MatrixRow | undefined;
  readonly version: string | undefined;
  readonly sinceAnswerMs: number;
  readonly onOpen: (row: MatrixRow) => void;
}

/** Reports whether a column runs the selected version; true if no version is selected. */
export const isKept = ({ shown, version }: Pick<MatrixProps, "shown" | "version">, column: number): boolean => {
  const point = shown?.points[column];
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
  const link = { href: hrefInCluster(cluster.name, daemonSetView(keyAt(row, point))), title: sentence };
  if (stripWidth !== undefined)
    return (
      <span role="cell" className={around}>
        <a data-cell {...link}>
          <span className="visually-hidden">{sentence}</span>
          <span aria-hidden="true" className={css.strip}>
            {phrase === "" ? (
              <b className={css.same}>{countText(point.count)}</b>
            ) : (
              <em className={point.rank < 2 ? css.same : undefined} data-tone={toneOf(point)}>
                {phrase}
              </em>
            )}
            <NodeAreaCanvas area={nodeStrip(point.agent, stripWidth)} />
          </span>
        </a>
      </span>
    );
  return (
    <span role="cell" className={classes(around, isFine && css.fine)}>
      <a data-cell {...link}>
        <span className="visually-hidden">{sentence}</span>
        <span aria-hidden="true">
          <CellSwatch look={point.look} size={12} />
          <b className={point.of === undefined ? css.same : undefined}>{countText(point.count)}</b>
          {point.of === undefined ? null : <i>/{countText(point.of)}</i>}
          {phrase === "" ? null : <em data-tone={toneOf(point)}>{phrase}</em>}
          {isFine ? null : <ShareBar agent={point.agent} />}
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
  return (
    <>
      <span role="rowheader" className={css.name}>
        <button type="button" data-cell aria-expanded={isOpen} title={t("clusters.open", { name: row.key })} onClick={() => onOpen(row)}>
          <MiddleCut text={row.isNamesake ? row.key : row.name} isWord />
        </button>
      </span>
      <span role="cell" className={`${css.version} ell`} title={row.versions.map(({ version }) => version).join(t("model.comma"))}>
        {versionText(t, row)}
      </span>
    </>
  );
}

interface WideMatrixProps extends MatrixProps {
  readonly opened: MatrixRow | undefined;
  /** Width of each column, CSS pixels. */
  readonly columns: readonly number[];
}

/** The matrix of DaemonSets and clusters with words. Each cell has a mark, a count and the share of each state. A cell
 *  that differs from the others has a phrase too. */
export function WideMatrix(props: WideMatrixProps) {
  const { matrix, opened, sinceAnswerMs, columns, onOpen, version } = props;
  const { t } = useTranslation();
  const isStrips = hasStrips(matrix.clusters);
  const isMixed = matrix.clusters.some(({ simulated }) => simulated) && matrix.clusters.some(({ simulated }) => !simulated);
  return (
    <div
      ref={singleTabStop}
      onKeyDown={onMatrixKey}
      role="table"
      aria-label={t("clusters.matrix")}
      className={classes(css.matrix, isStrips && css.strips)}
      style={{ ["--columns" as string]: columns.map((column) => `${column}px`).join(" ") }}
    >
      <div role="row" data-cells className={css.heads}>
        <span role="columnheader" className={css.corner}>
          {t("clusters.row")}
        </span>
        <span role="columnheader" className={css.corner}>
          {t("clusters.versionHead")}
        </span>
        {matrix.clusters.map((cluster) => (
          <Head key={cluster.name} cluster={cluster} sinceAnswerMs={sinceAnswerMs} isMixed={isMixed} />
        ))}
      </div>
      {matrix.rows.map((row) => {
        const isOpen = row.key === opened?.key;
        return (
          <Fragment key={row.key}>
            <div
              role="row"
              data-cells
              data-key={row.key}
              className={classes(css.row, row.rank < 2 && !isOpen && css.calm, isOpen && css.open)}
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
                    stripWidth={isStrips ? stripWidthIn(columns[at] ?? 0) : undefined}
                  />
                );
              })}
            </div>
            {isOpen ? <OpenAgent row={row} clusters={matrix.clusters} columns={columns} version={version} /> : null}
          </Fragment>
        );
      })}
    </div>
  );
}
