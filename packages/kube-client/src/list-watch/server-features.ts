import { isJson } from "../decode/fields.ts";
import type { Timers } from "../flow-control/clock.ts";
import type { RetryPolicy } from "../flow-control/retry-policy.ts";
import { readBody } from "../http/read-body.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";

/** Features that the server reports at /version. */
interface ServerFeatures {
  /** Undefined if the server does not report it. */
  readonly gitVersion: string | undefined;
  /** WatchList is on by default since 1.32; older servers may ignore the request for it. */
  readonly streamsLists: boolean;
}

const STREAMING_SINCE_MINOR = 32;
const LIMIT_BYTES = 65_536;
const HEADERS_TIMEOUT_MS = 5000;

function featuresIn(text: string): ServerFeatures {
  let version: unknown;
  try {
    version = JSON.parse(text);
  } catch {
    version = undefined;
  }
  if (!isJson(version)) return { gitVersion: undefined, streamsLists: false };
  // Providers write "32+".
  const minor = Number.parseInt(String(version.minor), 10);
  return {
    gitVersion: typeof version.gitVersion === "string" ? version.gitVersion.slice(0, 64) : undefined,
    streamsLists: Number.parseInt(String(version.major ?? "1"), 10) >= 1 && minor >= STREAMING_SINCE_MINOR,
  };
}

/** Reads the server's features once for all callers. A refusal is an answer, except 401 and 429: the server then
 *  counts as one without streamed lists. Throws KubeRequestError if there is no answer; the next call tries again. */
export function createServerFeatures(
  transport: Transport,
  pace: RetryPolicy,
  timers: Timers,
): (signal: AbortSignal) => Promise<ServerFeatures> {
  let known: Promise<ServerFeatures> | undefined;
  async function read(signal: AbortSignal): Promise<ServerFeatures> {
    try {
      const response = await transport.get("/version", {}, { signal, headersTimeoutMs: HEADERS_TIMEOUT_MS });
      const limits = { limitBytes: LIMIT_BYTES, silenceMs: pace.bodySilenceMs, timers };
      return featuresIn(await readBody("GET /version", new URL(transport.server).host, response, limits));
    } catch (error) {
      const isRefusal = error instanceof KubeRequestError && error.httpStatus !== undefined && error.httpStatus < 500;
      if (isRefusal && error.code !== "unauthorized" && error.code !== "tooMany") return { gitVersion: undefined, streamsLists: false };
      throw error;
    }
  }
  return (signal) => {
    known ??= read(signal).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
