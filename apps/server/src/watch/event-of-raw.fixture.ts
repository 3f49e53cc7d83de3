import {
  type ClusterEvent,
  eventKeyOf,
  modelEventOf,
  putDaemonSet,
  putEvent,
  putNode,
  putPod,
  putRevision,
} from "@daemonscope/daemonset/model/cluster-event";
import type { SourceName } from "@daemonscope/kube/source-status";
import { decodeControllerRevision } from "@daemonscope/kube-client/decode/decode-controller-revision";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodeEvent } from "@daemonscope/kube-client/decode/decode-event";
import { decodeNode } from "@daemonscope/kube-client/decode/decode-node";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import type { Decoded } from "@daemonscope/kube-client/decode/decoded";

function decoded<T>(result: Decoded<T>): T {
  if ("problem" in result) throw new Error(result.problem);
  return result.object;
}

/** Returns the event that a watch emits for an object of the API server. Undefined for an event that no model uses. */
export function eventOfRaw(source: SourceName, raw: unknown): ClusterEvent | undefined {
  switch (source) {
    case "nodes":
      return putNode(decoded(decodeNode(raw)));
    case "daemonsets":
      return putDaemonSet(decoded(decodeDaemonSet(raw)));
    case "controllerrevisions":
      return putRevision(decoded(decodeControllerRevision(raw)));
    case "pods":
      return putPod(decoded(decodePod(raw)));
    case "events": {
      const event = modelEventOf(decoded(decodeEvent(raw)));
      return event && putEvent(event);
    }
  }
}

/** Collects events: `kind key` → the object as a model keeps it, as JSON. */
export function collectObjects() {
  const objects = new Map<string, string>();
  return {
    objects,
    /** Returns false for a drop of an unknown object. */
    take(event: ClusterEvent): boolean {
      if (event.do === "drop") return objects.delete(`${event.kind} ${event.key}`);
      if (event.do === "put") objects.set(`${event.kind} ${eventKeyOf(event)}`, JSON.stringify(event.object));
      return true;
    },
  };
}
