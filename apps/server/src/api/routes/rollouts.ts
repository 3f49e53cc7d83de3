import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { RolloutsAnswer } from "@daemonscope/shared/http/rollouts";
import type { FastifyInstance } from "fastify";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { HistoryReadings } from "../../readings/history-readings.ts";
import { parseMoment } from "../../readings/moment.ts";
import { RolloutNotifier } from "../../readings/rollouts/rollout-notifier.ts";
import { rolloutSpans } from "../../readings/rollouts/rollout-spans.ts";
import type { RouteContext } from "../context.ts";
import { readParameters, requireDaemonSetKey } from "../lookup.ts";
import { sendJson } from "../send-json.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/** GET /api/rollouts: the rollouts of a DaemonSet that began in the kept history, and the report of one of them. */
export function rolloutsRoute(app: FastifyInstance, { readingOf, pastOf }: RouteContext): void {
  // One per history: a user's access scope limits the reports.
  const notifiers = new WeakMap<HistoryReadings, RolloutNotifier>();
  const notifierOf = (past: HistoryReadings): RolloutNotifier => {
    const notifier = notifiers.get(past) ?? new RolloutNotifier();
    notifiers.set(past, notifier);
    return notifier;
  };
  app.get(PATHS.rollouts, async (request, reply) => {
    const { started, ...query } = request.query as Readonly<Record<string, unknown>>;
    const names = readParameters(query, { namespace: "namespace", daemonSet: "name" });
    const startedAtMs = started === undefined ? undefined : parseMoment(started, "started");
    const key = requireDaemonSetKey(readingOf(request), names.namespace, names.daemonSet);
    const past = pastOf(request);
    const asked = query[MOMENT_PARAMETER];
    const { at: nowMs, retained } = await past.history({}, 0);
    const at = asked === undefined ? nowMs : parseMoment(asked);
    const keptFromMs = retained?.fromMs ?? at;
    const timelineEvents = await past.happened(key);
    const rollouts = rolloutSpans(timelineEvents, at);
    const place = startedAtMs === undefined ? rollouts.length - 1 : rollouts.findIndex((span) => span.startedAtMs === startedAtMs);
    if (startedAtMs !== undefined && place === -1)
      throw new ApiFailure(
        404,
        "RolloutNotFound",
        `No rollout of DaemonSet ${key} that began at ${iso(startedAtMs)} is kept.${rollouts.length === 0 ? "" : ` There are those of ${rollouts.map((span) => iso(span.startedAtMs)).join(", ")}.`}`,
        undefined,
        undefined,
        { startedAtMs, keptFromMs },
      );
    const notifier = notifierOf(past);
    const [span, before] = [rollouts[place], rollouts[place - 1]];
    const report = span && (await notifier.report(past, key, span, timelineEvents));
    const previous = before && (await notifier.report(past, key, before, timelineEvents));
    const answer: RolloutsAnswer = {
      at,
      namespace: names.namespace,
      daemonSet: names.daemonSet,
      keptFromMs,
      rollouts,
      report,
      previous,
    };
    return sendJson(request, reply, answer);
  });
}
