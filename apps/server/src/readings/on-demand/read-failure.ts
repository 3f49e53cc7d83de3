import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { ApiFailure } from "../../platform/failure/api-failure.ts";

/** The RBAC right that a read needs, as `kubectl auth can-i` accepts it. */
export interface ReadPermission {
  readonly verb: "get" | "list";
  /** `events`, `pods/log`, `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** Undefined for all namespaces, or for resources without a namespace. */
  readonly namespace: string | undefined;
}

/** Returns the kubectl command that checks a right. */
function canIQuestion({ verb, resource, namespace }: ReadPermission): string {
  return `kubectl auth can-i ${verb} ${resource} ${namespace === undefined ? "--all-namespaces" : `-n ${namespace}`}`;
}

/** Capitalizes the first letter, because the messages of errors begin in lower case. */
const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Returns one sentence about a failed read: the missing right, or the API server's message. */
export function readFailureMessage(error: KubeRequestError, right: ReadPermission): string {
  const message = capitalized(error.message);
  if (error.code !== "forbidden") return `${message}.`;
  return `${message}; needs the verb ${right.verb} on ${right.resource}; try: ${canIQuestion(right)}`;
}

/** Returns the same sentence without the request, if the API server sent a message. For many reads that fail alike. */
export function apiServerMessage(error: KubeRequestError, right: ReadPermission): string {
  const serverMessage = error.serverMessage?.replace(/\.$/, "");
  if (serverMessage === undefined) return readFailureMessage(error, right);
  return error.code === "forbidden"
    ? `${serverMessage}; needs the verb ${right.verb} on ${right.resource}; try: ${canIQuestion(right)}`
    : `${serverMessage}.`;
}

/** Converts a failed read to an ApiFailure with the API server's message. Rethrows all other errors. */
export function readFailure(error: unknown, right: ReadPermission): ApiFailure {
  if (!(error instanceof KubeRequestError)) throw error;
  const message = readFailureMessage(error, right);
  if (error.code === "forbidden") return new ApiFailure(403, "Forbidden", message, undefined, error);
  return new ApiFailure(error.code === "timeout" ? 504 : 502, "ClusterNotRead", message, undefined, error);
}
