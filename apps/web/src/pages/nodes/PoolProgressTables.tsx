import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { useMemo } from "react";
import { type CellVariant, cellVariantLabel } from "../../data/cell/cell-variant.ts";
import { CELL_VARIANT_FACTS } from "../../data/cell/cell-variant-facts.ts";
import { type Readable, useComputed } from "../../data/computed/computed.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { type PoolProgress, poolProgress } from "../../data/nodes/select-pool-progress.ts";
import type { Grouping } from "../../data/rows/grouping.ts";
import { groupingWords, groupWords } from "../../data/rows/grouping-text.ts";
import type { GroupOf } from "../../data/rows/groupings.ts";
import { LEGEND_VARIANTS } from "../../data/rows/legend-counts.ts";
import { daemonSetView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import css from "./nodes.module.css";

/** Maximum number of groups that a table names; the rest is counted. */
const NAMED = 8;

interface PoolProgressTablesProps {
  readonly source: Readable<NodeStates>;
  /** DaemonSets with a rollout in progress, those that need a person first. */
  readonly records: readonly DaemonSetRecord[];
  readonly grouping: Grouping;
  readonly groupOf: GroupOf;
}

/** The progress of each DaemonSet with a rollout in each group of nodes. */
export function PoolProgressTables({ source, records, grouping, groupOf }: PoolProgressTablesProps) {
  const { t } = useTranslation();
  const title = t("nodes.rollouts", { count: records.length, grouping: groupingWords(grouping, t) });
  return (
    <section className={css.poolProgress} aria-label={title}>
      <h2>{title}</h2>
      <div className={css.poolTables}>
        {records.map((record) => (
          <ProgressTable key={record.uid} source={source} daemonSet={record.key} grouping={grouping} groupOf={groupOf} />
        ))}
      </div>
    </section>
  );
}

interface ProgressTableProps {
  readonly source: Readable<NodeStates>;
  readonly daemonSet: DaemonSetKey;
  readonly grouping: Grouping;
  readonly groupOf: GroupOf;
}

function ProgressTable({ source, daemonSet, grouping, groupOf }: ProgressTableProps) {
  const { t } = useTranslation();
  const progress = useComputed(
    source,
    useMemo(() => poolProgress(daemonSet, groupOf), [daemonSet, groupOf]),
  );
  const rows = progress?.pools ?? [];
  const view = daemonSetView(daemonSet);
  const more = rows.length - NAMED;
  return (
    <DataTable
      caption={
        <ViewLink view={view} className="mono">
          {daemonSet}
        </ViewLink>
      }
      rows={rows.slice(0, NAMED)}
      keyOf={({ group }) => group}
      columns={[
        {
          head: <Unseen text={groupingWords(grouping, t)} />,
          isRowHead: true,
          cell: ({ group }) => (
            <ViewLink view={{ ...view, group: grouping, only: group }}>
              <MiddleCut text={groupWords(group, t)} />
            </ViewLink>
          ),
        },
        { head: <Unseen text={t("grid.table.state")} />, cell: (row) => <Bar row={row} /> },
        {
          head: <Unseen text={t("nodes.updatedHead")} />,
          className: "num",
          cell: ({ updated, wanted }) => t("nodes.updatedOf", { updated, wanted }),
        },
        {
          head: <Unseen text={t("nodes.failingHead")} />,
          className: "num",
          cell: ({ failing }) => (failing > 0 ? <span data-tone="bad">{t("grid.failing", { count: failing })}</span> : null),
        },
      ]}
    >
      {more > 0 && (
        <tr>
          <td colSpan={4} className="i3">
            {t("nodes.moreGroups", { count: more })}
          </td>
        </tr>
      )}
    </DataTable>
  );
}

const Unseen = ({ text }: { readonly text: string }) => <span className="visually-hidden">{text}</span>;

/** Returns the style of a cell variant's part of a bar. */
function partStyle(variant: CellVariant, count: number) {
  const { fill, edge } = CELL_VARIANT_FACTS[variant].bar;
  return {
    flexGrow: count,
    ...(fill === undefined ? {} : { background: `var(--st-${fill})` }),
    ...(edge === undefined ? {} : { boxShadow: `inset 0 0 0 1px var(--st-${edge})` }),
  };
}

/** The nodes of a group by state, in the legend's colours, with an accessible text. */
function Bar({ row }: { readonly row: PoolProgress }) {
  const { t } = useTranslation();
  const parts = LEGEND_VARIANTS.flatMap((variant) => {
    const count = row.figures.get(variant) ?? 0;
    return count === 0 ? [] : [{ variant, count }];
  });
  const words = parts
    .map(({ variant, count }) => t("nodes.stateCount", { count, word: cellVariantLabel(variant, t) }))
    .join(t("nodes.comma"));
  return (
    <span className={css.stateBar} title={words}>
      <span className="visually-hidden">{words}</span>
      {parts.map(({ variant, count }) => (
        <i key={variant} aria-hidden="true" style={partStyle(variant, count)} />
      ))}
    </span>
  );
}
