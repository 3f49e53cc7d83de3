import type { NodeRecord } from "../records/records.ts";
import type { GhostNodes } from "./effect.ts";

/** Counts the nodes that lose a pod and whose kubelet does not respond: the pod ends, and a new one comes, only once it does (rule I9). */
export function silentNodes(ghosts: readonly GhostNodes[], nodes: ReadonlyMap<string, Pick<NodeRecord, "ready">>): number {
  let silent = 0;
  for (const { ghost, nodes: names } of ghosts)
    if (ghost === "goes" || ghost === "restarts" || ghost === "unfit")
      for (const name of names) if (nodes.get(name)?.ready === "Unknown") silent++;
  return silent;
}
