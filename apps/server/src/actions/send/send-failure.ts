import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { ActionState } from "@daemonscope/shared/http/actions";

export type RefusedState = Extract<ActionState, { readonly kind: "refused" }>;
/** The outcome of a failed request. `unknown`: it was sent, and no response tells whether it was executed. */
type SendFailure = RefusedState | { readonly kind: "unknown"; readonly message: string };

const WEBHOOK = /admission webhook "([^"]+)" denied the request/;

function whyOf({ httpStatus, code }: KubeRequestError, webhook: string | undefined): RefusedState["why"] | undefined {
  // A webhook can refuse with any status, and its default is 403.
  if (webhook !== undefined) return "invalid";
  if (httpStatus === 401 || httpStatus === 403) return "forbidden";
  if (httpStatus === 404 || httpStatus === 410) return "notFound";
  if (httpStatus === 409) return "conflict";
  // The API server is overloaded, and has not begun to process the request.
  if (httpStatus === 429) return "busy";
  if (httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500) return "invalid";
  return code === "credentials" || code === "notSent" ? "unreachable" : undefined;
}

/**
 * Classifies a failure by whether the request may have been executed. `wasOpen`: there was a connection, so that the
 * server may have received it. Rethrows other errors.
 */
export function sendFailure(error: unknown, wasOpen: boolean): SendFailure {
  if (!(error instanceof KubeRequestError)) throw error;
  const message = error.serverMessage ?? error.message;
  const webhook = WEBHOOK.exec(message)?.[1];
  const why = whyOf(error, webhook);
  const status = error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus };
  if (why !== undefined) return { kind: "refused", why, ...status, message, ...(webhook === undefined ? {} : { webhook }) };
  // A proxy may return a 5xx after it has passed the request on.
  return wasOpen ? { kind: "unknown", message } : { kind: "refused", why: "unreachable", message };
}
