import { joinWithOr } from "../../platform/failure/join-words.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";

export const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Returns the log level of a server; silent by default. Throws UsageError. */
export function logLevelOf(text = "silent"): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw new UsageError(`unknown log level "${text}": use ${joinWithOr(LOG_LEVELS)}`);
  return level;
}
