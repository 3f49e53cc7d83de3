import { type ApiError, LOG_HEADER } from "@daemonscope/shared/http/paths";
import { baseUrl } from "../address/base-url.ts";
import { showSignIn } from "./session.ts";

/** An answer that is no 2xx, with the server's own sentence: it offers the nearest names too. */
export class ApiProblem extends Error {
  override readonly name: string = "ApiProblem";
  readonly status: number;
  /** Names that exist and are near the one that was asked for. */
  readonly nearest: readonly string[];
  /** The server's name for it, and what it names. */
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

/** The server answered from another log than the one that is shown: another cluster, of which the page is about to hear. */
export class OtherLog extends Error {
  override readonly name = "OtherLog";
}

/** What is asked for is read from the cluster as it is, and the page is of the past. */
export class OnlyNow extends ApiProblem {
  override readonly name = "OnlyNow";
  constructor(message: string) {
    super(400, message);
  }
}

async function problemOf(response: Response, path: string): Promise<ApiProblem> {
  let error: Partial<ApiError> = {};
  try {
    error = (await response.json()) as Partial<ApiError>;
  } catch {
    // an answer of a proxy between us and our server
  }
  return new ApiProblem(response.status, error.message ?? `${path} answered ${response.status}`, error);
}

/** Asks as `init` says. Throws OtherLog where the answer is of another log, and what our server says of anything but 2xx. */
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
  if (log !== undefined && answered !== null && answered !== log) throw new OtherLog(`${path} answered from another log`);
  if (response.status === 401) showSignIn();
  if (!response.ok) throw await problemOf(response, path);
  return response;
}

/** Asks our server; paths are relative to the page's base. */
export async function fetchJson<T>(path: string, query: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<T> {
  return (await (await fetchOk(path, query, undefined, signal)).json()) as T;
}

/** The same of the cluster whose log is shown; throws OtherLog where the answer is of another. */
export async function fetchAnswer<T>(path: string, query: Readonly<Record<string, string>>, log: string | undefined, signal: AbortSignal) {
  return (await (await fetchOk(path, query, log, signal)).json()) as T;
}

/** Times that a page asks again which has not yet heard of the server's other log. */
const OTHER_LOG_TRIES = 10;

/** Replicas behind one address take turns: the next try may meet the one whose log is shown. */
const TURNS = 3;
const TURN_MS = 50;

/** How long to wait after `failures` failures, in milliseconds. */
export const waitsMs = (failures: number, error: Error): number =>
  error instanceof OtherLog && failures < TURNS ? TURN_MS : Math.min(1000 * 2 ** failures, 30_000);

/** Asks until the answer is of the log whose frames come; then takes it of whichever log it is. */
export async function fetchOfLog(
  path: string,
  query: Readonly<Record<string, string>>,
  log: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  for (let failures = 0; failures < TURNS; failures++) {
    try {
      return await fetchOk(path, query, log, signal);
    } catch (error) {
      if (!(error instanceof OtherLog)) throw error;
      await new Promise((done) => setTimeout(done, TURN_MS));
    }
  }
  return fetchOk(path, query, undefined, signal);
}

/** Whether to ask again after `failures` failures: once, unless the server said what is wrong with the question. */
export function isWorthAnother(failures: number, error: Error): boolean {
  if (error instanceof OtherLog) return failures < OTHER_LOG_TRIES;
  if (error instanceof ApiProblem && (error.status < 500 || error.code === "PreviewTooLong")) return false;
  return failures < 1;
}
