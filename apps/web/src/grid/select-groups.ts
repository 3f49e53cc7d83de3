import { type CellByte, cellOf } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { Taint } from "@daemonscope/kube/objects";
import { FIGURES_BY_SEVERITY, type Figure, figureOf } from "../cell/figure.ts";
import { sameTaint } from "../cell/look.ts";
import { type Grouping, groupOf, zoneOf } from "./grouping.ts";

/** A node with its cell of the DaemonSet in focus. `row` is its row in the cluster state. */
export interface GridNode {
  readonly name: string;
  readonly row: number;
  readonly byte: CellByte;
  readonly record: NodeRecord;
}

export interface NodeGroup {
  /** Value of the label; "" where nodes have none. */
  readonly name: string;
  /** In the order in which they are drawn. */
  readonly nodes: readonly GridNode[];
  /** On every node of the group: drawn once, on its heading. */
  readonly sharedTaints: readonly Taint[];
  /** When all are in one. */
  readonly zone: string | undefined;
  /** Nodes that should run the pod; of them with a pod of the current revision; of them failing. */
  readonly run: number;
  readonly updated: number;
  readonly failing: number;
}

/** What a place in the order depends on, as of the last sort. Kept between frames so that cells stay where they are. */
export interface GridOrder {
  readonly groups: readonly string[];
  readonly nodes: ReadonlyMap<string, readonly string[]>;
  readonly rankAtSort: ReadonlyMap<string, number>;
}

const SEVERITY = new Map<Figure, number>(FIGURES_BY_SEVERITY.map((figure, rank) => [figure, rank]));

/** The worst first: by figure, then nodes that are not Ready, then cordoned ones. */
function severityRank(node: Pick<GridNode, "byte" | "record">): number {
  const cell = cellOf(node.byte);
  const figure = figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
  return (SEVERITY.get(figure) ?? 0) * 4 + (cell.nodeUnready ? 0 : 2) + (node.record.unschedulable ? 0 : 1);
}

/** How much a node in trouble weighs when groups are compared; a resting one weighs nothing. */
const TROUBLE: Readonly<Record<Figure, number>> = {
  failing: 4,
  missing: 3,
  unscheduled: 3,
  terminating: 1,
  starting: 1,
  misscheduled: 1,
  unknown: 0,
  ready: 0.5,
  old: 0.001,
  available: 0,
  excluded: 0,
};

function troubleOf(nodes: readonly GridNode[]): number {
  let trouble = 0;
  let isExcluded = true;
  for (const { byte } of nodes) {
    const cell = cellOf(byte);
    trouble += TROUBLE[figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating })];
    if (cell.state !== "excluded") isExcluded = false;
  }
  return isExcluded ? -1 : trouble;
}

function membersOf(nodes: readonly GridNode[], grouping: Grouping): Map<string, GridNode[]> {
  const members = new Map<string, GridNode[]>();
  for (const node of nodes) {
    const group = groupOf(node.record, grouping);
    const list = members.get(group);
    if (list === undefined) members.set(group, [node]);
    else list.push(node);
  }
  return members;
}

/** The order of now: worst group first, worst cell first in each. `keepNames`: cells by name instead, as a list of names is read. */
export function sortedOrder(nodes: readonly GridNode[], grouping: Grouping, keepNames = false): GridOrder {
  const rankAtSort = new Map(nodes.map((node) => [node.name, severityRank(node)]));
  const rank = (node: GridNode) => (keepNames ? 0 : (rankAtSort.get(node.name) ?? 0));
  const groups = [...membersOf(nodes, grouping)].map(([name, list]) => ({ name, trouble: troubleOf(list), list }));
  groups.sort((a, b) => b.trouble - a.trouble || (a.name < b.name ? -1 : 1));
  return {
    groups: groups.map((group) => group.name),
    nodes: new Map(
      groups.map(({ name, list }) => [name, list.sort((a, b) => rank(a) - rank(b) || a.row - b.row).map((node) => node.name)]),
    ),
    rankAtSort,
  };
}

function sharedTaintsOf(nodes: readonly GridNode[]): readonly Taint[] {
  const [first, ...rest] = nodes;
  if (first === undefined) return [];
  return first.record.taints.filter(
    (taint) =>
      !taint.key.startsWith("node.kubernetes.io/") && rest.every((node) => node.record.taints.some((other) => sameTaint(other, taint))),
  );
}

function groupFacts(name: string, nodes: readonly GridNode[]): NodeGroup {
  let run = 0;
  let updated = 0;
  let failing = 0;
  for (const { byte } of nodes) {
    const cell = cellOf(byte);
    if (cell.state === "excluded" || cell.state === "misscheduled") continue;
    run++;
    if (cell.state !== "missing" && !cell.oldRevision && !cell.twoPods) updated++;
    if (cell.state === "failing" && !cell.terminating) failing++;
  }
  const first = nodes[0];
  const zone = first === undefined ? undefined : zoneOf(first.record);
  return {
    name,
    nodes,
    sharedTaints: sharedTaintsOf(nodes),
    zone: nodes.every((node) => zoneOf(node.record) === zone) ? zone : undefined,
    run,
    updated,
    failing,
  };
}

/** The places of the nodes of each group of an order, which is never changed in place. */
const placesOf = new WeakMap<GridOrder, ReadonlyMap<string, ReadonlyMap<string, number>>>();

function placesIn(order: GridOrder): ReadonlyMap<string, ReadonlyMap<string, number>> {
  let places = placesOf.get(order);
  if (places === undefined) {
    places = new Map([...order.nodes].map(([group, nodes]) => [group, new Map(nodes.map((node, at) => [node, at]))]));
    placesOf.set(order, places);
  }
  return places;
}

/** The nodes in their places, and those that have none behind them, by row. O(nodes). */
function inPlaces(nodes: readonly GridNode[], places: ReadonlyMap<string, number> | undefined): readonly GridNode[] {
  const placed: (GridNode | undefined)[] = new Array(places?.size ?? 0);
  const others: GridNode[] = [];
  for (const node of nodes) {
    const place = places?.get(node.name);
    if (place === undefined) others.push(node);
    else placed[place] = node;
  }
  const inOrder = placed.filter((node) => node !== undefined);
  return [...inOrder, ...others.sort((a, b) => a.row - b.row)];
}

/** Groups in the kept order: no cell moves because its state changed. New nodes come last in their group, new groups last of all. */
export function selectGroups(nodes: readonly GridNode[], grouping: Grouping, order: GridOrder): readonly NodeGroup[] {
  const members = membersOf(nodes, grouping);
  const names = [
    ...order.groups.filter((name) => members.has(name)),
    ...[...members.keys()].filter((name) => !order.nodes.has(name)).sort(),
  ];
  const places = placesIn(order);
  return names.map((name) => groupFacts(name, inPlaces(members.get(name) ?? [], places.get(name))));
}

/** Cells that would stand elsewhere after a new sort: their rank is not that of the last sort, or they came since. */
export function movedSince(nodes: readonly GridNode[], order: GridOrder): number {
  return nodes.reduce((moved, node) => moved + (order.rankAtSort.get(node.name) === severityRank(node) ? 0 : 1), 0);
}
