import type { UidTable } from "@daemonscope/columns/uid-table";
import type { PodFacts } from "./pod-facts.ts";

/** Pods in the slots of columns, as an event log reads them. A pod remains in its slot until it is dropped. */
export interface LoggablePods {
  /** The table that assigns the slots. */
  readonly uids: UidTable;
  /** Called with the slot of a pod before the pod changes, is added or dropped. */
  onChange: ((slot: number) => void) | undefined;
  byUid(uid: string): PodFacts | undefined;
  /** Returns the slots in use, ascending. */
  slots(): Iterable<number>;
  isUsed(slot: number): boolean;
  /** Creates no pod. */
  ownerAt(slot: number): string;
  podAt(slot: number): PodFacts;
}
