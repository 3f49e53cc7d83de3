import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { HealthyPods } from "@daemonscope/daemonset/pods/healthy-pod";
import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";
import type { StatusObserver } from "./event-observer.ts";
import type { EventQueue } from "./event-queue.ts";

interface HealthyPodsOptions {
  readonly queue: EventQueue;
  readonly clock: Pick<ClusterClock, "nowMs">;
  readonly observer: StatusObserver | undefined;
  /** Reports whether there are other consumers of pods. */
  readonly needsEvents: () => boolean;
}

/** Returns the healthy pods of a model behind a queue. While the queue is paused, or another consumer needs events, no
 *  pod is found: each event is decoded whole. The model's time advances before the model receives a status. */
export function queuedHealthyPods(
  model: ClusterModel,
  { queue, clock, observer, needsEvents }: HealthyPodsOptions,
): HealthyPods | undefined {
  const pods = model.healthyPodsWith(observer === undefined ? undefined : (change) => observer.noteStatus(model.reading.nowMs, change));
  if (pods === undefined) return undefined;
  return {
    find: (uid) => (queue.isPaused || needsEvents() ? undefined : pods.find(uid)),
    apply(status) {
      model.at(clock.nowMs());
      return pods.apply(status);
    },
  };
}
