import { CELL_FLAGS, type CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { DaemonSetCounts, StringMap } from "@daemonscope/kube/objects";
import { type ClusterState, daemonSetNamed, nodeNamed } from "./cluster-state.ts";
import { rowIdOf, sortedNames } from "./row-ids.ts";

/** A difference and its nodes, sorted by name. */
export interface DifferenceOnNodes<What> {
  readonly what: What;
  readonly nodes: readonly string[];
}

/** Differences of nodes. Lists of groups are sorted by their number of nodes, largest first. */
export interface NodeDifferences {
  readonly joined: readonly string[];
  readonly left: readonly string[];
  readonly notReady: readonly string[];
  readonly nowReady: readonly string[];
  readonly cordoned: readonly string[];
  readonly uncordoned: readonly string[];
  /** In the notation of kubectl. */
  readonly taintsAdded: readonly DifferenceOnNodes<string>[];
  readonly taintsRemoved: readonly DifferenceOnNodes<string>[];
  /** A key with its value before and after; undefined if the label is missing. */
  readonly labels: readonly DifferenceOnNodes<{
    readonly key: string;
    readonly before: string | undefined;
    readonly after: string | undefined;
  }>[];
}

/** A cell before and after, without the flag of an unready node. */
interface CellChange {
  readonly before: CellByte;
  readonly after: CellByte;
}

export interface DaemonSetDifference {
  readonly key: DaemonSetKey;
  readonly kind: "created" | "deleted" | "changed";
  /** Counts of the status; undefined if they are equal. */
  readonly counts: { readonly before: DaemonSetCounts | undefined; readonly after: DaemonSetCounts | undefined } | undefined;
  readonly revision: { readonly before: number | undefined; readonly after: number | undefined } | undefined;
  /** One entry for each container with another image, by container name. */
  readonly images: readonly { readonly container: string; readonly before: string | undefined; readonly after: string | undefined }[];
  readonly strategy: { readonly before: DaemonSetRecord["strategy"]; readonly after: DaemonSetRecord["strategy"] } | undefined;
  /** Undefined if the kind and `stuck` are equal. */
  readonly concern: { readonly before: Concern | null; readonly after: Concern | null } | undefined;
  /** Only nodes that exist at both moments; largest group first. */
  readonly cells: readonly DifferenceOnNodes<CellChange>[];
}

export interface StateComparison {
  readonly nodes: NodeDifferences;
  /** Only DaemonSets that differ, by key. */
  readonly daemonSets: readonly DaemonSetDifference[];
}

/** Groups names by a common change: largest group first, then by key. */
class Groups<What> {
  readonly #groups = new Map<string, { readonly what: What; readonly nodes: string[] }>();
  add(key: string, what: What, node: string): void {
    const group = this.#groups.get(key) ?? { what, nodes: [] };
    this.#groups.set(key, group);
    group.nodes.push(node);
  }
  list(): readonly DifferenceOnNodes<What>[] {
    const order = (
      [a, { nodes: nodesOfA }]: [string, DifferenceOnNodes<What>],
      [b, { nodes: nodesOfB }]: [string, DifferenceOnNodes<What>],
    ) => nodesOfB.length - nodesOfA.length || compareTexts(a, b);
    return [...this.#groups].sort(order).map(([, group]) => group);
  }
}

function labelChanges(before: StringMap, after: StringMap) {
  if (before === after) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ key, before: before[key], after: after[key] }));
}

function compareNodes(before: ClusterState, after: ClusterState): NodeDifferences {
  const joined: string[] = [];
  const [notReady, nowReady, cordoned, uncordoned]: string[][] = [[], [], [], []];
  const added = new Groups<string>();
  const removed = new Groups<string>();
  const labels = new Groups<NodeDifferences["labels"][number]["what"]>();
  for (const name of sortedNames(after.rows)) {
    const [was, is] = [nodeNamed(before, name), nodeNamed(after, name)];
    if (was === undefined || is === undefined) joined.push(name);
    if (was === undefined || is === undefined || was === is) continue;
    if ((was.ready === "True") !== (is.ready === "True")) (is.ready === "True" ? nowReady : notReady)?.push(name);
    if (was.unschedulable !== is.unschedulable) (is.unschedulable ? cordoned : uncordoned)?.push(name);
    const [had, has] = [new Set(was.taints.map(taintText)), new Set(is.taints.map(taintText))];
    for (const taint of has) if (!had.has(taint)) added.add(taint, taint, name);
    for (const taint of had) if (!has.has(taint)) removed.add(taint, taint, name);
    for (const change of labelChanges(was.labels, is.labels)) labels.add(JSON.stringify(change), change, name);
  }
  return {
    joined,
    left: sortedNames(before.rows).filter((name) => nodeNamed(after, name) === undefined),
    notReady: notReady ?? [],
    nowReady: nowReady ?? [],
    cordoned: cordoned ?? [],
    uncordoned: uncordoned ?? [],
    taintsAdded: added.list(),
    taintsRemoved: removed.list(),
    labels: labels.list(),
  };
}

/** Removes the flag of an unready node, because the node differences report it. */
const withoutNodeFlag = (byte: CellByte): CellByte => byte & ~CELL_FLAGS.nodeUnready;

function cellChanges(before: ClusterState, after: ClusterState, key: string): readonly DifferenceOnNodes<CellChange>[] {
  const [was, is] = [rowIdOf(before.columns, key), rowIdOf(after.columns, key)];
  const [bytesBefore, bytesAfter] = [before.cells[was ?? -1]?.now, after.cells[is ?? -1]?.now];
  const groups = new Groups<CellChange>();
  if (bytesBefore === undefined || bytesAfter === undefined) return [];
  for (const name of sortedNames(after.rows)) {
    const [row, rowBefore] = [rowIdOf(after.rows, name), rowIdOf(before.rows, name)];
    if (row === undefined || rowBefore === undefined) continue;
    const change = { before: withoutNodeFlag(bytesBefore[rowBefore] ?? 0), after: withoutNodeFlag(bytesAfter[row] ?? 0) };
    if (change.before !== change.after) groups.add(`${change.before} ${change.after}`, change, name);
  }
  return groups.list();
}

function imageChanges(before: DaemonSetRecord | undefined, after: DaemonSetRecord | undefined): DaemonSetDifference["images"] {
  const imagesOf = (record: DaemonSetRecord | undefined) => new Map(record?.containers.map(({ name, image }) => [name, image]));
  const [was, is] = [imagesOf(before), imagesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((container) => was.get(container) !== is.get(container))
    .map((container) => ({ container, before: was.get(container), after: is.get(container) }));
}

const currentRevision = (record: DaemonSetRecord | undefined): number | undefined =>
  record?.revisions.find(({ current }) => current)?.revision;

const changeBetween = <T>(before: T, after: T): { readonly before: T; readonly after: T } | undefined =>
  JSON.stringify(before) === JSON.stringify(after) ? undefined : { before, after };

function compareDaemonSet(before: ClusterState, after: ClusterState, key: string): DaemonSetDifference | undefined {
  const [was, is] = [daemonSetNamed(before, key), daemonSetNamed(after, key)];
  const cells = was === undefined || is === undefined ? [] : cellChanges(before, after, key);
  if (was === is && cells.length === 0) return undefined;
  const isSameConcern = was?.concern?.kind === is?.concern?.kind && was?.concern?.stuck === is?.concern?.stuck;
  const difference: DaemonSetDifference = {
    key,
    kind: was === undefined ? "created" : is === undefined ? "deleted" : "changed",
    counts: changeBetween(was?.reported, is?.reported),
    revision: changeBetween(currentRevision(was), currentRevision(is)),
    images: imageChanges(was, is),
    strategy: was === undefined || is === undefined ? undefined : changeBetween(was.strategy, is.strategy),
    concern: isSameConcern ? undefined : { before: was?.concern ?? null, after: is?.concern ?? null },
    cells,
  };
  const { counts, revision, images, strategy, concern } = difference;
  const isNothing = images.length + cells.length === 0 && !(counts ?? revision ?? strategy ?? concern);
  return difference.kind === "changed" && isNothing ? undefined : difference;
}

/**
 * Returns the differences between a cluster at one moment and at a later one. The states may come from two logs.
 * O(nodes × DaemonSets).
 */
export function compareStates(before: ClusterState, after: ClusterState): StateComparison {
  const keys = [...new Set([...sortedNames(before.columns), ...sortedNames(after.columns)])].sort();
  return { nodes: compareNodes(before, after), daemonSets: keys.flatMap((key) => compareDaemonSet(before, after, key) ?? []) };
}
