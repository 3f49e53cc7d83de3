import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { PodStatusChange } from "@daemonscope/daemonset/pods/healthy-pod";

/** Receives each event of a model and its time, so that the event can be replayed later. */
export interface EventObserver {
  /** Called before the model applies an event that `note` may follow. */
  before?(event: ClusterEvent): void;
  note(nowMs: number, event: ClusterEvent): void;
}

/** Receives statuses of pods that the model applied without an event. */
export interface StatusObserver {
  noteStatus(nowMs: number, change: PodStatusChange): void;
}

/** Applies an event to a model, and passes it to the observer with the model's time, which never goes back. */
export function applyObserved(model: ClusterModel, event: ClusterEvent, nowMs: number, observer: EventObserver | undefined): void {
  observer?.before?.(event);
  model.apply(event, nowMs);
  observer?.note(model.reading.nowMs, event);
}
