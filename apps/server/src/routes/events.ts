import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { timeMs } from "@daemonscope/kube/time";
import type { EventEntry, EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { ClusterReads } from "../cluster/cluster-reads.ts";
import { decodeListedEvent, type ListedEvent } from "../cluster/decode/decode-listed-event.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { inNamespace, WATCHED } from "../cluster/resources.ts";
import { ApiFailure } from "./api-failure.ts";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf, nodeOf } from "./lookup.ts";
import { type NeededRight, readFailure, readProblem } from "./read-failure.ts";
import { sendJson } from "./send-json.ts";

/** More is nothing that a person reads; the newest are kept. */
const SHOWN = 1000;
/** Of one kind of object. The API lists by name, not by time, so all of them are read as far as this. */
const READ = 5000;
/** How a pod's generated name ends. */
const GENERATED = /-[a-z0-9]{5}$/;

/** Part of the events that are wanted: the API server selects by the kind and the name of what an event is about. */
interface EventsOf {
  readonly kind: "DaemonSet" | "Pod" | "Node";
  readonly name?: string;
  readonly namespace: string | undefined;
}

/** The DaemonSet that an event is about, itself or by its pod: by the pod's owner, and of a pod that is gone by its name. */
function daemonSetOf(model: ClusterModel, { involved, metadata }: ListedEvent): string | undefined {
  const namespace = involved.namespace ?? metadata.namespace;
  if (involved.kind === "DaemonSet") return `${namespace}/${involved.name}`;
  if (involved.kind !== "Pod") return undefined;
  const owner = involved.uid === undefined ? undefined : model.daemonSetOfPod(involved.uid);
  if (owner !== undefined || !GENERATED.test(involved.name)) return owner;
  const named = `${namespace}/${involved.name.replace(GENERATED, "")}`;
  return model.daemonSetRecord(named) === undefined ? undefined : named;
}

function entryOf(event: ListedEvent, daemonSet: string | undefined): EventEntry {
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
  };
}

const listedOf = (reads: ClusterReads, { kind, name, namespace }: EventsOf) =>
  reads.list(
    "events",
    {
      path: inNamespace(WATCHED.events, namespace).path,
      query: { fieldSelector: `involvedObject.kind=${kind}${name === undefined ? "" : `,involvedObject.name=${name}`}` },
      limit: READ,
    },
    decodeListedEvent,
  );

/** Reads each part; one that may not be read is told of, and the others are shown. Throws ApiFailure where the cluster did not answer. */
async function readEvents(reads: ClusterReads, parts: readonly EventsOf[]) {
  const events: ListedEvent[] = [];
  const unread = new Set<string>();
  let isCut = false;
  const answers = await Promise.allSettled(parts.map((part) => listedOf(reads, part)));
  for (const [at, answer] of answers.entries()) {
    const right: NeededRight = { verb: "list", resource: WATCHED.events.qualified, namespace: parts[at]?.namespace };
    if (answer.status === "fulfilled") {
      events.push(...answer.value.objects);
      isCut ||= answer.value.isCut;
    } else if (answer.reason instanceof KubeRequestError && answer.reason.code === "forbidden")
      unread.add(readProblem(answer.reason, right));
    else throw readFailure(answer.reason, right);
  }
  return { events, unread: [...unread], isCut };
}

/** GET /api/events, of a DaemonSet and its pods, of a node, or of all of them: newest first. Read from the cluster when asked for. */
export function eventsRoute(app: FastifyInstance, { live, reads }: RouteContext): void {
  async function answerFor(parts: readonly EventsOf[], isMeant: (event: ListedEvent, daemonSet: string | undefined) => boolean) {
    const { events, unread, isCut } = await readEvents(reads, parts);
    const meant = events
      .map((event) => ({ event, daemonSet: daemonSetOf(live.model, event) }))
      .filter(({ event, daemonSet }) => isMeant(event, daemonSet))
      .map(({ event, daemonSet }) => entryOf(event, daemonSet))
      .sort((a, b) => (b.lastSeenMs ?? 0) - (a.lastSeenMs ?? 0) || (a.uid < b.uid ? -1 : 1));
    const answer: EventsAnswer = { at: live.model.nowMs, events: meant.slice(0, SHOWN), total: meant.length, isCut, unread };
    return answer;
  }
  app.get(PATHS.events, async (request, reply) => {
    const asked = namesOf(request.query, {}, { namespace: "namespace", daemonSet: "name", node: "name" });
    if (asked.node !== undefined) {
      nodeOf(live, asked.node);
      // Nodes have no namespace: their events stand in that of whoever told of them.
      return sendJson(request, reply, await answerFor([{ kind: "Node", name: asked.node, namespace: undefined }], () => true));
    }
    const { namespace, daemonSet } = asked;
    if (namespace !== undefined && daemonSet !== undefined) {
      const key = daemonSetKeyOf(live, namespace, daemonSet);
      const parts: readonly EventsOf[] = [
        { kind: "DaemonSet", name: daemonSet, namespace },
        { kind: "Pod", namespace },
      ];
      return sendJson(request, reply, await answerFor(parts, (_event, owner) => owner === key));
    }
    if (namespace !== undefined || daemonSet !== undefined)
      throw new ApiFailure(400, "BadParameter", "A DaemonSet has a namespace and a name: give both parameters, or neither for all events.");
    const kinds = (["DaemonSet", "Pod", "Node"] as const).map((kind) => ({
      kind,
      namespace: kind === "Node" ? undefined : reads.namespace,
    }));
    return sendJson(request, reply, await answerFor(kinds, (event, owner) => event.involved.kind === "Node" || owner !== undefined));
  });
}
