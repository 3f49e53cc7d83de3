import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { useMemo } from "react";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import { type Readable, useComputed } from "../../data/computed/computed.ts";
import type { NodeStates } from "../../data/nodes/select-node-states.ts";
import { sortRows } from "../../data/nodes/sorted-nodes.ts";
import { groupOf } from "../../data/rows/grouping.ts";
import { groupWords } from "../../data/rows/grouping-text.ts";
import { acceptAllNodes } from "../../data/rows/node-predicate.ts";
import type { NodesView } from "../../data/url/url.ts";
import { ViewLink } from "../../data/url/ViewLink.tsx";
import { CellSwatch } from "../../draw/cell/CellSwatch.tsx";
import { DataTable } from "../../ui/controls/DataTable.tsx";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";
import { ageSince } from "../../words/format/age-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { nodeState } from "./node-text.ts";
import { shortRows } from "./short-rows.ts";
import css from "./short-table.module.css";

const MAX_ROWS = 8;
const WORST_FIRST = sortRows("lacks", acceptAllNodes);

interface NodesShortTableProps {
  readonly source: Readable<NodeStates>;
  readonly states: NodeStates;
  /** DaemonSets whose missing pods need a person. */
  readonly troubled: ReadonlySet<DaemonSetKey>;
  readonly view: NodesView;
  readonly nowMs: number;
}

/** The first nodes below the map, those that need help first, and the way to the table of all. */
export function NodesShortTable({ source, states, troubled, view, nowMs }: NodesShortTableProps) {
  const { t } = useTranslation();
  const sorted = useComputed(source, WORST_FIRST);
  const rows = useMemo(() => shortRows(states, sorted?.rows ?? [], troubled, MAX_ROWS), [sorted, states, troubled]);
  if (rows.length === 0) return null;
  const recordOf = (row: number) => states.records[row];
  const stateOf = (row: number) => nodeState(states, row, troubled, nowMs, t);
  return (
    <section className={css.short} aria-label={t("nodes.short")}>
      <h2>
        {t("nodes.short")}
        <ViewLink view={{ ...view, table: true }}>{t("nodes.showAll", { count: states.totals.nodes })}</ViewLink>
      </h2>
      <DataTable
        className={css.table}
        label={t("nodes.short")}
        isStacked
        rows={rows}
        keyOf={(row) => recordOf(row)?.name ?? ""}
        columns={[
          {
            head: t("nodes.shortHeads.node"),
            className: css.name,
            isRowHead: true,
            cell: (row) => (
              <ViewLink view={{ page: "node", name: recordOf(row)?.name ?? "" }}>
                <CellSwatch look={cellStyleOf(states.bytes[row] ?? 0, recordOf(row))} size={16} isResting />
                <MiddleCut text={recordOf(row)?.name ?? ""} isWord />
              </ViewLink>
            ),
          },
          {
            head: t("nodes.shortHeads.pool"),
            className: css.pool,
            isWide: true,
            cell: (row) => {
              const record = recordOf(row);
              return record === undefined ? null : groupWords(groupOf(record, "pool"), t);
            },
          },
          {
            head: t("nodes.shortHeads.agents"),
            className: css.agents,
            cell: (row) => {
              const wants = states.wants[row] ?? 0;
              return t("nodes.agentsOf", { has: wants - (states.lacks[row] ?? 0), wants });
            },
          },
          {
            head: t("nodes.shortHeads.state"),
            className: css.state,
            cell: (row) => {
              const { isBad, text } = stateOf(row);
              return <span data-tone={isBad ? "bad" : undefined}>{text}</span>;
            },
          },
          {
            head: t("nodes.shortHeads.age"),
            className: `num ${css.age}`,
            isWide: true,
            cell: (row) => ageSince(t, recordOf(row)?.createdAtMs, nowMs),
          },
          {
            head: t("nodes.shortHeads.taints"),
            className: "ell",
            isWide: true,
            cell: (row) => <span className="mono">{(recordOf(row)?.taints ?? []).map(taintText).join(", ")}</span>,
          },
        ]}
      />
    </section>
  );
}
