import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { startPodThread } from "@daemonscope/server/cluster/pod-workers/pod-thread";
import { createTransport } from "@daemonscope/server/cluster/transport";
import { benchWatch } from "./bench-watch.ts";

export interface WatchedPods {
  readonly url: string;
  /** How many threads read pods; 0: they are read here. */
  readonly workers: number;
  readonly model: ClusterModel;
}

/** The product's own watch of pods into a model, until the first list is whole. Goes on; says how many were told so far. */
export async function watchPods({ url, workers, model }: WatchedPods): Promise<{ readonly seen: () => number }> {
  const drop = () => undefined;
  const authorize = () => Promise.resolve(0);
  let seen = 0;
  const watch = benchWatch({
    transport: createTransport({ server: url, authorize }),
    sources: ["pods"],
    ...(workers === 0 ? {} : { podWorkers: { count: workers, start: startPodThread, authorize, requestTimeoutMs: undefined } }),
    consumer: {
      putNode: drop,
      dropNode: drop,
      putDaemonSet: drop,
      dropDaemonSet: drop,
      putRevision: drop,
      dropRevision: drop,
      putPod(pod) {
        seen++;
        model.putPod(pod);
      },
      putPodFacts(pod) {
        seen++;
        model.putPodFacts(pod);
      },
      dropPod: drop,
      putEvent: drop,
      dropEvent: drop,
    },
  });
  await watch.synced;
  return { seen: () => seen };
}
