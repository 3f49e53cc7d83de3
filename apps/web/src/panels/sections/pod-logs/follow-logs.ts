import type { LogMessage } from "@daemonscope/shared/http/logs";
import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import { ApiProblem } from "../../../data/api/fetch-answer.ts";
import { linesOf } from "../../../data/api/lines-of.ts";
import { baseUrl } from "../../../data/url/base-url.ts";

/** Reads the messages of a log stream until it ends or `signal` aborts. Throws ApiProblem for a refusal, and the
 *  error of fetch for a broken connection. */
export async function followLogs(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onMessage: (message: LogMessage) => void,
): Promise<void> {
  const url = new URL(PATHS.logs.slice(1), baseUrl());
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const response = await fetch(url, { signal });
  if (!response.ok) {
    const error: Partial<ApiError> = await response.json().catch(() => ({}));
    throw new ApiProblem(response.status, error.message ?? `${PATHS.logs} answered ${response.status}`, error);
  }
  for await (const line of linesOf(response)) if (line !== "") onMessage(JSON.parse(line) as LogMessage);
}
