import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import { humanDuration } from "@daemonscope/kube/human-duration";
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { nodeFilterable } from "../filter/filterables.ts";
import { parseFilter } from "../filter/parse-filter.ts";
import { groupOf } from "../grid/grouping.ts";
import { keeps as keepsNode } from "../grid/legend.ts";
import { navigate } from "../navigation.ts";
import { NODE_SORTS, type NodeSort, type NodesView } from "../url.ts";
import { NodeRow } from "./NodeRow.tsx";
import { notReadyText } from "./node-words.ts";
import { COLUMN_PITCH } from "./RowCells.tsx";
import type { NodeStates } from "./select-node-states.ts";
import { sortNodes } from "./sort-nodes.ts";

const ROW_HEIGHT = 28;
const OVERSCAN = 10;
const PAGE_ROWS = 15;

interface NodesTableProps {
  readonly states: NodeStates;
  /** DaemonSets by need, as the columns stand. */
  readonly columns: readonly DaemonSetKey[];
  readonly view: NodesView;
  readonly nowMs: number;
}

/** Where a key leads from a row; undefined for a key that leads nowhere. */
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

/** One row for each node, one small cell for each DaemonSet. Only the rows in sight exist. */
export function NodesTable({ states, columns, view, nowMs }: NodesTableProps) {
  const { t } = useTranslation();
  const { query, filter, only, group, sort } = view;
  const typed = useMemo(() => parseFilter(query), [query]);
  const nodes = useMemo(() => {
    const kept = states.nodes.filter(
      (node) =>
        typed.keeps(nodeFilterable(node.record)) &&
        (filter === undefined || keepsNode(filter, node)) &&
        (only === undefined || groupOf(node.record, group) === only),
    );
    return sortNodes(states, kept, sort);
  }, [states, typed, filter, only, group, sort]);
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ top: 0, height: 600 });
  const [activeName, setActiveName] = useState<string | undefined>(undefined);
  const active = Math.max(
    0,
    nodes.findIndex(({ name }) => name === activeName),
  );
  useLayoutEffect(() => {
    const scroller = box.current;
    if (scroller === null || activeName === undefined) return;
    const top = active * ROW_HEIGHT;
    const head = scroller.querySelector("thead")?.clientHeight ?? 0;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW_HEIGHT + head > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + ROW_HEIGHT + head - scroller.clientHeight;
  }, [active, activeName]);
  const places = useMemo(() => columns.map((key) => states.columns.indexOf(key)), [columns, states.columns]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowAfter(event.key, active, nodes.length - 1);
    if (next !== undefined) setActiveName(nodes[next]?.name);
    else if (event.key === "Enter" && nodes[active] !== undefined) navigate({ page: "node", name: nodes[active].name });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const first = Math.max(0, Math.floor(sight.top / ROW_HEIGHT) - OVERSCAN);
  const last = Math.min(nodes.length, Math.ceil((sight.top + sight.height) / ROW_HEIGHT) + OVERSCAN);
  const width = states.columns.length;
  const wide = 6 + columns.length;
  const head = (by: NodeSort) => (
    <th scope="col" aria-sort={sort === by ? (by === "lacks" ? "descending" : "ascending") : undefined} className={`col-${by}`}>
      <button
        type="button"
        onClick={() => navigate({ ...view, sort: NODE_SORTS.find((each) => each === by) ?? "lacks" }, { replace: true })}
      >
        {t(`nodes.heads.${by}`)}
        {sort === by ? <i aria-hidden="true">{by === "lacks" ? " ↓" : " ↑"}</i> : null}
      </button>
    </th>
  );
  return (
    <div
      ref={box}
      className="nodes-table"
      onScroll={(event) => setSight({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen with the keys of a grid
        role="grid"
        tabIndex={0}
        aria-label={t("nodes.table", { count: nodes.length })}
        aria-rowcount={nodes.length + 1}
        aria-colcount={wide}
        aria-activedescendant={nodes[active] === undefined ? undefined : `node-row-${nodes[active].name}`}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {head("name")}
            {head("lacks")}
            {columns.map((key) => (
              <th scope="col" key={key} className="turned" title={key} style={{ width: COLUMN_PITCH }}>
                <span>{key.split("/")[1]}</span>
              </th>
            ))}
            <th scope="col" className="col-ready">
              Ready
            </th>
            {head("age")}
            <th scope="col" className="col-group">
              {t("grid.table.group")}
            </th>
            <th scope="col">{t("grid.table.taints")}</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * ROW_HEIGHT }} />}
          {nodes.slice(first, last).map((node, offset) => {
            const { name, record, row } = node;
            const ready = notReadyText(record, nowMs) ?? "Ready";
            return (
              <tr
                key={name}
                id={`node-row-${name}`}
                aria-rowindex={first + offset + 2}
                className={first + offset === active ? "active" : undefined}
                onClick={() => navigate({ page: "node", name })}
              >
                <NodeRow
                  node={node}
                  columns={columns}
                  bytes={places.map((column) => (column < 0 ? 0 : (states.cells[row * width + column] ?? 0))).join()}
                  lacking={states.lacks[row] ?? 0}
                  isUnread={(states.unknown[row] ?? 0) > 0}
                  readyText={[ready, ...(record.unschedulable ? [t("grid.cordoned")] : [])].join(t("nodes.comma"))}
                  age={humanDuration(Math.max(0, nowMs - record.createdAtMs))}
                  group={groupOf(record, group)}
                />
              </tr>
            );
          })}
          {last < nodes.length && <tr aria-hidden="true" style={{ height: (nodes.length - last) * ROW_HEIGHT }} />}
        </tbody>
      </table>
      {nodes.length === 0 ? <p className="i3">{t("nodes.noMatch")}</p> : null}
    </div>
  );
}
