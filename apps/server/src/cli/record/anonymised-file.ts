import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { writeAnonymized } from "../../history/anonymize/anonymous-file.ts";
import type { Segment } from "../../history/log/segment.ts";
import type { LogFileStore } from "../../history/storage/log-file-store.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printRecordingSummary } from "./output-file.ts";

const LEFT =
  "Left: label keys of kubernetes.io and of node pools, names of resources, reasons, states, versions, times, numbers of up to six digits, and single words that Kubernetes itself uses.";

/**
 * Writes a recording with replaced names, and reports the words that remain. Throws UsageError if the file cannot be
 * written.
 */
export async function writeAnonymizedFile(
  segments: readonly Segment[],
  state: ClusterStateOf,
  store: LogFileStore,
  terminal: Terminal,
): Promise<void> {
  const words = await writeAnonymized(segments, store, runInARow).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`File ${store.path} cannot be written: ${code}.`);
  });
  printRecordingSummary("anonymised", segments, state, store, terminal);
  terminal.print(`${words.size} words have others in their place. ${LEFT}`);
}
