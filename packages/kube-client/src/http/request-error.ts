/** The cause of a failed request, for the code that chooses the next step. People read the message. */
export type KubeErrorCode =
  /** No server listens at the address. */
  | "refused"
  /** No route to the address, or no such name. */
  | "unreachable"
  /** No answer, or no further data, within the timeout. */
  | "timeout"
  /** The connection broke, or the answer ended early. */
  | "disconnected"
  | "certificate"
  /** The server does not speak TLS at an https address, or speaks only TLS at an http address. */
  | "protocol"
  /** The credentials cannot be used or sent: a plugin or a file failed, or no header can carry them. */
  | "credentials"
  | "unauthorized"
  | "forbidden"
  /** 410: the requested version is no longer in the history. */
  | "expired"
  /** The requested version is ahead of the server: a restored backup, or another server. */
  | "tooLargeVersion"
  /** 429, or not sent because too many requests already wait. */
  | "tooMany"
  /** A page or a redirect instead of a Kubernetes object. */
  | "notKubernetes"
  /** Any other status. */
  | "status"
  /** An answer or a line that is too large or no Kubernetes object, or a collector that failed to answer. */
  | "garbage"
  /** A streamed list without its end: the server does not stream lists. */
  | "noMarker"
  /** A watch that ended at once without an event. */
  | "shortWatch"
  /** Another process sends the requests, and did not send this one. */
  | "notSent"
  /** Ended by this process. */
  | "aborted";

/** A failed request to the API server. `message` states the request, the answer and what to do. Never contains
 *  credentials. */
export class KubeRequestError extends Error {
  override readonly name = "KubeRequestError";
  readonly code: KubeErrorCode;
  readonly httpStatus: number | undefined;
  /** The wait that the server requested, at most a minute. */
  readonly retryAfterMs: number | undefined;
  /** The API server's own sentence without the request; undefined if it sent none. */
  readonly serverMessage: string | undefined;
  constructor(
    code: KubeErrorCode,
    message: string,
    more: { readonly httpStatus?: number; readonly retryAfterMs?: number; readonly serverMessage?: string; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.httpStatus = more.httpStatus;
    this.retryAfterMs = more.retryAfterMs;
    this.serverMessage = more.serverMessage;
  }
}

/** The process that sends the requests is not connected: nothing was sent. */
export class NoResponseError extends KubeRequestError {}
