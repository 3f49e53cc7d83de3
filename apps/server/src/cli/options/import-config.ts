import { parseTime } from "@daemonscope/shared/http/moment";
import { optionalEntry } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";

/** Logs of other programs, and the recording to make from them. */
export interface ImportConfig {
  /** Input files, in any order. Only audit logs may be several. */
  readonly from: readonly [string, ...string[]];
  readonly file: string;
  /** An existing file is overwritten. */
  readonly overwrite: boolean;
  /** The input is a Daemonscope recording, and the output is the same recording with replaced names. */
  readonly anonymise?: true;
  /** Start of the recording, if the input does not contain it. */
  readonly startMs?: number;
}

/** Parses `daemonscope import`. Throws UsageError. */
export function importOf({ values, words }: ParsedFlags): ImportConfig {
  const file = words.at(-1);
  const [first, ...others] = words.slice(0, -1);
  if (first === undefined || file === undefined)
    throw new UsageError(`import needs the file to read and the one to write: ${PROGRAM} import RECORDING FILE.`);
  if (words.includes("-"))
    throw new UsageError(`import reads and writes files, and no standard input or output: ${PROGRAM} import RECORDING FILE.`);
  const start = values.get("start")?.[0];
  const startMs = start === undefined ? undefined : parseTime(start);
  if (start !== undefined && startMs === undefined)
    throw new UsageError(`--start is a time like 2026-01-31T12:00:00Z, or milliseconds since 1970: "${start}" is neither.`);
  const anonymise = values.has("anonymise");
  if (anonymise && start !== undefined)
    throw new UsageError("--anonymise reads a recording of daemonscope, which says when it began: leave out --start.");
  if (anonymise && others.length > 0) throw new UsageError(`--anonymise reads one recording, but "${others[0]}" is another`);
  return {
    from: [first, ...others],
    file,
    overwrite: values.has("overwrite"),
    ...(anonymise ? { anonymise } : {}),
    ...optionalEntry("startMs", startMs),
  };
}
