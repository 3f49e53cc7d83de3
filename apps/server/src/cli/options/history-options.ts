import { numberOf, optionalEntry, parseDurationMs } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { FlagName } from "../flags/flags.ts";

/** A folder that keeps history across restarts. */
export interface HistoryOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** Absent: no age limit. */
  readonly maxAgeMs?: number;
}

const DEFAULT_SIZE_MB = "1024";
const LIMIT_FLAGS: readonly FlagName[] = ["history-size", "history-age"];

/** Returns the history folder and its limits; undefined without a folder. Throws UsageError. */
export function historyOf(flagValue: (name: FlagName) => string | undefined, isSimulated: boolean): HistoryOptions | undefined {
  const folder = flagValue("history");
  if (folder === undefined) {
    const flag = LIMIT_FLAGS.find((name) => flagValue(name) !== undefined);
    if (flag !== undefined) throw new UsageError(`--${flag} is about the folder of --history DIR, and none was given: add it.`);
    return undefined;
  }
  if (isSimulated)
    throw new UsageError("use either --history or --simulate, not both: a simulated cluster always starts from the beginning");
  const age = flagValue("history-age");
  const maxAgeMs = age === undefined ? undefined : parseDurationMs("history-age", age, "72h or 30d");
  if (maxAgeMs === 0) throw new UsageError("--history-age 0 would keep nothing: omit it to keep what --history-size allows");
  return {
    folder,
    maxBytes: numberOf("history-size", flagValue("history-size") ?? DEFAULT_SIZE_MB, 1, 1_000_000, true) * 1024 * 1024,
    ...optionalEntry("maxAgeMs", maxAgeMs),
  };
}
