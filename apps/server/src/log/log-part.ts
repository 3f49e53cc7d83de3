import type { Happening } from "@daemonscope/shared/http/history";
import type { Checkpoint } from "./checkpoint.ts";
import type { Entry, LogHeader } from "./entry.ts";
import type { LogStart } from "./log-player.ts";

/** What of a log is told to somebody who may not see all of it: a log whose model is told less. */
export interface LogPart {
  /** No other part has it. */
  readonly name: string;
  /** Learns of what is named in a log before anything of it is told. */
  know(happenings: readonly Happening[]): void;
  /** A model that begins with what it may be told of a checkpoint, made some milliseconds at a time. */
  start(header: LogHeader, checkpoint: Checkpoint): Generator<undefined, LogStart>;
  /** The entry as it may be told; undefined for one that may not. */
  entry(entry: Entry): Entry | undefined;
  happening(happening: Happening): Happening | undefined;
  hasDaemonSet(key: string): boolean;
}
