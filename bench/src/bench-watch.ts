import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { type ClusterWatch, type ClusterWatchOptions, startClusterWatch } from "@daemonscope/server/watch/cluster-watch";

/**
 * Starts the product's own watch with its own retry policy, for a benchmark that only counts objects. Errors go to
 * standard error.
 */
export function benchWatch(
  options: Pick<ClusterWatchOptions, "transport" | "emit" | "sources" | "podUids" | "wellPods" | "podWorkers">,
): ClusterWatch {
  return startClusterWatch({
    ...options,
    pace: RETRY_POLICY,
    nowMs: Date.now,
    random: Math.random,
    onChange: () => undefined,
    onStatus: () => undefined,
    onGap: () => undefined,
    onProblem: (text) => process.stderr.write(`${text}\n`),
    onVersion: () => undefined,
  });
}
