import type { NodeRecord } from "../records/records.ts";
import type { GhostNodes } from "./effect-preview.ts";

/** Counts the NotReady nodes that lose a pod: it ends only once the kubelet responds (rule I9). */
export function unreadyNodes(ghosts: readonly GhostNodes[], nodes: ReadonlyMap<string, Pick<NodeRecord, "ready">>): number {
  let unready = 0;
  for (const { ghost, nodes: names } of ghosts)
    if (ghost === "goes" || ghost === "restarts" || ghost === "unfit")
      for (const name of names) if (nodes.has(name) && nodes.get(name)?.ready !== "True") unready++;
  return unready;
}
