import { optionalEntry, parseDurationMs } from "../../platform/failure/flag-values.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { PROGRAM } from "../../platform/program-name.ts";
import type { ParsedFlags } from "../parse/parse-flags.ts";
import { type ClusterPlan, clusterPlanOf } from "./cluster-options.ts";

/** A recording of a cluster. */
export interface RecordConfig extends ClusterPlan {
  readonly file: string;
  /** An existing file is overwritten. */
  readonly overwrite: boolean;
  /** Names are replaced in the file when the recording ends. */
  readonly anonymise?: true;
  /** On the cluster's clock; absent: until the user ends it. */
  readonly durationMs?: number;
}

/** A recording is written at several places of its file, so a stream cannot take it. */
const STANDARD_OUTPUTS: readonly string[] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/** Parses `daemonscope record`. Throws UsageError. */
export function recordOf(flags: ParsedFlags): RecordConfig {
  const { values, words } = flags;
  const [file, second] = words;
  if (file === undefined) throw new UsageError(`record needs the file to write: ${PROGRAM} record FILE.`);
  if (STANDARD_OUTPUTS.includes(file)) throw new UsageError(`record cannot write to standard output. Name a file: ${PROGRAM} record FILE`);
  if (second !== undefined) throw new UsageError(`record takes at most one file, but "${second}" is another`);
  const duration = values.get("for")?.[0];
  const durationMs = duration === undefined ? undefined : parseDurationMs("for", duration);
  if (durationMs === 0) throw new UsageError("--for 0 records nothing: omit it to record until Ctrl-C");
  return {
    ...clusterPlanOf(flags),
    file,
    overwrite: values.has("overwrite"),
    ...(values.has("anonymise") ? { anonymise: true } : {}),
    ...optionalEntry("durationMs", durationMs),
  };
}
