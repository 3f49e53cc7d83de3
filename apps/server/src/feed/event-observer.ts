import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";

/** Receives each event of a model and its time, so that the event can be replayed later. */
export interface EventObserver {
  note(nowMs: number, event: ClusterEvent): void;
}

/** Applies an event to a model, and passes it to the observer with the model's time, which never goes back. */
export function applyObserved(model: ClusterModel, event: ClusterEvent, nowMs: number, observer: EventObserver | undefined): void {
  model.apply(event, nowMs);
  observer?.note(model.reading.nowMs, event);
}
