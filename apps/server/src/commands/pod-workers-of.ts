import type { Credentials } from "../cluster/asker.ts";
import { startPodThread } from "../cluster/pod-workers/pod-thread.ts";
import type { PodWorkersChoice } from "../cluster/pod-workers/pod-workers.ts";
import type { ClusterPlan } from "../command-line/cluster-choice.ts";

/** Who reads pods, where that was asked for: threads that ask as this server does. A simulated cluster asks for no credentials. */
export function podWorkersOf(
  { podWorkers, cluster }: Pick<ClusterPlan, "podWorkers" | "cluster">,
  credentials: Credentials | undefined,
): PodWorkersChoice | undefined {
  if (podWorkers === undefined) return undefined;
  const { authorize = () => Promise.resolve(0), pace } = credentials ?? {};
  return {
    count: podWorkers,
    start: startPodThread,
    // Their requests ask this thread for credentials, and wait here with those of this thread.
    async authorize(request, refused) {
      await pace?.turn("watch pods", false);
      return authorize(request, refused);
    },
    requestTimeoutMs: cluster.requestTimeoutMs,
  };
}
