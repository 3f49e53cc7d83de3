import { imageChanges } from "@daemonscope/daemonset/pods/image-changes";
import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import { isUpdated } from "@daemonscope/daemonset/pods/pod-facts";
import { hashOfRevision } from "@daemonscope/daemonset/revisions/revisions-of";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { PodDaemonSet, PodEventsAnswer, PodPageAnswer } from "@daemonscope/shared/http/pod";
import { podAnswersOf } from "@daemonscope/words/answers/pod-answer";
import type { FastifyInstance } from "fastify";
import { type CreatedPod, creationCauseOf, type NodeChanges, nodeChangesBefore } from "../../../readings/creation-cause.ts";
import { daemonSetKeyFromPodName } from "../../../readings/on-demand/fetch-events.ts";
import { fetchPod, fetchPodEvents, fetchPodUsage } from "../../../readings/on-demand/fetch-pod.ts";
import type { LiveReading } from "../../../readings/readings.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** Returns the facts of a pod's creation; undefined for a pod without a DaemonSet, a node or a creation time. */
function createdPodOf({ namespace, owner, node, pinnedTo, createdAtMs, hash }: PodDetail): CreatedPod | undefined {
  const onNode = node ?? pinnedTo;
  if (onNode === undefined || createdAtMs === undefined || owner?.kind !== "DaemonSet") return undefined;
  return { daemonSet: `${namespace}/${owner.name}`, node: onNode, createdAtMs, hash };
}

/** The scheduler's message of a `Scheduled` Event, which names the node. */
const ASSIGNED = /^Successfully assigned \S+ to (\S+)$/;

/** Returns the view of the DaemonSet that owns a pod; undefined without a known owner. */
function daemonSetOf({ reading }: LiveReading, pod: PodDetail, changes: NodeChanges): PodDaemonSet | undefined {
  const key = pod.owner?.kind === "DaemonSet" ? `${pod.namespace}/${pod.owner.name}` : undefined;
  const record = key === undefined ? undefined : reading.daemonSetRecord(key);
  // A new DaemonSet may have the name of the pod's owner.
  if (key === undefined || record === undefined || record.uid !== pod.owner?.uid) return undefined;
  const facts = reading.setFacts(key);
  const node = pod.node ?? pod.pinnedTo;
  const isKnown = reading.isRead("controllerrevisions") && facts !== undefined;
  const template = reading.containersOf(key, pod.hash);
  const current = reading.currentRevisionOf(key);
  const created = createdPodOf(pod);
  const creationCause = created === undefined ? undefined : creationCauseOf(reading, record, created, changes);
  const known = node === undefined ? undefined : podAnswersOf(reading, key, node, isKnown).find(({ uid }) => uid === pod.uid);
  const images = pod.containers.filter(({ kind }) => kind === "container").map(({ name, image }) => `${name}=${image}`);
  return {
    key,
    minReadySeconds: record.minReadySeconds,
    revision: pod.hash === undefined ? undefined : reading.revisionsOf(key).find((each) => hashOfRevision(each) === pod.hash)?.revision,
    isCurrent: isKnown ? isUpdated(pod, { hash: facts.currentHash, templateGeneration: facts.templateGeneration }) : undefined,
    currentRevision: current?.revision,
    placement: node === undefined ? undefined : reading.placementOf(key, node),
    cell: node === undefined ? 0 : reading.cellAt(key, node),
    ...(creationCause === undefined ? {} : { wanted: creationCause }),
    imageChanges: template === undefined ? [] : imageChanges({ images: images.join("\n") }, template),
    ...(known?.adopted === undefined ? {} : { adopted: known.adopted }),
    ...(known?.trouble === undefined ? {} : { trouble: { cause: known.trouble, detail: known.troubleDetail ?? {} } }),
  };
}

/** Returns what is known of a pod that does not exist, and its replacements. */
function missingPodAnswer(
  served: LiveReading,
  namespace: string,
  name: string,
  podEvents: PodEventsAnswer,
  seenOn: string | undefined,
): PodPageAnswer {
  const { reading } = served;
  const daemonSet = daemonSetKeyFromPodName(reading, namespace, name);
  const assigned = podEvents.events.flatMap(({ reason, message }) => (reason === "Scheduled" ? (ASSIGNED.exec(message)?.[1] ?? []) : []));
  const node = assigned[0] ?? seenOn;
  const pods = (key: string, onNode: string) => reading.podsOf(key, onNode).filter((pod) => pod.name !== name);
  const names = reading
    .daemonSetKeys()
    .filter((key) => key.startsWith(`${namespace}/`))
    .flatMap((key) => reading.nodes().flatMap((each) => pods(key, each.name).map((pod) => pod.name)));
  return {
    kind: "gone",
    at: reading.nowMs,
    daemonSet,
    node,
    replacedBy:
      daemonSet === undefined || node === undefined
        ? []
        : pods(daemonSet, node)
            .filter(({ deletingSinceMs }) => deletingSinceMs === undefined)
            .map(({ name: other, createdAtMs }) => ({ name: other, createdAtMs })),
    nearest: nearestNames(name, names),
    podEvents,
  };
}

/** GET /api/pod: one pod with its container runs, resource use, events, and the view of its DaemonSet. Read from the
 *  cluster on request. For a pod that is gone it returns the replacement. */
export function podRoute(app: FastifyInstance, { liveReadingOf, pastOf }: RouteContext): void {
  app.get(PATHS.pod, async (request, reply) => {
    const { namespace, pod: name, node } = readParameters(request.query, { namespace: "namespace", pod: "name" }, { node: "name" });
    const { reads } = liveReadingOf(request);
    const fetched = await fetchPod(reads, namespace, name);
    const pod = fetched?.pod;
    const created = pod === undefined ? undefined : createdPodOf(pod);
    const [use, podEvents, changes] = await Promise.all([
      pod === undefined ? undefined : fetchPodUsage(reads, namespace, name),
      fetchPodEvents(liveReadingOf(request), { namespace, name, uids: fetched?.eventUids }),
      created === undefined ? [] : nodeChangesBefore(created, () => pastOf(request)),
    ]);
    // Reads the model again, because it may have changed during the requests.
    const served = liveReadingOf(request);
    const answer: PodPageAnswer =
      pod === undefined || use === undefined
        ? missingPodAnswer(served, namespace, name, podEvents, node)
        : { kind: "there", at: served.reading.nowMs, pod, daemonSet: daemonSetOf(served, pod, changes), use, podEvents };
    return sendJson(request, reply, answer);
  });
}
