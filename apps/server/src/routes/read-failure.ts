import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { ApiFailure } from "../safety/api-failure.ts";

/** What a read needs of the cluster's rules of access, as `kubectl auth can-i` takes it. */
export interface NeededRight {
  readonly verb: "get" | "list";
  /** `events`, `pods/log`, `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** Undefined for all of them, or for what has none. */
  readonly namespace: string | undefined;
}

/** The question that a person asks kubectl about a right. */
export function canI({ verb, resource, namespace }: NeededRight): string {
  return `kubectl auth can-i ${verb} ${resource} ${namespace === undefined ? "--all-namespaces" : `-n ${namespace}`}`;
}

/** As a sentence begins: what a collector says is a clause. */
const begun = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** One sentence about a read that failed: which right is missing, or what the API server said. */
export function readProblem(error: KubeRequestError, right: NeededRight): string {
  const message = begun(error.message);
  if (error.code !== "forbidden") return `${message}.`;
  return `${message}; needs the verb ${right.verb} on ${right.resource}; try: ${canI(right)}`;
}

/** The same in the API server's own words alone, where it has some: for many reads that fail alike. */
export function saidProblem(error: KubeRequestError, right: NeededRight): string {
  const said = error.said?.replace(/\.$/, "");
  if (said === undefined) return readProblem(error, right);
  return error.code === "forbidden" ? `${said}; needs the verb ${right.verb} on ${right.resource}; try: ${canI(right)}` : `${said}.`;
}

/** Turns the failure of a read into an answer with the API server's own sentence. What is no failure of a read is thrown as it is. */
export function readFailure(error: unknown, right: NeededRight): ApiFailure {
  if (!(error instanceof KubeRequestError)) throw error;
  const message = readProblem(error, right);
  if (error.code === "forbidden") return new ApiFailure(403, "Forbidden", message, undefined, error);
  return new ApiFailure(error.code === "timeout" ? 504 : 502, "ClusterNotRead", message, undefined, error);
}
