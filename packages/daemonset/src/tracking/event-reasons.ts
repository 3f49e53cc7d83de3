import type { KubeEvent } from "@daemonscope/kube/objects";
import { cutText } from "@daemonscope/kube/values/cut-text";
import { timeMs } from "@daemonscope/kube/values/time";
import type { PodFacts } from "../pods/pod-facts.ts";
import { MAX_FACT_MESSAGE_LENGTH } from "../records/event-fact.ts";

/** When the events of a reason stop to hold, besides by their age (rule K3). */
type EventEnd =
  /** A later pod of the DaemonSet was created. */
  | "created"
  /** Each event counts once, in the memory of failed pods (rule R23). */
  | "counted"
  | "scheduled"
  /** The pod's volumes and sandbox exist. */
  | "started"
  /** The pod has been Ready for `SETTLED_MS`. */
  | "settled";

/** Source: daemon_controller.go, syncNodes; controller_utils.go, createPods. */
export const CREATE_ERROR = "FailedCreate";

/** All reasons of events that the model uses, by the kind of the object that they are about. */
const ENDS: Readonly<Record<"DaemonSet" | "Pod", ReadonlyMap<string, EventEnd>>> = {
  DaemonSet: new Map([
    [CREATE_ERROR, "created"],
    ["FailedDaemonPod", "counted"],
  ]),
  Pod: new Map([
    ["FailedScheduling", "scheduled"],
    ["FailedBinding", "scheduled"],
    ["FailedMount", "started"],
    ["FailedMapVolume", "started"],
    ["FailedAttachVolume", "started"],
    ["FailedPrepareDynamicResources", "started"],
    ["FailedCreatePodSandBox", "started"],
    ["NetworkNotReady", "started"],
    ["Failed", "settled"],
    ["BackOff", "settled"],
    ["Unhealthy", "settled"],
    ["FailedPostStartHook", "settled"],
    ["FailedPreStopHook", "settled"],
    ["Evicted", "settled"],
    ["Preempted", "settled"],
  ]),
};

/** The API server deletes an event after this time. */
export const EVENT_LIFETIME_MS = 60 * 60_000;
/** The work queue waits up to 1,000 s between two tries, and the recorder writes one event in 300 s once there are
 *  many. Source: client-go util/workqueue/default_rate_limiters.go, tools/record/events_cache.go. */
export const CREATE_ERROR_LIFETIME_MS = 22 * 60_000;
const SETTLED_MS = 10 * 60_000;

/** Longer names and uids belong to no object. */
const MAX_NAME_LENGTH = 253;
/** The recorder's mark of an event that stands for several. Source: client-go tools/record/events_cache.go. */
export const COMBINED = "(combined from similar events): ";
/** A counted event names a pod, a namespace and a node, each up to `MAX_NAME_LENGTH`. */
const MAX_COUNTED_LENGTH = 1024;

function endOf({ kind }: KubeEvent["involved"], reason: string): EventEnd | undefined {
  return kind === "DaemonSet" || kind === "Pod" ? ENDS[kind].get(reason) : undefined;
}

export const isAboutPod = ({ involved }: KubeEvent): boolean => involved.kind === "Pod";

/** Returns the parts of an event that a model uses, bounded in size; undefined if no model uses the event. */
export function evidenceOf({ metadata, type, reason, message, involved, count, firstSeen, lastSeen }: KubeEvent): KubeEvent | undefined {
  const { kind, namespace = metadata.namespace, name, uid, container } = involved;
  const end = endOf(involved, reason);
  if (end === undefined || timeMs(lastSeen) === undefined || namespace !== metadata.namespace) return undefined;
  if ([name, uid, container, metadata.uid, metadata.name].some((text) => (text?.length ?? 0) > MAX_NAME_LENGTH)) return undefined;
  const { creationTimestamp } = metadata;
  return {
    metadata: {
      name: metadata.name,
      namespace,
      uid: metadata.uid,
      resourceVersion: metadata.resourceVersion,
      ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    },
    type,
    reason,
    message: cutText(message, end === "counted" ? MAX_COUNTED_LENGTH : COMBINED.length + MAX_FACT_MESSAGE_LENGTH),
    involved: { kind, namespace, name, ...(uid === undefined ? {} : { uid }), ...(container === undefined ? {} : { container }) },
    count,
    ...(firstSeen === undefined ? {} : { firstSeen }),
    ...(lastSeen === undefined ? {} : { lastSeen }),
  };
}

/** Reports whether the kubelet has made the sandbox of a pod, which follows its volumes. */
function hasStarted({ ready, phase, step }: PodFacts): boolean {
  if (ready || step === "image" || step === "initContainers" || step === "readiness") return true;
  return step === undefined && phase !== "Pending";
}

/** Returns the time from which an event about a pod no longer holds; undefined if it does not hold now. */
export function podEventEndMs(reason: string, lastAtMs: number, pod: PodFacts): number | undefined {
  const oldMs = lastAtMs + EVENT_LIFETIME_MS;
  const end = ENDS.Pod.get(reason);
  switch (end) {
    case "scheduled":
      return pod.scheduled ? undefined : oldMs;
    case "started":
      return hasStarted(pod) ? undefined : oldMs;
    case "settled":
      return pod.readySinceMs === undefined ? oldMs : Math.min(oldMs, Math.max(lastAtMs, pod.readySinceMs) + SETTLED_MS);
    default:
      return undefined;
  }
}
