import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { HealthyPods } from "@daemonscope/daemonset/pods/healthy-pod";
import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";
import type { EventQueue } from "./event-queue.ts";

/** Returns the healthy pods of a model behind a queue, for a model that is the only consumer of pods. While the queue
 *  is paused no pod is found: each event is decoded whole and waits with the others. The model's time advances before
 *  the model receives a status. */
export function queuedHealthyPods(model: ClusterModel, queue: EventQueue, clock: Pick<ClusterClock, "nowMs">): HealthyPods | undefined {
  const pods = model.healthyPods;
  if (pods === undefined) return undefined;
  return {
    find: (uid) => (queue.isPaused ? undefined : pods.find(uid)),
    apply(status) {
      model.at(clock.nowMs());
      return pods.apply(status);
    },
  };
}
