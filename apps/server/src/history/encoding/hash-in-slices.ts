import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { recordHash } from "@daemonscope/shared/state/record-hash";
import { stateHash } from "@daemonscope/shared/state/state-hash";

const RECORDS_PER_SLICE = 500;

/**
 * Computes stateHash in steps of some milliseconds. The hash of each record is cached. The state of a checkpoint has
 * no cached hashes yet.
 */
export function* hashInSlices(state: ClusterState): Generator<undefined, string> {
  for (const records of [state.nodes, state.daemonSets])
    for (const [at, record] of records.entries()) {
      if (record !== undefined) recordHash(record);
      if (at % RECORDS_PER_SLICE === RECORDS_PER_SLICE - 1) yield;
    }
  return stateHash(state);
}
