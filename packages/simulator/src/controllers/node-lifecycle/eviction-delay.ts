import { toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { Taint, Toleration } from "@daemonscope/kube/objects";

/**
 * Returns how long a pod may stay on a node with these taints, in milliseconds: undefined without limit, 0 for not at
 * all. It is the least `tolerationSeconds` of the first toleration that matches each NoExecute taint. Source:
 * pkg/controller/tainteviction.
 */
export function evictionDelayMs(taints: readonly Taint[], tolerations: readonly Toleration[]): number | undefined {
  let leastMs: number | undefined;
  for (const taint of taints) {
    if (taint.effect !== "NoExecute") continue;
    const match = tolerations.find((toleration) => toleratesTaint(toleration, taint));
    if (match === undefined) return 0;
    if (match.tolerationSeconds === undefined) continue;
    leastMs = Math.min(leastMs ?? Number.POSITIVE_INFINITY, Math.max(0, match.tolerationSeconds * 1000));
  }
  return leastMs;
}
