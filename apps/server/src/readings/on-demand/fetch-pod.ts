import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { Json } from "@daemonscope/kube-client/decode/fields";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, podUsePath, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { PodEventsAnswer, PodUsageAnswer } from "@daemonscope/shared/http/pod";
import { staticPodUid } from "../../watch/decode/decode-node-pod.ts";
import { decodePodDetail } from "../../watch/decode/decode-pod-detail.ts";
import { decodePodUsage } from "../../watch/decode/decode-pod-usage.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { LiveReading } from "../readings.ts";
import { fetchEvents, newestEventFirst, nodeOfEvent, toEventEntry } from "./fetch-events.ts";
import { readFailure, readFailureMessage } from "./read-failure.ts";

/** Maximum returned events of a pod; the newest are returned. */
const MAX_EVENTS = 100;

/** A pod, and the uids of its events: kubelet reports those of a static pod under its own uid, not the mirror's. */
interface FetchedPod {
  readonly pod: PodDetail;
  readonly eventUids: readonly string[];
}

function decodeFetchedPod(value: Json): FetchedPod | undefined {
  const pod = decodePodDetail(value);
  if (pod === undefined) return undefined;
  const uid = staticPodUid(value);
  return { pod, eventUids: uid === undefined ? [pod.uid] : [pod.uid, uid] };
}

/** Reads the pod; undefined if it does not exist. A list of one needs no right beyond those of the watches. Throws
 *  ApiFailure. */
export async function fetchPod(reads: OnDemandReads, namespace: string, name: string): Promise<FetchedPod | undefined> {
  const { pods } = WATCHED;
  try {
    const podQuery = { path: inNamespace(pods, namespace).path, query: { fieldSelector: `metadata.name=${name}` }, limit: 1 };
    const { objects } = await reads.list("whole pod", podQuery, decodeFetchedPod);
    return objects[0];
  } catch (error) {
    throw readFailure(error, { verb: "list", resource: pods.qualified, namespace });
  }
}

/** Reads a pod's usage from metrics.k8s.io. It does not throw if the request fails, because the usage is optional. */
export async function fetchPodUsage(reads: OnDemandReads, namespace: string, name: string): Promise<PodUsageAnswer> {
  try {
    return { kind: "measured", ...(await reads.get(podUsePath(namespace, name), decodePodUsage)) };
  } catch (error) {
    if (!(error instanceof KubeRequestError)) throw error;
    // If the API is not served, the message names no object. metrics-server names the pod that it has not found.
    if (error.httpStatus === 404) return { kind: /podmetrics|pods? "/.test(error.serverMessage ?? "") ? "notYet" : "notServed" };
    return { kind: "unread", why: readFailureMessage(error, { verb: "get", resource: "pods.metrics.k8s.io", namespace }) };
  }
}

/** Returns the events of a pod, without those of other pods of the same name. If the pod is gone and `uids` is
 *  undefined, returns those of all pods of the name. Throws ApiFailure if the cluster did not answer. */
export async function fetchPodEvents(
  { reads, reading }: LiveReading,
  pod: { readonly namespace: string; readonly name: string; readonly uids: readonly string[] | undefined },
): Promise<PodEventsAnswer> {
  const { events, unread } = await fetchEvents(reads, [{ kind: "Pod", name: pod.name, namespace: pod.namespace }]);
  const eventsOfPod = events
    .filter(({ involved }) => pod.uids === undefined || involved.uid === undefined || pod.uids.includes(involved.uid))
    .sort(newestEventFirst)
    .map((event) => {
      const { uid } = event.involved;
      return toEventEntry(event, uid === undefined ? undefined : reading.daemonSetOfPod(uid), nodeOfEvent(reading, event));
    });
  return { events: eventsOfPod.slice(0, MAX_EVENTS), total: eventsOfPod.length, unread: unread[0] };
}
