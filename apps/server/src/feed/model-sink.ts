import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { nodeEntryOf } from "@daemonscope/daemonset/model/tables/node-entry";
import { podFactsOf } from "@daemonscope/daemonset/pods/pod-facts";
import type { ClusterSink } from "../watch/cluster-watch.ts";
import { applyEvent, type ClusterEvent, type ClusterKind, isDaemonSetRevision, isModelEvent } from "./cluster-event.ts";

/** Receives each input of a model and its time, so that the input can be played later. */
export interface EventObserver {
  note(nowMs: number, input: ClusterEvent): void;
}

/**
 * Applies all objects to the model, with their time of arrival, because the last tick may be long ago. With a
 * namespace, applies only the DaemonSets of that namespace and their objects.
 */
export function modelSink(model: ClusterModel, namespace: string | undefined, nowMs: () => number, tap?: EventObserver): ClusterSink {
  const apply = (input: ClusterEvent) => {
    applyEvent(model, nowMs(), input);
    // The model's time never goes back.
    tap?.note(model.reading.nowMs, input);
  };
  return eventSink(apply, namespace);
}

/** Turns objects into the inputs of a model. */
export function eventSink(emit: (input: ClusterEvent) => void, namespace?: string): ClusterSink {
  const isMeant = (object: { readonly metadata: { readonly namespace: string } }) =>
    namespace === undefined || object.metadata.namespace === namespace;
  const drop = (kind: ClusterKind) => (key: string) => emit({ do: "drop", kind, key });
  return {
    putNode: (node) => emit({ do: "put", kind: "nodes", object: nodeEntryOf(node) }),
    dropNode: drop("nodes"),
    putDaemonSet: (daemonSet) => {
      if (isMeant(daemonSet)) emit({ do: "put", kind: "daemonsets", object: daemonSet });
    },
    dropDaemonSet: drop("daemonsets"),
    putRevision: (revision) => {
      if (!isMeant(revision)) return;
      if (isDaemonSetRevision(revision)) emit({ do: "put", kind: "controllerrevisions", object: revision });
      else emit({ do: "drop", kind: "controllerrevisions", key: revision.metadata.uid });
    },
    dropRevision: drop("controllerrevisions"),
    putPod: (pod) => {
      const facts = podFactsOf(pod);
      if (facts === undefined) emit({ do: "drop", kind: "pods", key: pod.metadata.uid });
      else emit({ do: "put", kind: "pods", object: facts });
    },
    putPodFacts: (facts) => emit({ do: "put", kind: "pods", object: facts }),
    dropPod: drop("pods"),
    putEvent: (event) => {
      if (isMeant(event) && isModelEvent(event)) emit({ do: "put", kind: "events", object: event });
    },
    dropEvent: drop("events"),
  };
}
