import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import { isEqualJson } from "@daemonscope/kube/equal-json";
import { layoutAfter } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { type CellChange, encodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import type { Frame } from "@daemonscope/shared/frame";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";

const indexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Name to index of one layout; a layout is never changed in place, so it is made once. */
function indexOf(names: readonly string[]): ReadonlyMap<string, number> {
  let index = indexes.get(names);
  if (index === undefined) {
    index = new Map(names.map((name, at) => [name, at]));
    indexes.set(names, index);
  }
  return index;
}

/** The sources whose state or sentence changed. Proof of life alone is no news: heartbeats carry it. */
export function changedSources(before: SourceStatuses, now: SourceStatuses): Frame["sources"] {
  const changed: Partial<Record<SourceName, SourceStatus>> = {};
  let any = false;
  for (const name of SOURCES) {
    if (isEqualJson({ ...before[name], provenAtMs: undefined }, { ...now[name], provenAtMs: undefined })) continue;
    changed[name] = now[name];
    any = true;
  }
  return any ? changed : undefined;
}

/** What the model handed out, as the frame after the state; undefined when nothing changed (F5). O(changes), and O(nodes) when rows come or go. */
export function frameOfChanges(state: ClusterState, changes: ModelChanges, sources: Frame["sources"], at: number): Frame | undefined {
  const { nodesPut, nodesDropped, daemonSetsPut, daemonSetsDropped, statusWrites, marks } = changes;
  const layout = layoutAfter(state, changes) ?? state;
  const rowOf = indexOf(layout.rows);
  const columnOf = indexOf(layout.columns);
  const cells: CellChange[] = [];
  for (const { node, daemonSet, byte } of changes.cells) {
    const row = rowOf.get(node);
    const column = columnOf.get(daemonSet);
    if (row !== undefined && column !== undefined) cells.push({ index: row * layout.columns.length + column, byte });
  }
  cells.sort((a, b) => a.index - b.index);
  const parts = {
    ...(nodesPut.length === 0 ? {} : { nodesPut }),
    ...(nodesDropped.length === 0 ? {} : { nodesDropped }),
    ...(daemonSetsPut.length === 0 ? {} : { daemonSetsPut }),
    ...(daemonSetsDropped.length === 0 ? {} : { daemonSetsDropped }),
    ...(cells.length === 0 ? {} : { cells: encodeCellChanges(cells) }),
    ...(sources === undefined ? {} : { sources }),
    ...(statusWrites.length === 0 ? {} : { statusWrites }),
    ...(marks.length === 0 ? {} : { marks }),
  };
  if (Object.keys(parts).length === 0) return undefined;
  return { epoch: state.epoch, seq: state.seq + 1, at, ...parts };
}
