import { isoTime } from "@daemonscope/kube/values/time";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { MOMENT_PARAMETER } from "@daemonscope/shared/http/history";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { RolloutsAnswer } from "@daemonscope/shared/http/rollouts";
import type { FastifyInstance } from "fastify";
import { PreviewLimiter, RECORDING_LIMITS } from "../../actions/preview/preview-limiter.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { HistoryReadings } from "../../readings/history-readings.ts";
import { parseMoment } from "../../readings/moment.ts";
import { RolloutReporter } from "../../readings/rollouts/rollout-reporter.ts";
import { rolloutSpans } from "../../readings/rollouts/rollout-spans.ts";
import type { RouteContext } from "../context.ts";
import { readParameters, requireDaemonSetKey } from "../lookup.ts";
import { sendJson } from "../send-json.ts";
import { admittedPreview, limitedBy } from "./preview-admission.ts";

const MAX_SAMPLES = 1000;

/** Parses the parameters of a range. Each may occur once, and no other parameter is accepted. */
function rangeIn(query: unknown, others: readonly string[] = []) {
  const parameters = query as Readonly<Record<string, unknown>>;
  const accepted = ["from", "to", ...others];
  if (Object.keys(parameters).some((name) => !accepted.includes(name)))
    throw new ApiFailure(400, "BadParameter", `This path has no such parameter: it takes ${accepted.join(", ")}.`);
  const [fromMs, toMs] = ["from", "to"].map((name) => (parameters[name] === undefined ? undefined : parseMoment(parameters[name], name)));
  if (fromMs !== undefined && toMs !== undefined && fromMs > toMs)
    throw new ApiFailure(400, "BadParameter", "The range ends before it begins: from must not be later than to.");
  return { fromMs, toMs };
}

function samplesIn(text: unknown): number {
  if (text === undefined) return 0;
  const samples = typeof text === "string" && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(samples <= MAX_SAMPLES)) throw new ApiFailure(400, "BadParameter", `The parameter samples is a number up to ${MAX_SAMPLES}.`);
  return samples;
}

function readOf(text: unknown): string | undefined {
  if (text === undefined || typeof text === "string") return text;
  throw new ApiFailure(400, "BadParameter", "The parameter of is given twice: once is needed.");
}

function anonymiseIn(text: unknown): boolean {
  if (text === undefined || text === "false") return false;
  if (text === "true") return true;
  throw new ApiFailure(400, "BadParameter", "The parameter anonymise is true or false, and given once.");
}

/** GET /api/rollouts: the rollouts of a DaemonSet that began in the kept history. Also the reports of one of them and
 *  of the one before it. */
function rolloutsRoute(app: FastifyInstance, { readingOf, pastOf }: RouteContext): void {
  // One per history: a user's access scope limits the reports.
  const reporters = new WeakMap<HistoryReadings, RolloutReporter>();
  const reporterOf = (past: HistoryReadings): RolloutReporter => {
    const reporter = reporters.get(past) ?? new RolloutReporter();
    reporters.set(past, reporter);
    return reporter;
  };
  app.get(PATHS.rollouts, async (request, reply) => {
    const { started, ...query } = request.query as Readonly<Record<string, unknown>>;
    const names = readParameters(query, { namespace: "namespace", daemonSet: "name" });
    const startedAtMs = started === undefined ? undefined : parseMoment(started, "started");
    const key = requireDaemonSetKey(readingOf(request), names.namespace, names.daemonSet);
    const past = pastOf(request);
    const momentText = query[MOMENT_PARAMETER];
    const { at: nowMs, retained } = await past.history({}, 0);
    const at = momentText === undefined ? nowMs : parseMoment(momentText);
    const keptFromMs = retained?.fromMs ?? at;
    const timelineEvents = await past.happened(key);
    const rollouts = rolloutSpans(timelineEvents, at);
    const index = startedAtMs === undefined ? rollouts.length - 1 : rollouts.findIndex((span) => span.startedAtMs === startedAtMs);
    if (startedAtMs !== undefined && index === -1)
      throw new ApiFailure(
        404,
        "RolloutNotFound",
        `No rollout of DaemonSet ${key} that began at ${isoTime(startedAtMs)} is kept.${rollouts.length === 0 ? "" : ` There are those of ${rollouts.map((span) => isoTime(span.startedAtMs)).join(", ")}.`}`,
        undefined,
        undefined,
        { startedAtMs, keptFromMs },
      );
    const reporter = reporterOf(past);
    const [span, before] = [rollouts[index], rollouts[index - 1]];
    const report = span && (await reporter.report(past, key, span, timelineEvents));
    const previous = before && (await reporter.report(past, key, before, timelineEvents));
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

/** Plugin. GET /api/history: the available range, its timeline events, and the counts of DaemonSets.
 *  GET /api/history/frames: the input of a page's store for a time in the past. GET /api/rollouts: see `rolloutsRoute`.
 *  GET /api/history/recording: the log file of a range. */
export function historyRoutes(app: FastifyInstance, context: RouteContext): void {
  const { pastOf } = context;
  const recordings = new PreviewLimiter(context.previewTimers ?? systemTimers, RECORDING_LIMITS);
  rolloutsRoute(app, context);
  app.get(PATHS.history, async (request, reply) => {
    const range = rangeIn(request.query, ["samples", "of"]);
    const { samples, of } = request.query as Readonly<Record<string, unknown>>;
    return sendJson(request, reply, await pastOf(request).history(range, samplesIn(samples), readOf(of)));
  });
  app.get(PATHS.historyRecording, limitedBy(recordings), async (request, reply) => {
    const range = rangeIn(request.query, ["anonymise"]);
    const anonymise = anonymiseIn((request.query as Readonly<Record<string, unknown>>).anonymise);
    const past = pastOf(request);
    const file = await admittedPreview(request)(({ run }) => past.recording(range, anonymise, run));
    const endsAt = new Date((await past.history({ toMs: range.toMs }, 0)).toMs).toISOString().slice(0, 19).replaceAll(":", "-");
    return reply
      .type("application/octet-stream")
      .header("content-disposition", `attachment; filename="daemonscope-${endsAt}${anonymise ? "-anonymised" : ""}.dslog"`)
      .send(file);
  });
  app.get(PATHS.historyFrames, async (request, reply) => {
    const { fromMs, toMs } = rangeIn(request.query);
    if (fromMs === undefined)
      throw new ApiFailure(400, "BadParameter", "The parameter from is missing: this path needs from, and takes to.");
    return sendJson(request, reply, await pastOf(request).frames(fromMs, toMs ?? fromMs));
  });
}
