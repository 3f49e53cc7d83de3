import { systemTimers, type Timers } from "../clock.ts";
import { isJson, type Json } from "./decode/fields.ts";
import { type Authorize, exchange } from "./exchange.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { readBody } from "./read-body.ts";

/** All that is ever sent to a cluster with a body: questions, of which it keeps nothing. */
export const REVIEW_PATHS = {
  tokenReview: "/apis/authentication.k8s.io/v1/tokenreviews",
  selfSubjectReview: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
  selfSubjectAccessReview: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
  selfSubjectRulesReview: "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
  subjectAccessReview: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
} as const;
export type ReviewPath = (typeof REVIEW_PATHS)[keyof typeof REVIEW_PATHS];
const ALLOWED: ReadonlySet<string> = new Set(Object.values(REVIEW_PATHS));

/** As whom a question is asked. `own token`: with this token and nothing of the server's own. */
export type Asker =
  | { readonly kind: "server" }
  | { readonly kind: "own token"; readonly token: string }
  | {
      readonly kind: "impersonated";
      readonly userName: string;
      readonly groups: readonly string[];
      readonly extra?: Readonly<Record<string, readonly string[]>>;
    };

export interface ReviewTransportOptions {
  readonly server: string;
  /** With the credentials of the server's own user. */
  readonly authorize: Authorize;
  /** With the TLS settings of the cluster alone, and nobody's credentials. */
  readonly authorizeNobody: Authorize;
  readonly timers?: Timers;
}

/** The way out of this process to what a cluster knows of people: POST only, of a list of five paths. */
export interface ReviewTransport {
  /** The review as it is answered. Throws KubeRequestError for everything but a 2xx, and RangeError for a path that is not on the list. */
  post(path: ReviewPath, review: Json, asker: Asker, signal: AbortSignal): Promise<Json>;
}

const ANSWER_BYTES = 1024 * 1024;
const PATIENCE_MS = 10_000;
/** RFC 9110: what may stand in a header's value. */
const HEADER_TEXT = /^[\t\x20-\x7e]+$/;

const percentEncoded = (key: string) => encodeURIComponent(key.toLowerCase());

function headersOf(asker: Asker): Record<string, string | string[]> {
  switch (asker.kind) {
    case "server":
      return {};
    case "own token":
      return { Authorization: `Bearer ${asker.token}` };
    case "impersonated":
      return {
        "Impersonate-User": asker.userName,
        ...(asker.groups.length === 0 ? {} : { "Impersonate-Group": [...asker.groups] }),
        ...Object.fromEntries(
          Object.entries(asker.extra ?? {}).map(([key, values]) => [`Impersonate-Extra-${percentEncoded(key)}`, [...values]]),
        ),
      };
  }
}

/** Credentials as `asker`: what cannot be a header is refused before it leaves, and a token never goes out in the clear. */
function authorizeAs(asker: Asker, { authorize, authorizeNobody, server }: ReviewTransportOptions): Authorize {
  const headers = headersOf(asker);
  return async (request, refused) => {
    if (asker.kind === "own token" && !server.startsWith("https:"))
      throw new KubeRequestError("credentials", "the API server is asked over plain http, where a token of somebody would go in the clear");
    if (
      !Object.values(headers)
        .flat()
        .every((value) => HEADER_TEXT.test(value))
    )
      throw new KubeRequestError("credentials", "a token, a name or a group holds characters that no header can carry");
    const ticket = await (asker.kind === "own token" ? authorizeNobody : authorize)(request, refused);
    // Somebody else's are never mixed with those of the server: it would ask as itself, with more rights than they have.
    const own = asker.kind === "own token" ? withoutCredentials(request.headers as Record<string, string>) : (request.headers ?? {});
    request.headers = { ...(own as Record<string, string>), ...headers };
    return ticket;
  };
}

function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(authorization|impersonate-.*)$/i.test(name)));
}

export function createReviewTransport(options: ReviewTransportOptions): ReviewTransport {
  const { server, timers = systemTimers } = options;
  const base = new URL(server);
  return {
    async post(path, review, asker, signal) {
      if (!ALLOWED.has(path))
        throw new RangeError(`a request for ${JSON.stringify(String(path).slice(0, 200))} was stopped: it is no review`);
      const what = `POST ${path}`;
      const peer = { base, authorize: authorizeAs(asker, options), timers };
      const message = { what, method: "POST", path, query: {}, body: JSON.stringify(review) } as const;
      const response = await exchange(peer, message, { signal, headersTimeoutMs: PATIENCE_MS });
      const text = await readBody(what, base.host, response, { limitBytes: ANSWER_BYTES, silenceMs: PATIENCE_MS, timers });
      try {
        const answer: unknown = JSON.parse(text);
        if (isJson(answer)) return answer;
      } catch {
        // The cause may quote what it could not read, and that may be a token.
      }
      throw new KubeRequestError("garbage", `${what}: the answer is no JSON object`);
    },
  };
}
