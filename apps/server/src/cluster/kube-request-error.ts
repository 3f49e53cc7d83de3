/** Why a request to the API server failed; `message` says what was asked, what came back and what it takes. */
export class KubeRequestError extends Error {
  override readonly name = "KubeRequestError";
  /** refused · unreachable · timeout · certificate · unauthorized · forbidden · expired · tooMany · notKubernetes · status · aborted · disconnected · garbage */
  readonly code: string;
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(
    code: string,
    message: string,
    more: { readonly httpStatus?: number; readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.httpStatus = more.httpStatus;
    this.retryAfterMs = more.retryAfterMs;
  }
}

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|ERR_SSL|EPROTO)/;

/** Turns what the socket said into a sentence. */
export function connectionError(what: string, server: string, cause: unknown): KubeRequestError {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String((cause as { code: unknown }).code) : "";
  const text = cause instanceof Error ? cause.message : String(cause);
  if (code === "ECONNREFUSED") return new KubeRequestError("refused", `${what}: connection refused by ${server}`, { cause });
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new KubeRequestError("unreachable", `${what}: the name of ${server} cannot be resolved`, { cause });
  if (code === "ETIMEDOUT" || code === "EHOSTUNREACH" || code === "ENETUNREACH")
    return new KubeRequestError("unreachable", `${what}: ${server} cannot be reached (${code})`, { cause });
  if (CERTIFICATE.test(code))
    return new KubeRequestError(
      "certificate",
      `${what}: the certificate of ${server} is not accepted (${text}); check certificate-authority in the kubeconfig`,
      { cause },
    );
  return new KubeRequestError("disconnected", `${what}: the connection to ${server} broke (${code || text})`, { cause });
}
