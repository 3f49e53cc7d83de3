import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance } from "fastify";
import { PreviewLimiter, RECORDING_LIMITS } from "../../actions/preview/preview-limiter.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { parseMoment } from "../../readings/moment.ts";
import type { RouteContext } from "../context.ts";
import { sendJson } from "../send-json.ts";
import { admittedPreview, limitedBy } from "./preview-admission.ts";
import { rolloutsRoute } from "./rollouts.ts";

const MAX_SAMPLES = 1000;

/** Parses the parameters of a range. Each may occur once, and no other parameter is accepted. */
function rangeIn(query: unknown, others: readonly string[] = []) {
  const given = query as Readonly<Record<string, unknown>>;
  const taken = ["from", "to", ...others];
  if (Object.keys(given).some((name) => !taken.includes(name)))
    throw new ApiFailure(400, "BadParameter", `This path has no such parameter: it takes ${taken.join(", ")}.`);
  const [fromMs, toMs] = ["from", "to"].map((name) => (given[name] === undefined ? undefined : parseMoment(given[name], name)));
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

function ofIn(text: unknown): string | undefined {
  if (text === undefined || typeof text === "string") return text;
  throw new ApiFailure(400, "BadParameter", "The parameter of is given twice: once is needed.");
}

function anonymiseIn(text: unknown): boolean {
  if (text === undefined || text === "false") return false;
  if (text === "true") return true;
  throw new ApiFailure(400, "BadParameter", "The parameter anonymise is true or false, and given once.");
}

/** Plugin. GET /api/history: the available range, its timeline events, and the counts of DaemonSets.
 *  GET /api/history/frames: the input of a page's store for a time in the past. GET /api/rollouts: see rollouts.ts. */
export function historyRoutes(app: FastifyInstance, context: RouteContext): void {
  const { pastOf } = context;
  const recordings = new PreviewLimiter(context.previewTimers ?? systemTimers, RECORDING_LIMITS);
  rolloutsRoute(app, context);
  app.get(PATHS.history, async (request, reply) => {
    const range = rangeIn(request.query, ["samples", "of"]);
    const { samples, of } = request.query as Readonly<Record<string, unknown>>;
    return sendJson(request, reply, await pastOf(request).history(range, samplesIn(samples), ofIn(of)));
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
