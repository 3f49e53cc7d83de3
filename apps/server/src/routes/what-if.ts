import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServedReading } from "../readings/served-reading.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import { pairAnswer, pairOfBody } from "../what-if/pair-answer.ts";
import { STEPS_BODY_BYTES, stepsOfBody } from "../what-if/steps-of-body.ts";
import { imaginedOf, whatIfAnswer } from "../what-if/what-if-answer.ts";
import type { RouteContext } from "./context.ts";
import { namesOf, requireRead } from "./lookup.ts";
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
export function whatIfRoute(app: FastifyInstance, { readingOf, liveReadingOf }: RouteContext): void {
  const asked = async (request: FastifyRequest) => {
    namesOf(request.query, {});
    const served = requireAll(readingOf(request));
    const reads = served.momentMs === undefined ? liveReadingOf(request).reads : undefined;
    return imaginedOf(served, stepsOfBody(request.body), reads);
  };
  app.post(PATHS.whatIf, { bodyLimit: STEPS_BODY_BYTES, errorHandler: tooLarge }, async (request, reply) => {
    return sendJson(request, reply, whatIfAnswer(await asked(request)));
  });
  app.post(PATHS.whatIfPair, { bodyLimit: STEPS_BODY_BYTES, errorHandler: tooLarge }, async (request, reply) => {
    const { imagined } = await asked(request);
    return sendJson(request, reply, pairAnswer(imagined, pairOfBody(request.body)));
  });
}

/** What is beyond the limit is said in one sentence; all else is the server's own to say. */
function tooLarge(error: Error & { readonly code?: string }): never {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
  throw new ApiFailure(413, "TooLarge", "The changes are larger than 1 MB: ask about fewer manifests at once.", undefined, error);
}
