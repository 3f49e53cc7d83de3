import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { createTransport } from "@daemonscope/kube-client/http/transport";
import { type ClusterWatch, type ClusterWatchOptions, startClusterWatch } from "@daemonscope/server/watch/cluster-watch";
import { startPodThread } from "@daemonscope/server/watch/fast/pod-workers/pod-thread";

/**
 * Starts the product's own watch with its own retry policy, for a benchmark that only counts objects. Errors go to
 * standard error.
 */
export function benchWatch(
  options: Pick<ClusterWatchOptions, "transport" | "emit" | "known" | "sources" | "podUids" | "healthyPods" | "podWorkers">,
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

interface WatchedPods {
  readonly url: string;
  /** The number of threads that read pods; 0: this thread reads them. */
  readonly workers: number;
  readonly model: ClusterModel;
}

/**
 * Watches pods into a model with the product's own watch. Resolves when the first list is complete, and continues;
 * `seen` returns the number of received pods.
 */
export async function watchPods({ url, workers, model }: WatchedPods): Promise<{ readonly seen: () => number }> {
  const authorize = () => Promise.resolve(0);
  let seen = 0;
  const watch = benchWatch({
    transport: createTransport({ server: url, authorize }),
    sources: ["pods"],
    ...(workers === 0 ? {} : { podWorkers: { count: workers, start: startPodThread, authorize, requestTimeoutMs: undefined } }),
    emit(event) {
      seen++;
      model.apply(event);
    },
  });
  await watch.synced;
  return { seen: () => seen };
}
