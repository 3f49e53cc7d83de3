import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { useRef } from "react";
import { usePaced } from "./use-paced.ts";

/** What the server says of placement is asked for again at most so often. */
const PACE_MS = 1000;

interface Seen {
  readonly epoch: string | undefined;
  readonly records: readonly (NodeRecord | undefined)[];
  readonly sets: string;
  readonly version: number;
}

/** What of the DaemonSets placement, and who is misscheduled, depends on. */
const setsText = (state: ClusterState): string =>
  [...state.daemonSets.values()]
    .map(({ key, uid, generation, derived, unread }) => `${key} ${uid} ${generation} ${derived?.numberMisscheduled ?? ""} ${unread.join()}`)
    .join("\n");

/** A number that rises when a node, or what a DaemonSet asks of nodes, changed: the version of whatever the server computes of them. O(nodes). */
export function usePlacementVersion(state: ClusterState | undefined): number {
  const seen = useRef<Seen>({ epoch: undefined, records: [], sets: "", version: 0 });
  const before = seen.current;
  if (state !== undefined) {
    const sets = setsText(state);
    const records = state.rows.map((name) => state.nodes.get(name));
    const isSame =
      before.epoch === state.epoch &&
      before.sets === sets &&
      before.records.length === records.length &&
      records.every((record, row) => record === before.records[row]);
    if (!isSame) seen.current = { epoch: state.epoch, records, sets, version: before.version + 1 };
  }
  return usePaced(seen.current.version, PACE_MS);
}
