import { statSync } from "node:fs";
import { dirname } from "node:path";
import { isoTime } from "@daemonscope/kube/values/time";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { type RowIds, rowCount } from "@daemonscope/shared/state/row-ids";
import type { Segment } from "../../history/log/segment.ts";
import type { LogFileStore } from "../../history/storage/log-file-store.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { RecordConfig } from "../options/record-config.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Checks that a file may be written, before anything is read for it. Throws UsageError. */
export function checkOutputFile({ file, overwrite }: Pick<RecordConfig, "file" | "overwrite">): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new UsageError(`${file} is a directory. Name a file in it`);
  if (found !== undefined && !found.isFile()) throw new UsageError(`${file} is not a regular file`);
  if (found !== undefined && !overwrite) throw new UsageError(`${file} already exists. Use --overwrite to replace it`);
  const folder = dirname(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`directory ${folder} does not exist`);
}

/** Prints the time range and the content of a file; `done` is the verb. */
export function printRecordingSummary(
  done: string,
  segments: readonly Segment[],
  { rows, columns }: ClusterStateOf,
  store: LogFileStore,
  terminal: Terminal,
): void {
  const count = (slots: RowIds, one: string) => {
    const total = rowCount(slots);
    return `${total} ${one}${total === 1 ? "" : "s"}`;
  };
  const what = `${count(rows, "node")}, ${count(columns, "DaemonSet")}, ${store.bytes} bytes`;
  terminal.print(`${done} ${isoTime(segments[0]?.fromMs ?? 0)} to ${isoTime(segments.at(-1)?.toMs ?? 0)} in ${store.path}: ${what}`);
}
