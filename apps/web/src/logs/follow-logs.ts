import type { LogMessage } from "@daemonscope/shared/http/logs";
import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import { baseUrl } from "../address/base-url.ts";
import { ApiProblem } from "../api/fetch-answer.ts";

/** Reads the messages of a log stream until it ends or the signal comes. Throws ApiProblem for a refusal, and what fetch throws for a broken connection. */
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
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part !== "") onMessage(JSON.parse(part) as LogMessage);
  }
}
