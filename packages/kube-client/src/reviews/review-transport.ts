import { isJson, type Json } from "../decode/fields.ts";
import { systemTimers } from "../flow-control/clock.ts";
import { authorizeAs, type Caller, type Credentials } from "../http/caller.ts";
import { readBody } from "../http/read-body.ts";
import { KubeRequestError } from "../http/request-error.ts";
import { sendRequest } from "../http/send-request.ts";

/** All paths to which a body is sent by this transport: reviews, which the cluster does not store. */
export const REVIEW_PATHS = {
  tokenReview: "/apis/authentication.k8s.io/v1/tokenreviews",
  selfSubjectReview: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  selfSubjectAccessReview: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  selfSubjectRulesReview: "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  subjectAccessReview: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
} as const;
export type ReviewPath = (typeof REVIEW_PATHS)[keyof typeof REVIEW_PATHS];
const ALLOWED: ReadonlySet<string> = new Set(Object.values(REVIEW_PATHS));

/** Sends reviews of users to a cluster: POST only, to a list of five paths. */
export interface ReviewTransport {
  /** Returns the answered review. Throws KubeRequestError unless the answer is 2xx, and RangeError for a path that
   *  is not on the list. */
  post(path: ReviewPath, review: Json, caller: Caller, signal: AbortSignal): Promise<Json>;
}

const ANSWER_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

export function createReviewTransport(options: Credentials): ReviewTransport {
  const { server, timers = systemTimers, pace } = options;
  const base = new URL(server);
  return {
    async post(path, review, caller, signal) {
      if (!ALLOWED.has(path))
        throw new RangeError(`a request for ${JSON.stringify(String(path).slice(0, 200))} was stopped: it is no review`);
      const what = `POST ${path}`;
      const peer = { base, authorize: authorizeAs(caller, options), timers, pace };
      const message = { what, method: "POST", path, query: {}, body: JSON.stringify(review) } as const;
      const response = await sendRequest(peer, message, { signal, headersTimeoutMs: TIMEOUT_MS });
      const text = await readBody(what, base.host, response, { limitBytes: ANSWER_BYTES, silenceMs: TIMEOUT_MS, timers });
      try {
        const answer: unknown = JSON.parse(text);
        if (isJson(answer)) return answer;
      } catch {
        // The cause may quote the unreadable text, which may be a token.
      }
      throw new KubeRequestError("garbage", `${what}: the answer is no JSON object`);
    },
  };
}
