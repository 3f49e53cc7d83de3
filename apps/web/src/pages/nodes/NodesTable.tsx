import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import { type Readable, useComputed, useReadable } from "../../data/computed/computed.ts";
import { ThrottledCluster, VIEW_THROTTLE } from "../../data/computed/throttled-cluster.ts";
import { ComputedView } from "../../data/computed/view-reducer.ts";
import type { LensResult } from "../../data/lens/band.ts";
import { NODE_STATES, type NodeStates } from "../../data/nodes/select-node-states.ts";
import { sortRows } from "../../data/nodes/sorted-nodes.ts";
import { parseFilter } from "../../data/rows/filter/parse-filter.ts";
import { groupOf } from "../../data/rows/grouping.ts";
import { groupWords } from "../../data/rows/grouping-text.ts";
import type { GroupOf } from "../../data/rows/groupings.ts";
import { type NodePredicate, nodePredicate } from "../../data/rows/node-predicate.ts";
import { navigate } from "../../data/url/navigation.ts";
import type { NodesView } from "../../data/url/url.ts";
import { type AgentTexts, agentTexts } from "../../draw/agents/agent-texts.ts";
import { ROW_HEIGHT, useVisibleRows } from "../../draw/grid/use-visible-rows.ts";
import type { ShownLabels } from "../../panels/grid/shown-labels.ts";
import { isSelecting } from "../../ui/controls/is-selecting.ts";
import { ageSince } from "../../words/format/age-text.ts";
import { useTranslation } from "../../words/i18n/use-translation.tsx";
import { NodeRow } from "./NodeRow.tsx";
import { NodesTableHeads } from "./NodesTableHeads.tsx";
import { notReadyText } from "./node-text.ts";
import css from "./nodes.module.css";

const PAGE_ROWS = 15;
/** Columns besides those of DaemonSets and labels. */
const OWN_COLUMNS = 6;
const NO_ROWS = new Uint32Array();

/** If rows change their order faster than this, a user cannot find them again. */
const ROWS_PACE = { ...VIEW_THROTTLE, paceMs: 500, passingPaceMs: 500 };

interface NodesTableProps {
  readonly cluster: ReadableCluster;
  /** DaemonSets in the order of the columns. */
  readonly columns: readonly DaemonSetKey[];
  readonly view: NodesView;
  /** The groups of the map: a filter may keep one of them. */
  readonly groupOf: GroupOf;
  readonly labels: ShownLabels;
  readonly reading: LensResult | undefined;
  readonly nowMs: number;
}

/** Returns the row that a key moves to; undefined if the key does not move. */
function rowAfter(key: string, row: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    j: row + 1,
    ArrowUp: row - 1,
    k: row - 1,
    PageDown: row + PAGE_ROWS,
    PageUp: row - PAGE_ROWS,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** Returns the rows of the nodes that the filters keep, sorted. */
function useSortedRows(
  source: Readable<NodeStates>,
  { view, groupOf: groupsOf, reading }: Pick<NodesTableProps, "view" | "groupOf" | "reading">,
): Uint32Array {
  const { query, filter, only, sort, band } = view;
  const typed = useMemo(() => parseFilter(query), [query]);
  const bandOf = band === undefined ? undefined : reading?.bandOf;
  const keeps = useMemo((): NodePredicate => {
    const matchesNode = nodePredicate({ typed, filter, only, groupOf: groupsOf });
    return bandOf === undefined ? matchesNode : (node) => matchesNode(node) && bandOf(node.row)?.id === band;
  }, [typed, filter, only, groupsOf, bandOf, band]);
  const sorted = useComputed(
    source,
    useMemo(() => sortRows(sort, keeps), [sort, keeps]),
  );
  return sorted?.rows ?? NO_ROWS;
}

/** One row for each node, one small cell for each DaemonSet. Only the visible rows exist. The rows change at most
 *  twice a second, independent of the parent, so legend and headline may be half a second ahead of them. */
export const NodesTable = memo(function NodesTable({
  cluster,
  columns: all,
  view,
  groupOf: groupsOf,
  labels,
  reading,
  nowMs,
}: NodesTableProps) {
  const { t } = useTranslation();
  const source = useMemo(() => new ComputedView(new ThrottledCluster(cluster, ROWS_PACE), NODE_STATES), [cluster]);
  const states = useReadable(source);
  const rows = useSortedRows(source, { view, groupOf: groupsOf, reading });
  const box = useRef<HTMLDivElement>(null);
  const [activeName, setActiveName] = useState<string | undefined>(undefined);
  const nameAt = (at: number) => states?.records[rows[at] ?? -1]?.name;
  const activeRow = states === undefined || activeName === undefined ? undefined : rowIdOf(states.rows, activeName);
  const active = activeRow === undefined ? 0 : Math.max(0, rows.indexOf(activeRow));
  const { first, last } = useVisibleRows(box, rows.length, activeName === undefined ? undefined : active);
  const names = states?.columns;
  // A new DaemonSet has no cells in the rows yet.
  const columns = useMemo(() => all.filter((key) => names !== undefined && rowIdOf(names, key) !== undefined), [all, names]);
  const columnIds = useMemo(() => columns.map((key) => (names === undefined ? undefined : rowIdOf(names, key))), [columns, names]);
  const texts = useMemo(() => agentTexts(columns, t), [columns, t]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowAfter(event.key, active, rows.length - 1);
    const name = nameAt(active);
    if (next !== undefined) setActiveName(nameAt(next));
    else if (event.key === "Enter" && name !== undefined) navigate({ page: "node", name });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const activeNow = nameAt(active);
  return (
    <div ref={box} className={css.table}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the keys of a grid
        role="grid"
        tabIndex={0}
        style={{ ["--agents" as string]: columns.length, ["--labels" as string]: labels.keys.length }}
        aria-label={t("nodes.table", { count: rows.length })}
        aria-rowcount={rows.length + 1}
        aria-colcount={OWN_COLUMNS + columns.length + labels.keys.length}
        aria-activedescendant={activeNow === undefined ? undefined : `node-row-${activeNow}`}
        onKeyDown={onKeyDown}
      >
        <NodesTableHeads columns={columns} labels={labels} view={view} />
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * ROW_HEIGHT }} />}
          {states !== undefined &&
            Array.from(rows.subarray(first, last), (row, offset) => (
              <TableRow
                key={states.records[row]?.name}
                states={states}
                row={row}
                rowIndex={first + offset + 2}
                isActive={first + offset === active}
                texts={texts}
                columnIds={columnIds}
                labels={labels}
                view={view}
                nowMs={nowMs}
              />
            ))}
          {last < rows.length && <tr aria-hidden="true" style={{ height: (rows.length - last) * ROW_HEIGHT }} />}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="i3">{t("nodes.noMatch")}</p> : null}
    </div>
  );
});

interface TableRowProps extends Omit<NodesTableProps, "cluster" | "columns" | "groupOf" | "reading"> {
  readonly texts: readonly AgentTexts[];
  readonly states: NodeStates;
  readonly row: number;
  readonly rowIndex: number;
  readonly isActive: boolean;
  /** The column of the cluster state of each DaemonSet. */
  readonly columnIds: readonly (number | undefined)[];
}

function TableRow({ states, row, rowIndex, isActive, texts, columnIds, labels, view, nowMs }: TableRowProps) {
  const { t } = useTranslation();
  const record = states.records[row];
  if (record === undefined) return null;
  const ready = notReadyText(record, nowMs, t) ?? "Ready";
  return (
    <tr
      id={`node-row-${record.name}`}
      aria-rowindex={rowIndex}
      className={isActive ? css.active : undefined}
      onClick={() => {
        if (!isSelecting()) navigate({ page: "node", name: record.name });
      }}
    >
      <NodeRow
        record={record}
        worst={states.bytes[row] ?? 0}
        texts={texts}
        bytes={columnIds.map((column) => states.cells[column ?? -1]?.at(row) ?? 0).join()}
        lacking={states.lacks[row] ?? 0}
        isUnread={(states.unknown[row] ?? 0) > 0}
        readyText={[ready, ...(record.unschedulable ? [t("grid.cordoned")] : [])].join(t("nodes.comma"))}
        age={ageSince(t, record.createdAtMs, nowMs)}
        labels={labels.linesOf(record.labels)}
        group={groupWords(groupOf(record, view.group), t)}
      />
    </tr>
  );
}
