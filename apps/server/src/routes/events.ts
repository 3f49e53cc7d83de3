import { timeMs } from "@daemonscope/kube/time";
import type { EventsAnswer } from "@daemonscope/shared/http/answers";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import type { RouteContext } from "./context.ts";
import { daemonSetKeyOf, namesOf } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** More is nothing that a person reads. */
const LIMIT = 200;

/** True for names as the DaemonSet controller makes them: also of pods that are long gone. */
export function isPodNameOf(daemonSet: string): (name: string) => boolean {
  const prefix = `${daemonSet}-`;
  return (name) => name.startsWith(prefix) && /^[a-z0-9]{5}$/.test(name.slice(prefix.length));
}

/** GET /api/events: warnings about a DaemonSet and its pods, newest first. */
export function eventsRoute(app: FastifyInstance, { live, eventsAbout }: RouteContext): void {
  app.get(PATHS.events, async (request, reply) => {
    const { namespace, daemonSet } = namesOf(request.query, { namespace: "namespace", daemonSet: "name" });
    daemonSetKeyOf(live, namespace, daemonSet);
    const events = eventsAbout(namespace, daemonSet, isPodNameOf(daemonSet));
    const answer: EventsAnswer = {
      events: events.slice(0, LIMIT).map((event) => ({
        reason: event.reason,
        message: event.message,
        count: event.count,
        lastSeenMs: timeMs(event.lastSeen),
        kind: event.involved.kind,
        name: event.involved.name,
      })),
    };
    return sendJson(request, reply, answer);
  });
}
