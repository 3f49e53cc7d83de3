import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { failedPodIn } from "@daemonscope/daemonset/tracking/failed-pod-events";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { compareVersions } from "@daemonscope/kube/values/resource-version";
import { timeMs } from "@daemonscope/kube/values/time";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import type { EventEntry } from "@daemonscope/shared/http/answers";
import { decodeListedEvent, type ListedEvent } from "../../watch/decode/decode-listed-event.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { type ReadPermission, readFailure, readFailureMessage } from "./read-failure.ts";

/** Maximum events per query. The API lists by name, not by time, so all events up to this limit are read. */
const MAX_EVENTS = 5000;
/** Suffix of a pod's generated name. */
const GENERATED = /-[a-z0-9]{5}$/;

/** One query for events. The API server selects by kind and name of the involved object. */
export interface EventSubject {
  readonly kind: "DaemonSet" | "Pod" | "Node";
  readonly name?: string;
  readonly namespace: string | undefined;
}

/** Newest first. Times have whole seconds, so events of one second are ordered by their writes. */
export const newestEventFirst = (a: ListedEvent, b: ListedEvent): number =>
  (timeMs(b.lastSeen) ?? 0) - (timeMs(a.lastSeen) ?? 0) ||
  compareVersions(b.metadata.resourceVersion, a.metadata.resourceVersion) ||
  compareTexts(a.metadata.uid, b.metadata.uid);

/** Guesses the owner of a pod from its generated name. Returns the key of the DaemonSet whose name is the prefix, or
 *  undefined. */
export function daemonSetKeyFromPodName(reading: ClusterReading, namespace: string, podName: string): string | undefined {
  if (!GENERATED.test(podName)) return undefined;
  const key = `${namespace}/${podName.replace(GENERATED, "")}`;
  return reading.daemonSetRecord(key) === undefined ? undefined : key;
}

/** Returns the DaemonSet of an event: the involved object itself, or the owner of the involved pod. The owner of a pod
 *  that is gone is derived from its name. */
export function daemonSetOfEvent(reading: ClusterReading, { involved, metadata }: ListedEvent): string | undefined {
  const namespace = involved.namespace ?? metadata.namespace;
  if (involved.kind === "DaemonSet") return `${namespace}/${involved.name}`;
  if (involved.kind !== "Pod") return undefined;
  const owner = involved.uid === undefined ? undefined : reading.daemonSetOfPod(involved.uid);
  return owner ?? daemonSetKeyFromPodName(reading, namespace, involved.name);
}

/** Returns the node of an event: the involved object itself, the node of the involved pod, or that of the failed pod
 *  that the message names. The kubelet names its node in the event of a pod that is gone. */
export function nodeOfEvent(reading: ClusterReading, { involved: { kind, name, uid }, host, message }: ListedEvent): string | undefined {
  if (kind === "Node") return name;
  if (kind === "DaemonSet") return failedPodIn(message)?.node;
  return kind === "Pod" ? ((uid === undefined ? undefined : reading.nodeOfPod(uid)) ?? host) : undefined;
}

export function toEventEntry(event: ListedEvent, daemonSet?: string, node?: string): EventEntry {
  const { involved, metadata } = event;
  return {
    uid: metadata.uid,
    type: event.type,
    reason: event.reason,
    message: event.message,
    count: event.count,
    firstSeenMs: timeMs(event.firstSeen),
    lastSeenMs: timeMs(event.lastSeen),
    kind: involved.kind,
    namespace: involved.kind === "Node" ? undefined : (involved.namespace ?? metadata.namespace),
    name: involved.name,
    component: event.component,
    daemonSet,
    node,
  };
}

const listEvents = (reads: OnDemandReads, { kind, name, namespace }: EventSubject) =>
  reads.list(
    "events",
    {
      path: inNamespace(WATCHED.events, namespace).path,
      query: { fieldSelector: `involvedObject.kind=${kind}${name === undefined ? "" : `,involvedObject.name=${name}`}` },
      limit: MAX_EVENTS,
    },
    decodeListedEvent,
  );

/** Runs each query. A forbidden query is reported, and the events of the others are returned. Throws ApiFailure if the
 *  cluster did not answer. */
export async function fetchEvents(reads: OnDemandReads, subjects: readonly EventSubject[]) {
  const events: ListedEvent[] = [];
  const failureMessages = new Set<string>();
  let isCut = false;
  const answers = await Promise.allSettled(subjects.map((subject) => listEvents(reads, subject)));
  for (const [at, answer] of answers.entries()) {
    const permission: ReadPermission = { verb: "list", resource: WATCHED.events.qualified, namespace: subjects[at]?.namespace };
    if (answer.status === "fulfilled") {
      events.push(...answer.value.objects);
      isCut ||= answer.value.isCut;
    } else if (answer.reason instanceof KubeRequestError && answer.reason.code === "forbidden")
      failureMessages.add(readFailureMessage(answer.reason, permission));
    else throw readFailure(answer.reason, permission);
  }
  return { events, unread: [...failureMessages], isCut };
}
