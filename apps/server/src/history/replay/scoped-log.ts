import type { TimelineEvent } from "@daemonscope/shared/http/history";
import type { Checkpoint } from "../log/checkpoint.ts";
import type { LogEntry, LogHeader } from "../log/log-entry.ts";
import type { ReplayStart } from "./log-replayer.ts";

/** The part of a log that a user may see: a log whose model receives fewer inputs. */
export interface ScopedLog {
  /** Unique among all parts. */
  readonly name: string;
  /** Learns the names in a log before any of it is read. */
  know(timelineEvents: readonly TimelineEvent[]): void;
  /** Builds a model from the visible part of a checkpoint, in steps of some milliseconds. */
  start(header: LogHeader, checkpoint: Checkpoint): Generator<undefined, ReplayStart>;
  /** Returns the visible form of an entry, or undefined if the user may not see it. */
  entry(entry: LogEntry): LogEntry | undefined;
  timelineEvent(timelineEvent: TimelineEvent): TimelineEvent | undefined;
  hasDaemonSet(key: string): boolean;
}
