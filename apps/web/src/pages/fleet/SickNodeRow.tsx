import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { plainCellStyle } from "../../data/cell/cell-style.ts";
import { NODES_VIEW } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { MIN_FULL_CELL, type StripLayout } from "../../draw/strip/strip-layout.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import { countText } from "../../words/format/figures.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./fleet.module.css";
import type { SickNodes } from "./sick-nodes.ts";

const UNREADY = plainCellStyle("available", { nodeUnready: true });

interface SickNodeRowProps {
  readonly sick: SickNodes;
  readonly state: ClusterState;
  readonly layout: StripLayout | undefined;
  readonly nowMs: number;
}

/** Returns the time of the last node that became NotReady; undefined if it is unknown. */
function sinceMs({ rows, nodes }: ClusterState, names: readonly string[]): number | undefined {
  const since = names.flatMap((name) => nodes[rowIdOf(rows, name) ?? -1]?.readySinceMs ?? []);
  return since.length === 0 ? undefined : Math.max(...since);
}

/** NotReady nodes as a row of the fleet. Its strip marks their columns. */
export function SickNodeRow({ sick, state, layout, nowMs }: SickNodeRowProps) {
  const { t } = useTranslation();
  const { nodes, count, isAtLeast, pool, agents } = sick;
  const [only = ""] = nodes;
  const since = sinceMs(state, nodes);
  const isOne = count === 1;
  const view = isOne
    ? ({ page: "node", name: only } as const)
    : ({ ...NODES_VIEW, ...(pool === undefined ? {} : { only: pool }), filter: "NotReady" } as const);
  const number = `${countText(count)}${isAtLeast ? "+" : ""}`;
  const name = isOne ? only : pool === undefined ? t("fleet.sickNodes", { number, count }) : t("fleet.sickIn", { number, pool });
  return (
    <div role="row" className={`${css.row} ${css.need}`} data-row={`node ${sick.id}`} data-sick>
      <span role="cell" className={css.icon}>
        <CellSwatch look={UNREADY} size={16} />
      </span>
      <span role="cell" className={css.namespace}>
        {t("fleet.node")}
      </span>
      <span role="cell" className={css.name} data-name>
        <ViewLink view={view} draggable={false} title={name}>
          <MiddleCut text={name} isWord />
        </ViewLink>
      </span>
      <span role="cell" className={css.status}>
        <span className="ell">
          <b>
            <span lang="en">NotReady</span> {ageSince(t, since, nowMs)}
          </b>{" "}
          <span className="i2">{t(isOne ? "fleet.agentsOnIt" : "fleet.agentsOnThem", { count: agents })}</span>
        </span>
      </span>
      <span role="cell" className={css.noCounts} aria-colspan={5} />
      <span role="cell" className={css.places}>
        {layout === undefined ? null : (
          <span className={css.marks} style={{ width: `${layout.width}px`, height: `${layout.height}px` }}>
            {nodes.map((node) => (
              <Mark key={node} row={rowIdOf(state.rows, node)} layout={layout} />
            ))}
          </span>
        )}
      </span>
    </div>
  );
}

function Mark({ row, layout }: { readonly row: number | undefined; readonly layout: StripLayout }) {
  const { xs, ys, cellWidth, cellHeight } = layout;
  const [left, top] = [xs[row ?? -1], ys[row ?? -1]];
  if (left === undefined || top === undefined || Number.isNaN(left)) return null;
  const isFull = cellHeight > MIN_FULL_CELL;
  const size = isFull ? cellHeight - 1 : Math.max(2, cellWidth);
  return (
    <span className={isFull ? undefined : css.dot} style={{ left: `${left}px`, top: `${top}px`, width: `${size}px`, height: `${size}px` }}>
      {isFull ? <CellSwatch look={UNREADY} size={size} /> : null}
    </span>
  );
}
