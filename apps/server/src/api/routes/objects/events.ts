import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../../platform/failure/api-failure.ts";
import {
  daemonSetOfEvent,
  type EventSubject,
  fetchEvents,
  newestEventFirst,
  nodeOfEvent,
  toEventEntry,
} from "../../../readings/on-demand/fetch-events.ts";
import type { LiveReading } from "../../../readings/readings.ts";
import type { ListedEvent } from "../../../watch/decode/decode-listed-event.ts";
import type { RouteContext } from "../../context.ts";
import { readParameters, requireDaemonSetKey, requireNode } from "../../lookup.ts";
import { sendJson } from "../../send-json.ts";

/** Maximum number of shown events; the newest are kept. Users do not read more. */
const MAX_EVENTS = 1000;

/** GET /api/events: events of a DaemonSet and its pods, of a node, or of all of them, newest first. Read from the
 *  cluster on request. */
export function eventsRoute(app: FastifyInstance, { liveReadingOf }: RouteContext): void {
  async function answerFor(
    { reading, reads }: LiveReading,
    parts: readonly EventSubject[],
    isMatch: (event: ListedEvent, daemonSet: string | undefined) => boolean,
  ) {
    const { events, unread, isCut } = await fetchEvents(reads, parts);
    const matching = events
      .map((event) => ({ event, daemonSet: daemonSetOfEvent(reading, event) }))
      .filter(({ event, daemonSet }) => isMatch(event, daemonSet))
      .sort((a, b) => newestEventFirst(a.event, b.event))
      .map(({ event, daemonSet }) => toEventEntry(event, daemonSet, nodeOfEvent(reading, event)));
    const answer: EventsAnswer = { at: reading.nowMs, events: matching.slice(0, MAX_EVENTS), total: matching.length, isCut, unread };
    return answer;
  }
  app.get(PATHS.events, async (request, reply) => {
    const served = liveReadingOf(request);
    const parameters = readParameters(request.query, {}, { namespace: "namespace", daemonSet: "name", node: "name" });
    if (parameters.node !== undefined) {
      requireNode(served, parameters.node);
      // Nodes have no namespace: each reporter chooses the namespace of its events.
      return sendJson(request, reply, await answerFor(served, [{ kind: "Node", name: parameters.node, namespace: undefined }], () => true));
    }
    const { namespace, daemonSet } = parameters;
    if (namespace !== undefined && daemonSet !== undefined) {
      const key = requireDaemonSetKey(served, namespace, daemonSet);
      const parts: readonly EventSubject[] = [
        { kind: "DaemonSet", name: daemonSet, namespace },
        { kind: "Pod", namespace },
      ];
      return sendJson(request, reply, await answerFor(served, parts, (_event, owner) => owner === key));
    }
    if (namespace !== undefined || daemonSet !== undefined)
      throw new ApiFailure(400, "BadParameter", "A DaemonSet has a namespace and a name: give both parameters, or neither for all events.");
    const kinds = (["DaemonSet", "Pod", "Node"] as const).map((kind) => ({
      kind,
      namespace: kind === "Node" ? undefined : served.reads.namespace,
    }));
    return sendJson(
      request,
      reply,
      await answerFor(served, kinds, (event, owner) => event.involved.kind === "Node" || owner !== undefined),
    );
  });
}
