import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { PATHS } from "@daemonscope/shared/http/paths";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseStepsBody, STEPS_BODY_BYTES } from "../../actions/preview/parse-steps-body.ts";
import type { PreviewLimiter, RunningPreview } from "../../actions/preview/preview-limiter.ts";
import { parsePairQuery, previewPairAnswer } from "../../actions/preview/preview-pair-answer.ts";
import { previewOf, whatIfAnswer } from "../../actions/preview/what-if-answer.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import type { ServedReading } from "../../readings/served-reading.ts";
import type { RouteContext } from "../context.ts";
import { readParameters, requireSourceRead } from "../lookup.ts";
import { sendJson } from "../send-json.ts";
import { admittedPreview, limitedBy } from "./preview-admission.ts";

/** These queries use POST, because their body has the previewed steps. They change nothing. */
const QUESTION = { kind: "question" } as const;

/** Throws a 503 if a kind that the preview needs was not read. */
function requireAll(served: ServedReading): ServedReading {
  for (const source of ["nodes", "daemonsets", "pods", "controllerrevisions"] as const)
    requireSourceRead(served, source, "what would follow");
  return served;
}

/** POST /api/what-if: the effect of steps. POST /api/what-if/pair: every check of one node × DaemonSet, now and after
 *  the steps. The steps are not sent to the cluster. For a live reading, missing data such as the free capacity is read
 *  from the cluster. */
export function whatIfRoute(app: FastifyInstance, { readingOf, liveReadingOf }: RouteContext, previews: PreviewLimiter): void {
  const previewFor = (request: FastifyRequest, steps: readonly Step[], { run }: RunningPreview) => {
    const served = requireAll(readingOf(request));
    const reads = served.momentMs === undefined ? liveReadingOf(request).reads : undefined;
    return previewOf(served, steps, reads, { run });
  };
  const limits = { config: QUESTION, bodyLimit: STEPS_BODY_BYTES, errorHandler: tooLarge, ...limitedBy(previews) };
  app.post(PATHS.whatIf, limits, async (request, reply) => {
    readParameters(request.query, {});
    const steps = parseStepsBody(request.body);
    const answer = await admittedPreview(request)(async (preview) => preview.run(whatIfAnswer(await previewFor(request, steps, preview))));
    return sendJson(request, reply, answer);
  });
  app.post(PATHS.whatIfPair, limits, async (request, reply) => {
    readParameters(request.query, {});
    const steps = parseStepsBody(request.body);
    const pair = parsePairQuery(request.body);
    const answer = await admittedPreview(request)(async (preview) =>
      previewPairAnswer((await previewFor(request, steps, preview)).preview, pair),
    );
    return sendJson(request, reply, answer);
  });
}

/** Answers a body beyond the limit with one sentence. All other errors go to the server's error handler. */
function tooLarge(error: Error & { readonly code?: string }): never {
  if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
  throw new ApiFailure(413, "TooLarge", "The changes are larger than 1 MB: ask about fewer manifests at once.", undefined, error);
}
