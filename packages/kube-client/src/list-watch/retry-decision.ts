import { backoffMs, type RetryPolicy } from "../flow-control/retry-policy.ts";
import type { KubeRequestError } from "../http/request-error.ts";
import type { WatchedResource } from "../http/resources.ts";

/** The reaction to a failed list or watch. */
export interface RetryDecision {
  /** The new status of the source meanwhile; undefined if the status does not change. */
  readonly report: { readonly as: "lost" | "suspect" | "forbidden"; readonly detail: string } | undefined;
  readonly waitMs: number;
  /** True if the wait ends when the server answers a probe again. `Retry-After` and refusals are waited out. */
  readonly endsOnReturn: boolean;
}

/** The state at the time of a failed request. */
export interface FailureContext {
  /** Requests that failed before this one, since the last good watch. */
  readonly failures: number;
  /** The number of consecutive failures directly before this one that the server answered with 403. */
  readonly refusals: number;
  /** Failures before this one that lost the history, since the last good watch. */
  readonly losses: number;
  /** True if everything must be listed again. */
  readonly mustList: boolean;
}

/** An API server that starts refuses every request until it has read its roles. After this number of refusals a
 *  right counts as missing. */
const MAX_STARTUP_REFUSALS = 6;

/** Decides the reaction to one failed request: the status, the wait, and what may end the wait.
 *  `random` is called once for the growing wait, and once more for a refusal at startup and for repeated failures of
 *  credentials. */
export function decideRetry(
  error: KubeRequestError,
  { failures, refusals, losses, mustList }: FailureContext,
  resource: Pick<WatchedResource, "name" | "qualified" | "namespace">,
  pace: RetryPolicy,
  random: () => number,
): RetryDecision {
  const requestedMs = error.retryAfterMs ?? 0;
  const chance = random();
  const waitUpTo = (retryLimitMs: number) =>
    Math.max(
      backoffMs({ ...pace, retryLimitMs }, failures, () => chance),
      requestedMs,
    );
  const waitMs = waitUpTo(pace.retryLimitMs);
  switch (error.code) {
    case "forbidden": {
      const where = resource.namespace === undefined ? "--all-namespaces" : `-n ${resource.namespace}`;
      const hint = `needs the verbs list and watch on ${resource.qualified}; try: kubectl auth can-i list ${resource.qualified} ${where}`;
      const isStartup = refusals < MAX_STARTUP_REFUSALS;
      const wasAway = failures > refusals;
      return {
        report: { as: isStartup && wasAway ? "lost" : "forbidden", detail: `${error.message}; ${hint}` },
        waitMs: Math.max(isStartup ? backoffMs(pace, refusals, random) : pace.forbiddenRetryMs, requestedMs),
        endsOnReturn: false,
      };
    }
    case "expired":
    case "tooLargeVersion":
    case "garbage":
      return {
        report: { as: "suspect", detail: `${error.message}; ${resource.name} are listed again` },
        // No reason to wait the first time, also after an outage: the server is healthy, only our version is not.
        waitMs: losses === 0 ? 0 : waitMs,
        endsOnReturn: false,
      };
    case "shortWatch":
      // The server answers without an error: one occurrence does not change the status.
      return { report: mustList ? { as: "suspect", detail: error.message } : undefined, waitMs, endsOnReturn: false };
    case "timeout":
      return { report: { as: "suspect", detail: error.message }, waitMs, endsOnReturn: true };
    case "unauthorized":
    case "credentials":
      return {
        report: { as: "lost", detail: error.message },
        waitMs: failures === 0 ? waitMs : Math.max(waitMs, pace.unauthorizedRetryMs * (0.8 + 0.4 * random())),
        endsOnReturn: false,
      };
    default: {
      const endsOnReturn = error.retryAfterMs === undefined && error.code !== "tooMany";
      return {
        report: { as: "lost", detail: error.message },
        // The probe notices the return, so that the tries of all kinds leave requests of the failure pace for it.
        waitMs: endsOnReturn ? waitUpTo(2 * pace.retryLimitMs) : waitMs,
        endsOnReturn,
      };
    }
  }
}
