import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { recordHash } from "@daemonscope/shared/record-hash";
import { stateHash } from "@daemonscope/shared/state-hash";

const RECORDS_A_PART = 500;

/** stateHash, some milliseconds at a time: each record is read once and then remembered, but of a state that nobody asked about, as a checkpoint has it, none is. */
export function* hashInParts(state: ClusterState): Generator<undefined, string> {
  for (const records of [state.nodes, state.daemonSets])
    for (const [at, record] of records.entries()) {
      if (record !== undefined) recordHash(record);
      if (at % RECORDS_A_PART === RECORDS_A_PART - 1) yield;
    }
  return stateHash(state);
}
