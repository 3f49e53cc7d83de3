import { errorMessage } from "@daemonscope/kube/base/error-message";
import { KubeRequestError } from "./request-error.ts";

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;
const TLS = /^(EPROTO|ERR_SSL|ERR_TLS|ERR_OSSL)/;

const codeOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String((cause as { readonly code: unknown }).code) : "";

function certificateReason(code: string, text: string): string {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return "it has expired: renew it, or check this machine's clock";
    case "CERT_NOT_YET_VALID":
      return "it is not valid yet: check this machine's clock";
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `it is made out to another name (${text.slice(0, 200)}): check the server's address, or set tls-server-name in the kubeconfig`;
    default:
      return `its authority is not the one of this kubeconfig (${code}): check certificate-authority(-data)`;
  }
}

/** Converts a socket error into a coded error. The sentence has the request, the cause and where to check. */
export function connectionFailure(what: string, server: string, cause: unknown): KubeRequestError {
  if (cause instanceof KubeRequestError) return cause;
  // Several addresses were tried: the first failure represents all.
  const first = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const code = codeOf(first) || codeOf(cause);
  const text = errorMessage(first);
  const failed = (kind: ConstructorParameters<typeof KubeRequestError>[0], sentence: string) =>
    new KubeRequestError(kind, `${what}: ${sentence}`, { cause });
  if (code === "ECONNREFUSED") return failed("refused", `connection refused by ${server}: no API server listens there`);
  if (code === "ENOTFOUND") return failed("unreachable", `the name of ${server} is unknown: check the server's address`);
  if (code === "EAI_AGAIN") return failed("unreachable", `the name of ${server} cannot be resolved now: check the network`);
  if (["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL"].includes(code))
    return failed("unreachable", `${server} cannot be reached (${code}): check the network, or a VPN`);
  if (CERTIFICATE.test(code)) return failed("certificate", `the certificate of ${server} is refused: ${certificateReason(code, text)}`);
  if (code === "HPE_INVALID_CONSTANT" || code.startsWith("HPE_"))
    return failed("protocol", `${server} does not answer in HTTP: check the server's address and port`);
  if (TLS.test(code) && /wrong version number|packet length too long|unknown protocol/i.test(text))
    return failed("protocol", `${server} does not speak TLS: is its address http:// rather than https://?`);
  if (TLS.test(code) && /alert|handshake/i.test(text))
    return failed("certificate", `${server} refused our client certificate or our way of TLS (${code})`);
  if (TLS.test(code)) return failed("certificate", `no TLS connection to ${server} (${code}): check the certificates in the kubeconfig`);
  return failed("disconnected", `the connection to ${server} broke (${code || text.slice(0, 200)})`);
}

/** Converts an exception of Node into a coded error. Node checks headers, certificates and keys before it sends
 *  anything. The message of Node is left out, because it may quote a credential. */
export function unsendableRequest(what: string, cause: unknown): KubeRequestError {
  if (cause instanceof KubeRequestError) return cause;
  const code = codeOf(cause) || "no code";
  const failed = (sentence: string) => new KubeRequestError("credentials", `${what}: ${sentence}`);
  if (code === "ERR_INVALID_CHAR" || code.startsWith("ERR_HTTP_INVALID") || code === "ERR_INVALID_HTTP_TOKEN")
    return failed("a token, a user name or a group holds a character that no HTTP header can carry; correct it in the kubeconfig");
  if (TLS.test(code))
    return failed(`the client certificate or its key cannot be used (${code}): check client-certificate and client-key in the kubeconfig`);
  return failed(`the request cannot be sent with these credentials (${code}): check the user and the cluster in the kubeconfig`);
}
