import type { Credentials } from "@daemonscope/kube-client/http/caller";
import { startPodThread } from "../../watch/fast/pod-workers/pod-thread.ts";
import type { PodWorkersSettings } from "../../watch/fast/pod-workers/pod-workers.ts";
import type { ClusterPlan } from "../options/cluster-options.ts";

/**
 * Returns the worker threads that read pods, if requested. They make requests with this server's credentials. A
 * simulated cluster requires none.
 */
export function podWorkersSettings(
  { podWorkers, cluster }: Pick<ClusterPlan, "podWorkers" | "cluster">,
  credentials: Credentials | undefined,
): PodWorkersSettings | undefined {
  if (podWorkers === undefined) return undefined;
  const { authorize = () => Promise.resolve(0), pace } = credentials ?? {};
  return {
    count: podWorkers,
    start: startPodThread,
    // The workers get credentials from this thread, and share its rate limit.
    async authorize(request, refused) {
      await pace?.turn("watch pods", false);
      return authorize(request, refused);
    },
    requestTimeoutMs: cluster.requestTimeoutMs,
  };
}
