import { type ApiError, LOG_HEADER } from "@daemonscope/shared/http/paths";
import { baseUrl } from "../url/base-url.ts";
import { showSignIn } from "./session.ts";

/** An answer other than 2xx, with the server's sentence and the nearest names. */
export class ApiProblem extends Error {
  override readonly name: string = "ApiProblem";
  readonly status: number;
  /** Existing names that are similar to the requested one. */
  readonly nearest: readonly string[];
  /** The server's code of the problem, and its parameters. */
  readonly code: string | undefined;
  readonly params: ApiError["params"];
  constructor(status: number, message: string, { nearest = [], code, params }: Partial<ApiError> = {}) {
    super(message);
    this.status = status;
    this.nearest = nearest;
    this.code = code;
    this.params = params;
  }
}

/** The server answered from another log than the shown one, such as after a restart. The page has not received the
 *  stream of that log yet. */
export class EpochMismatchError extends Error {
  override readonly name = "EpochMismatchError";
}

/** The answer exists only for the live cluster, but the page shows the history or a recording. */
export class LiveOnlyError extends ApiProblem {
  override readonly name = "LiveOnlyError";
  constructor(message: string) {
    super(400, message);
  }
}

async function problemOf(response: Response, path: string): Promise<ApiProblem> {
  let error: Partial<ApiError> = {};
  try {
    error = (await response.json()) as Partial<ApiError>;
  } catch {
    // the answer of a proxy between the page and the server
  }
  return new ApiProblem(response.status, error.message ?? `${path} answered ${response.status}`, error);
}

/** Sends a request, a GET unless `init` states another. Throws EpochMismatchError if the answer is of another log, and
 *  ApiProblem if it is not 2xx. */
export async function fetchOk(
  path: string,
  query: Readonly<Record<string, string>>,
  log: string | undefined,
  signal?: AbortSignal,
  init?: RequestInit,
) {
  const url = new URL(path.slice(1), baseUrl());
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const headers: HeadersInit = { ...init?.headers, ...(log === undefined ? {} : { [LOG_HEADER]: log }) };
  const response = await fetch(url, { ...init, headers, ...(signal === undefined ? {} : { signal }) });
  const answered = response.headers.get(LOG_HEADER);
  if (log !== undefined && answered !== null && answered !== log) throw new EpochMismatchError(`${path} answered from another log`);
  if (response.status === 401) showSignIn();
  if (!response.ok) throw await problemOf(response, path);
  return response;
}

/** Requests JSON from the server; paths are relative to the page's base. */
export async function fetchJson<T>(path: string, query: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<T> {
  return (await (await fetchOk(path, query, undefined, signal)).json()) as T;
}

/** Requests JSON for the cluster whose log is shown; throws EpochMismatchError if the answer is of another log. */
export async function fetchAnswer<T>(path: string, query: Readonly<Record<string, string>>, log: string | undefined, signal: AbortSignal) {
  return (await (await fetchOk(path, query, log, signal)).json()) as T;
}

/** Maximum retries while answers are of another log than the shown one. */
const OTHER_LOG_TRIES = 10;

/** Replicas behind one address alternate: the next try may reach the one whose log is shown. */
const REPLICA_TRIES = 3;
const REPLICA_RETRY_MS = 50;

/** Reports whether the server refused work because other work runs: it names the seconds to wait (LIMIT_CODES). */
const isBusy = (error: Error): boolean => error instanceof ApiProblem && error.status === 429 && error.params?.seconds !== undefined;

/** Returns the delay before the next try, in milliseconds. `failures`: the number of failures before this one. A busy
 *  server names the first delay too: one second. */
export const retryDelayMs = (failures: number, error: Error): number =>
  error instanceof EpochMismatchError && failures < REPLICA_TRIES ? REPLICA_RETRY_MS : Math.min(1000 * 2 ** failures, 30_000);

/** Requests an answer of `log`. After `REPLICA_TRIES` answers of other logs, accepts the answer of any log. */
export async function fetchAtEpoch(
  path: string,
  query: Readonly<Record<string, string>>,
  log: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  for (let failures = 0; failures < REPLICA_TRIES; failures++) {
    try {
      return await fetchOk(path, query, log, signal);
    } catch (error) {
      if (!(error instanceof EpochMismatchError)) throw error;
      await new Promise((done) => setTimeout(done, REPLICA_RETRY_MS));
    }
  }
  return fetchOk(path, query, undefined, signal);
}

/** Reports whether to retry after `error`: once, or up to `OTHER_LOG_TRIES` times if the answer is of another log, or
 *  until it is admitted if the server is busy. `failures`: the number of failures before this one. Any other request
 *  that the server rejected is never retried. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (isBusy(error)) return true;
  if (error instanceof EpochMismatchError) return failures < OTHER_LOG_TRIES;
  if (error instanceof ApiProblem && (error.status < 500 || error.code === "PreviewTooLong")) return false;
  return failures < 1;
}
