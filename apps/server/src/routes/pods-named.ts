import { PATHS } from "@daemonscope/shared/http/paths";
import { LEAST_LETTERS, MOST_LETTERS, MOST_PODS, type NamedPod, type PodsNamedAnswer } from "@daemonscope/shared/http/pods-named";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../safety/api-failure.ts";
import type { RouteContext } from "./context.ts";
import { namesOf, requireRead } from "./lookup.ts";
import { sendJson } from "./send-json.ts";

/** GET /api/pods-named: pods of DaemonSets by a part of their name. O(pods). */
export function podsNamedRoute(app: FastifyInstance, { readingOf }: RouteContext): void {
  app.get(PATHS.podsNamed, async (request, reply) => {
    const { text } = namesOf(request.query, { text: "any" });
    const wanted = text.trim().toLowerCase();
    if (wanted.length < LEAST_LETTERS || wanted.length > MOST_LETTERS)
      throw new ApiFailure(
        400,
        "BadParameter",
        `The parameter text is a part of a pod's name: ${LEAST_LETTERS} to ${MOST_LETTERS} letters.`,
      );
    const served = readingOf(request);
    requireRead(served, "pods", "pods by their name");
    const found: NamedPod[] = [];
    for (const { key, pod } of served.reading.pods()) if (pod.name.includes(wanted)) found.push({ name: pod.name, node: pod.node, key });
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    const answer: PodsNamedAnswer = { at: served.reading.nowMs, pods: found.slice(0, MOST_PODS), total: found.length };
    return sendJson(request, reply, answer);
  });
}
