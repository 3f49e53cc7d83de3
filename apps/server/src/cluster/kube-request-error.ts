/** What went wrong with a request, for those who decide what to do next; people read the message. */
export type KubeErrorCode =
  /** Nobody listens there. */
  | "refused"
  /** No way to the address, or no such name. */
  | "unreachable"
  /** An open connection on which nothing came in time. */
  | "timeout"
  /** The connection broke, or the answer ended early. */
  | "disconnected"
  | "certificate"
  /** The other side does not speak TLS where https was meant, or only TLS where http was. */
  | "protocol"
  /** Our own credentials could not be made: a plugin or a file failed. */
  | "credentials"
  | "unauthorized"
  | "forbidden"
  /** 410: the version that we asked from is no longer in the history. */
  | "expired"
  /** The version that we asked from is ahead of the server: a restored backup, or another server. */
  | "tooLargeVersion"
  | "tooMany"
  /** A page or a redirect where a Kubernetes object was asked for. */
  | "notKubernetes"
  /** Any other status. */
  | "status"
  /** An answer or a line that is no Kubernetes object. */
  | "garbage"
  /** A streamed list without its end: the server does not stream lists. */
  | "noMarker"
  /** A watch that ended at once and brought nothing. */
  | "shortWatch"
  /** Somebody else asks for us, and sent nothing. */
  | "notSent"
  /** Ended by us. */
  | "aborted";

/** Why a request to the API server failed; `message` says what was asked, what came back and what it takes. Never holds credentials. */
export class KubeRequestError extends Error {
  override readonly name = "KubeRequestError";
  readonly code: KubeErrorCode;
  readonly httpStatus: number | undefined;
  /** As the server asked, at most a minute. */
  readonly retryAfterMs: number | undefined;
  /** The API server's own sentence, without what was asked; undefined where it said none. */
  readonly said: string | undefined;
  constructor(
    code: KubeErrorCode,
    message: string,
    more: { readonly httpStatus?: number; readonly retryAfterMs?: number; readonly said?: string; readonly cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.httpStatus = more.httpStatus;
    this.retryAfterMs = more.retryAfterMs;
    this.said = more.said;
  }
}

/** Who asks for us is not heard: nothing was sent. */
export class UnheardError extends KubeRequestError {}
