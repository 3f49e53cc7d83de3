import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";
import { useTranslation } from "react-i18next";
import { figureWord } from "../cell/figure.ts";
import type { Grouping } from "../grid/grouping.ts";
import { LEGEND_FIGURES } from "../grid/legend.ts";
import { MiddleCut } from "../MiddleCut.tsx";
import { daemonSetView } from "../url.ts";
import { ViewLink } from "../ViewLink.tsx";
import type { NodeStates } from "./select-node-states.ts";
import { type PoolProgress, selectPoolProgress } from "./select-pool-progress.ts";

/** Groups that a table names; the rest is counted. */
const NAMED = 8;

interface PoolProgressTablesProps {
  readonly states: NodeStates;
  /** DaemonSets under way, those that need a person first. */
  readonly records: readonly DaemonSetRecord[];
  readonly grouping: Grouping;
}

/** How far each DaemonSet under way is in each group of nodes. */
export function PoolProgressTables({ states, records, grouping }: PoolProgressTablesProps) {
  const { t } = useTranslation();
  return (
    <section className="pool-progress" aria-label={t("nodes.underWay", { count: records.length })}>
      <h2>{t("nodes.underWay", { count: records.length })}</h2>
      <div className="pool-tables">
        {records.map((record) => (
          <ProgressTable key={record.uid} record={record} rows={selectPoolProgress(states, record.key, grouping)} grouping={grouping} />
        ))}
      </div>
    </section>
  );
}

interface ProgressTableProps {
  readonly record: DaemonSetRecord;
  readonly rows: readonly PoolProgress[];
  readonly grouping: Grouping;
}

function ProgressTable({ record, rows, grouping }: ProgressTableProps) {
  const { t } = useTranslation();
  const view = daemonSetView(record.key);
  const more = rows.length - NAMED;
  return (
    <table>
      <caption>
        <ViewLink view={view}>{record.key}</ViewLink>
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("grid.table.group")}</th>
          <th scope="col">{t("grid.table.state")}</th>
          <th scope="col">{t("nodes.updatedHead")}</th>
          <th scope="col">{t("nodes.failingHead")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, NAMED).map((row) => (
          <tr key={row.group}>
            <th scope="row">
              <ViewLink view={{ ...view, group: grouping, only: row.group }}>
                <MiddleCut text={row.group === "" ? t("grid.noValue") : row.group} />
              </ViewLink>
            </th>
            <td>
              <Bar row={row} />
            </td>
            <td className="r">{t("nodes.updatedOf", { updated: row.updated, wanted: row.wanted })}</td>
            <td className="r tone-bad">{row.failing > 0 ? t("grid.failing", { count: row.failing }) : ""}</td>
          </tr>
        ))}
        {more > 0 && (
          <tr>
            <td colSpan={4} className="i3">
              {t("nodes.moreGroups", { count: more })}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The nodes of a group by state, in the legend's colours; in words for those who do not see it. */
function Bar({ row }: { readonly row: PoolProgress }) {
  const { t } = useTranslation();
  const parts = LEGEND_FIGURES.flatMap((figure) => {
    const count = row.figures.get(figure) ?? 0;
    return count === 0 ? [] : [{ figure, count }];
  });
  const words = parts.map(({ figure, count }) => t("nodes.stateCount", { count, word: figureWord(figure, t) })).join(t("nodes.comma"));
  return (
    <span className="state-bar" title={words}>
      <span className="visually-hidden">{words}</span>
      {parts.map(({ figure, count }) => (
        <i key={figure} aria-hidden="true" data-figure={figure} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}
