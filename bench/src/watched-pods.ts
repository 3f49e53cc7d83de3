import type { KubePod } from "@daemonscope/kube/objects";
import { createTransport } from "@daemonscope/server/cluster/transport";
import { benchWatch } from "./bench-watch.ts";

/** One of several parts that pods are in, as by a shard selector. */
export interface PodsPart {
  readonly at: number;
  readonly of: number;
}

export interface WatchedPods {
  readonly url: string;
  readonly part: PodsPart | undefined;
  readonly put: (pod: KubePod) => void;
  readonly onBatch: () => void;
}

/** The product's own watch of pods, until the first list is whole. The source takes `shard` of the path for a shard selector. */
export async function watchPods({ url, part, put, onBatch }: WatchedPods): Promise<void> {
  const drop = () => undefined;
  const prefix = part === undefined ? "" : `/shard/${part.at}/${part.of}`;
  const watch = benchWatch({
    transport: createTransport({ server: `${url}${prefix}`, authorize: () => Promise.resolve(0) }),
    sources: ["pods"],
    consumer: {
      putNode: drop,
      dropNode: drop,
      putDaemonSet: drop,
      dropDaemonSet: drop,
      putRevision: drop,
      dropRevision: drop,
      putPod: put,
      dropPod: drop,
      putEvent: drop,
      dropEvent: drop,
    },
  });
  await watch.synced;
  onBatch();
}
