import type { Step } from "@daemonscope/daemonset/actions/step";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServedReading } from "../readings/served-reading.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { pairAnswer, pairOfBody } from "../what-if/pair-answer.ts";
import type { PreviewLimiter, RunningPreview } from "../what-if/preview-limiter.ts";
import { STEPS_BODY_BYTES, stepsOfBody } from "../what-if/steps-of-body.ts";
import { imaginedOf, whatIfAnswer } from "../what-if/what-if-answer.ts";
import type { RouteContext } from "./context.ts";
import { namesOf, requireRead } from "./lookup.ts";
import { previewOf } from "./preview-of.ts";
import { sendJson } from "./send-json.ts";

/** Questions that are asked by POST, for they carry what somebody imagines: nothing is changed by them. */
const QUESTIONS: readonly string[] = [PATHS.whatIf, PATHS.whatIfPair];
export const isWhatIf = (path: string): boolean => QUESTIONS.includes(path);

/** Throws a 503 where a kind that decides was not read. */
function requireAll(served: ServedReading): ServedReading {
  for (const source of ["nodes", "daemonsets", "pods", "controllerrevisions"] as const) requireRead(served, source, "what would follow");
  return served;
}

/** POST /api/what-if: what steps would do; /api/what-if/pair: every check of one node × DaemonSet, now and then. The cluster is not told of them: it is asked for nodes and
 *  the pods on them, where it matters what finds room. */
export function whatIfRoute(app: FastifyInstance, { readingOf, liveReadingOf }: RouteContext, previews: PreviewLimiter): void {
  const asked = (request: FastifyRequest, steps: readonly Step[], { run }: RunningPreview) => {
    const served = requireAll(readingOf(request));
    const reads = served.momentMs === undefined ? liveReadingOf(request).reads : undefined;
    return imaginedOf(served, steps, reads, { run });
  };
  app.post(PATHS.whatIf, { bodyLimit: STEPS_BODY_BYTES, errorHandler: tooLarge }, async (request, reply) => {
    namesOf(request.query, {});
    const steps = stepsOfBody(request.body);
    const answer = await previewOf(
      previews,
      request,
      reply,
    )(async (preview) => preview.run(whatIfAnswer(await asked(request, steps, preview))));
    return sendJson(request, reply, answer);
  });
  app.post(PATHS.whatIfPair, { bodyLimit: STEPS_BODY_BYTES, errorHandler: tooLarge }, async (request, reply) => {
    namesOf(request.query, {});
    const steps = stepsOfBody(request.body);
    const pair = pairOfBody(request.body);
    const answer = await previewOf(
      previews,
      request,
      reply,
    )(async (preview) => pairAnswer((await asked(request, steps, preview)).imagined, pair));
    return sendJson(request, reply, answer);
  });
}

/** What is beyond the limit is said in one sentence; all else is the server's own to say. */
function tooLarge(error: Error & { readonly code?: string }): never {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
  throw new ApiFailure(413, "TooLarge", "The changes are larger than 1 MB: ask about fewer manifests at once.", undefined, error);
}
