import type { HostPort } from "../capacity/host-ports.ts";
import type { PodFacts } from "./pod-facts.ts";

/** A pod that is being deleted and still has its host ports. */
export interface PortHolder {
  readonly uid: string;
  readonly node: string;
  readonly ownerUid: string;
  /** `namespace/name` of its DaemonSet, which may not exist any more. */
  readonly daemonSet: string;
  readonly ports: readonly HostPort[];
  /** The end of its grace period. */
  readonly goneByMs: number | undefined;
}

/** Returns the ports that a pod holds until it has ended; undefined for a pod that is not being deleted. */
export function portHolderOf({ uid, node, ownerUid, namespace, goneByMs, holds }: PodFacts): PortHolder | undefined {
  if (holds === undefined) return undefined;
  return { uid, node, ownerUid, daemonSet: `${namespace}/${holds.daemonSet}`, ports: holds.ports, goneByMs };
}
