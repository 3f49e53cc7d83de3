import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { Figure } from "../cell/figure.ts";
import { FIGURES_BY_SEVERITY, severityOf } from "../cell/severity.ts";
import type { NodeCells } from "../rows/node-cells.ts";
import { isLacking } from "./agent-tally.ts";

/** What all nodes add up to. */
export interface NodeTotals {
  readonly nodes: number;
  /** Nodes that some DaemonSet wants, those that lack an agent, and those of which some pods were not read. */
  readonly wanted: number;
  readonly lacking: number;
  readonly unread: number;
  /** Nodes that are not Ready, and those of them that lack an agent. */
  readonly silent: number;
  readonly silentLacking: number;
  /** By byte, nodes that lack an agent and whose worst cell this is. */
  readonly lackingByByte: Uint32Array;
  /** By column, nodes that lack this agent. */
  readonly lackedByColumn: Uint32Array;
  /** By column and how severe a figure is, the nodes of which this agent is that figure. */
  readonly figures: Uint32Array;
}

/** What is counted of each node, by row; cells by column. */
interface States extends Pick<NodeCells, "records" | "bytes"> {
  readonly wants: Uint16Array;
  readonly lacks: Uint16Array;
  readonly unknown: Uint16Array;
  readonly cells: readonly Uint8Array[];
}

type Counts = { -readonly [Name in keyof NodeTotals]: NodeTotals[Name] };

/** Puts the node of a row in, or takes it away. */
function add(totals: Counts, { records, wants, lacks, unknown, bytes, cells }: States, row: number, sign: 1 | -1): void {
  const record = records[row];
  if (record === undefined) return;
  const isLackingAny = (lacks[row] ?? 0) > 0;
  const isSilent = record.ready !== "True";
  totals.nodes += sign;
  if ((wants[row] ?? 0) > 0) totals.wanted += sign;
  if ((unknown[row] ?? 0) > 0) totals.unread += sign;
  if (isSilent) totals.silent += sign;
  for (const [column, ofColumn] of cells.entries()) {
    const at = column * FIGURES_BY_SEVERITY.length + severityOf(ofColumn[row] ?? 0);
    totals.figures[at] = (totals.figures[at] ?? 0) + sign;
  }
  if (!isLackingAny) return;
  totals.lacking += sign;
  if (isSilent) totals.silentLacking += sign;
  const byte = bytes[row] ?? 0;
  totals.lackingByByte[byte] = (totals.lackingByByte[byte] ?? 0) + sign;
  for (const [column, ofColumn] of cells.entries())
    if (isLacking(ofColumn[row] ?? 0)) totals.lackedByColumn[column] = (totals.lackedByColumn[column] ?? 0) + sign;
}

export function totalsOf(states: States): NodeTotals {
  const totals: Counts = {
    nodes: 0,
    wanted: 0,
    lacking: 0,
    unread: 0,
    silent: 0,
    silentLacking: 0,
    lackingByByte: new Uint32Array(256),
    lackedByColumn: new Uint32Array(states.cells.length),
    figures: new Uint32Array(states.cells.length * FIGURES_BY_SEVERITY.length),
  };
  for (const row of states.records.keys()) add(totals, states, row, 1);
  return totals;
}

/** The totals after these rows changed. */
export function totalsAfter(before: States & { readonly totals: NodeTotals }, states: States, rows: readonly number[]): NodeTotals {
  const { lackingByByte, lackedByColumn, figures, ...counts } = before.totals;
  const totals: Counts = {
    ...counts,
    lackingByByte: lackingByByte.slice(),
    lackedByColumn: lackedByColumn.slice(),
    figures: figures.slice(),
  };
  for (const row of rows) {
    add(totals, before, row, -1);
    add(totals, states, row, 1);
  }
  return totals;
}

/** The worst cell of those nodes that lack an agent; undefined where none does. */
export function worstLacking({ lackingByByte }: NodeTotals): CellByte | undefined {
  let worst: CellByte | undefined;
  for (const [byte, count] of lackingByByte.entries())
    if (count > 0 && (worst === undefined || severityOf(byte) < severityOf(worst))) worst = byte;
  return worst;
}

/** The worst that an agent is on any node; undefined where there is no node. */
export function worstFigureOf({ figures }: NodeTotals, column: number): Figure | undefined {
  const start = column * FIGURES_BY_SEVERITY.length;
  return FIGURES_BY_SEVERITY.find((_, at) => (figures[start + at] ?? 0) > 0);
}
