import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { type Json, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { inNamespace, WATCHED } from "@daemonscope/kube-client/http/resources";
import { type ContainerLogStream, type LogContainer, type LogMessage, STREAMS_EACH } from "@daemonscope/shared/http/logs";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyReply } from "fastify";
import { closeOnRightsChange, requireStreamQuota } from "../../../access/scoped/close-on-rights-change.ts";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import { suggestionSuffix } from "../../../platform/failure/suggestion-suffix.ts";
import { runDetached } from "../../../platform/run-detached.ts";
import { apiServerMessage, readFailure } from "../../../readings/on-demand/read-failure.ts";
import { compareByProblem } from "../../../readings/pod-logs/compare-by-problem.ts";
import { followLog } from "../../../readings/pod-logs/follow-container-log.ts";
import type { LogReaders } from "../../../readings/pod-logs/log-readers.ts";
import { type LogRequest, logRequestOf } from "../../../readings/pod-logs/log-request.ts";
import { MessageWriter } from "../../../readings/pod-logs/message-writer.ts";
import { type LogStreamReader, type PodLocation, PodLogFollower } from "../../../readings/pod-logs/pod-log-follower.ts";
import type { LiveReading } from "../../../readings/readings.ts";
import type { OnDemandReads } from "../../../watch/on-demand-reads.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requirePod } from "../../lookup.ts";
import { SAFETY_HEADERS } from "../../safety/response-headers.ts";

const DEFAULT_CONTAINER_ANNOTATION = "kubectl.kubernetes.io/default-container";

/** Returns the containers of a pod or a pod template. `standard`: the container whose log kubectl shows by default. */
function logContainersOf(podOrTemplate: Json): { readonly containers: readonly LogContainer[]; readonly standard: string } {
  const spec = objectField(podOrTemplate, "spec");
  const named = (field: string, kind: LogContainer["kind"]) =>
    objectsField(spec, field).map((container): LogContainer => ({ name: textField(container, "name") ?? "", kind }));
  const ordinary = named("containers", "container");
  const annotated = textField(objectField(objectField(podOrTemplate, "metadata"), "annotations"), DEFAULT_CONTAINER_ANNOTATION);
  const standard = ordinary.find(({ name }) => name === annotated) ?? ordinary[0];
  return {
    containers: [...ordinary, ...named("initContainers", "init"), ...named("ephemeralContainers", "ephemeral")],
    standard: standard?.name ?? "",
  };
}

const HEARTBEAT_MS = 10_000;
/** Interval of the search for new pods. */
const CHECK_INTERVAL_MS = 1000;
/** The pods are compared at least every `QUIET_CHECKS` intervals, because not every change of a pod makes a frame. */
const QUIET_CHECKS = 5;
const LINES_OF_ONE_POD = 500;
/** Lines of each pod if several are followed. */
const LINES_OF_EACH_POD = 20;

/** Returns the DaemonSet's pods. Those with problems come first, because only the first `STREAMS_EACH` are followed. */
const podsOf = (reading: ClusterReading, key: string): readonly PodLocation[] =>
  reading
    .nodes()
    .flatMap(({ name: node }) => reading.podsOf(key, node).map((pod) => ({ node, pod })))
    .sort((a, b) => compareByProblem(a.pod, b.pod));

/** Returns a function that reports whether the pods must be compared: after a change, and every `QUIET_CHECKS` calls
 *  without one. A comparison is O(nodes). */
function createComparisonCheck(seqNow: () => number): () => boolean {
  let lastSeq = -1;
  let quiet = 0;
  return () => {
    const seq = seqNow();
    quiet = seq === lastSeq ? quiet + 1 : 0;
    lastSeq = seq;
    return quiet % QUIET_CHECKS === 0;
  };
}

async function containersFor(reads: OnDemandReads, { namespace, daemonSet, pod }: LogRequest) {
  const resource = pod === undefined ? WATCHED.daemonsets : WATCHED.pods;
  const listQuery = {
    path: inNamespace(resource, namespace).path,
    query: { fieldSelector: `metadata.name=${pod ?? daemonSet}` },
    limit: 1,
  };
  const templateOf = (object: Json) => (pod === undefined ? objectField(objectField(object, "spec"), "template") : object);
  try {
    const { objects } = await reads.list(`containers of ${resource.name}`, listQuery, (object) => logContainersOf(templateOf(object)));
    const [found] = objects;
    if (found !== undefined) return found;
  } catch (error) {
    throw readFailure(error, { verb: "list", resource: resource.qualified, namespace });
  }
  throw new ApiFailure(404, "Gone", `${pod ?? daemonSet} has just gone.`);
}

function requireContainer(containers: readonly LogContainer[], name: string, about: string): string {
  if (containers.some((each) => each.name === name)) return name;
  const nearest = nearestNames(
    name,
    containers.map((each) => each.name),
  );
  throw new ApiFailure(404, "ContainerNotFound", `${about} has no container ${name}.${suggestionSuffix(nearest)}`, nearest);
}

/** Returns the reader of one stream. The reader returns an error sentence if the stream cannot be read. */
function streamReader({ reads }: LiveReading, { namespace, previous, tailLines, sinceSeconds }: LogRequest, isAlone: boolean) {
  const right = { verb: "get", resource: "pods/log", namespace } as const;
  return async ({ stream, isLater, signal, onOpen, onLines }: LogStreamReader) => {
    const lines = isLater ? Math.max(tailLines ?? 0, LINES_OF_ONE_POD) : (tailLines ?? (isAlone ? LINES_OF_ONE_POD : LINES_OF_EACH_POD));
    const { transport } = reads;
    try {
      await followLog({ transport, namespace, stream, previous, tailLines: lines, sinceSeconds, signal, onOpen, onLines });
    } catch (error) {
      if (!(error instanceof KubeRequestError)) throw error;
      return signal.aborted ? undefined : apiServerMessage(error, right);
    }
    return undefined;
  };
}

/** The pods and options of one reader of logs. */
interface Following {
  readonly logRequest: LogRequest;
  readonly key: string;
  readonly container: string;
  readonly containers: readonly LogContainer[];
  readonly pods: readonly PodLocation[];
  /** Release functions of the slots, one for each of the first pods. */
  readonly slots: readonly (() => void)[];
  readonly logs: LogReaders;
  readonly servedNow: () => LiveReading;
}

function openStream({ raw }: FastifyReply): MessageWriter {
  raw.writeHead(200, {
    ...SAFETY_HEADERS,
    "content-type": "application/x-ndjson; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  return new MessageWriter(raw);
}

function createFollower(
  { logRequest, key, container, containers, pods, logs, servedNow }: Following,
  send: (message: LogMessage) => Promise<void>,
) {
  const first = pods.slice(0, STREAMS_EACH);
  return new PodLogFollower(
    {
      container,
      isInit: containers.some(({ name, kind }) => name === container && kind === "init"),
      take: () => logs.take(1)?.[0],
      read: streamReader(servedNow(), logRequest, first.length === 1),
      send,
      podNow: ({ node, pod }) =>
        servedNow()
          .reading.podsOf(key, node)
          .find(({ uid }) => uid === pod.uid),
      nowMs: () => servedNow().clockMs(),
    },
    pods.slice(STREAMS_EACH),
  );
}

/** Sends the log lines of the followed pods until the client disconnects or no further line can come. */
function follow(following: Following, reply: FastifyReply): void {
  const { logRequest, key, container, containers, pods, slots, servedNow } = following;
  const { raw } = reply;
  const writer = openStream(reply);
  const send = (message: LogMessage) => writer.write(message);
  const first = pods.slice(0, STREAMS_EACH);
  const follower = createFollower(following, send);
  const stops = [follower.close.bind(follower), repeatEvery(HEARTBEAT_MS, () => send({ kind: "beat" }))];
  raw.on("close", () => {
    for (const stop of stops) stop();
  });
  const { epoch } = servedNow();
  const isComparisonDue = createComparisonCheck(() => servedNow().seq);
  const settleAndEnd = async () => {
    await follower.settled();
    raw.end();
  };
  const checkPods = async () => {
    const { epoch: epochNow, reading } = servedNow();
    if (epochNow !== epoch || (reading.daemonSetRecord(key) === undefined && !follower.isAnyOpen)) {
      follower.close();
      await settleAndEnd();
    } else if (isComparisonDue()) await follower.setPods(podsOf(reading, key));
  };
  runDetached(
    (async () => {
      const streams = first.map(({ node, pod }): ContainerLogStream => ({ pod: pod.name, node, container }));
      await send({ kind: "streams", streams, leftOut: pods.length - first.length, containers, container });
      follower.begin(first, slots);
      if (logRequest.pod !== undefined || logRequest.previous) return settleAndEnd();
      if (!raw.destroyed) stops.push(repeatEvery(CHECK_INTERVAL_MS, checkPods));
    })(),
  );
}

const badParameter = (message: string) => new ApiFailure(400, "BadParameter", message);

/** GET /api/logs: the log of one container of a pod, or of all present and later pods of a DaemonSet. Ends when the
 *  client disconnects or no further line can come. */
export function logsRoute(app: FastifyInstance, { liveReadingOf, logs, clusters }: RouteContext): void {
  app.get(PATHS.logs, { exposeHeadRoute: false }, async (request, reply) => {
    if (logs === undefined)
      throw new ApiFailure(403, "LogsOff", "This server was started with --no-logs: what containers write is not shown. kubectl shows it.");
    const names = readParameters(
      request.query,
      { namespace: "namespace", daemonSet: "name" },
      { pod: "name", container: "name", previous: "any", tail: "any", since: "any" },
    );
    const served = liveReadingOf(request);
    const { rights } = clusters.of(request);
    const key = requireDaemonSetKey(served, names.namespace, names.daemonSet);
    const logRequest = logRequestOf(names, badParameter);
    const pods = logRequest.pod === undefined ? podsOf(served.reading, key) : [requirePod(served, key, logRequest.pod)];
    const { containers, standard } = await containersFor(served.reads, logRequest);
    const container = requireContainer(containers, logRequest.container ?? standard, logRequest.pod ?? `DaemonSet ${key}`);
    // Later pods are followed too, so a request for all pods takes the whole limit.
    const size = logRequest.pod === undefined ? STREAMS_EACH : 1;
    requireStreamQuota(rights, request, { kind: "logs", size });
    const slots = logs.take(Math.min(pods.length, STREAMS_EACH));
    if (slots === undefined) {
      reply.header("retry-after", "10");
      throw new ApiFailure(503, "TooManyStreams", "Too many logs are followed at this time: choose one pod, or close another page.");
    }
    reply.hijack();
    if (reply.raw.destroyed) for (const release of slots) release();
    else {
      closeOnRightsChange(rights, request, reply.raw, { kind: "logs", size, end: () => reply.raw.destroy() });
      follow({ logRequest, key, container, containers, pods, slots, logs, servedNow: () => liveReadingOf(request) }, reply);
    }
    return reply;
  });
}

/** Repeats the work, each time `everyMs` after its last end. Returns a function that stops it. */
function repeatEvery(everyMs: number, work: () => Promise<void>): () => void {
  let isStopped = false;
  const once = async () => {
    await work();
    if (!isStopped) wait();
  };
  let timer = { cancel: (): void => undefined };
  const wait = () => {
    timer = systemTimers.after(everyMs, () => runDetached(once()));
  };
  wait();
  return () => {
    isStopped = true;
    timer.cancel();
  };
}
