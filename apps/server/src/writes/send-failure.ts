import type { ActionState } from "@daemonscope/shared/http/acting";
import { KubeRequestError } from "../cluster/kube-request-error.ts";

export type Refused = Extract<ActionState, { readonly kind: "refused" }>;
/** What became of a request that did not go well. `unknown`: it was sent, and no answer says whether it was done. */
export type SendFailure = Refused | { readonly kind: "unknown"; readonly message: string };

const WEBHOOK = /admission webhook "([^"]+)" denied the request/;

function whyOf({ httpStatus, code }: KubeRequestError, webhook: string | undefined): Refused["why"] | undefined {
  // A webhook that says no does it with any status, 403 if it says none.
  if (webhook !== undefined) return "invalid";
  if (httpStatus === 401 || httpStatus === 403) return "forbidden";
  if (httpStatus === 404 || httpStatus === 410) return "notFound";
  if (httpStatus === 409) return "conflict";
  // The API server has no time: it has not begun.
  if (httpStatus === 429) return "busy";
  if (httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500) return "invalid";
  return code === "credentials" || code === "notSent" ? "unreachable" : undefined;
}

/** Says of a failure whether anything can have been done. `wasOpen`: the connection stood, so that the other side may have the request. What is no failure of a request is thrown. */
export function sendFailure(error: unknown, wasOpen: boolean): SendFailure {
  if (!(error instanceof KubeRequestError)) throw error;
  const message = error.said ?? error.message;
  const webhook = WEBHOOK.exec(message)?.[1];
  const why = whyOf(error, webhook);
  const status = error.httpStatus === undefined ? {} : { httpStatus: error.httpStatus };
  if (why !== undefined) return { kind: "refused", why, ...status, message, ...(webhook === undefined ? {} : { webhook }) };
  // A 5xx may come from something in between, after what it stands before was asked.
  return wasOpen ? { kind: "unknown", message } : { kind: "refused", why: "unreachable", message };
}
