import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { useRef } from "react";

/** The records of all nodes; the same list while each of them is the same, for cells change many times before a node does. O(nodes). */
export function useNodeRecords(state: ClusterState | undefined): readonly NodeRecord[] {
  const kept = useRef<readonly NodeRecord[]>([]);
  const records = state === undefined ? [] : [...state.nodes.values()];
  const isSame = records.length === kept.current.length && records.every((record, at) => record === kept.current[at]);
  if (!isSame) kept.current = records;
  return kept.current;
}
