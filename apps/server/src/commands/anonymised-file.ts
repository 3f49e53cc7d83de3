import type { ClusterStateOf } from "@daemonscope/shared/cluster-state";
import { writeAnonymized } from "../anonymise/anonymous-file.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { runInARow } from "../frames/in-turns.ts";
import type { LogFileStore } from "../log/log-file-store.ts";
import type { Segment } from "../log/segment.ts";
import type { Terminal } from "./terminal.ts";
import { printRecordingSummary } from "./written-file.ts";

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
  terminal.say(`${words.size} words have others in their place. ${LEFT}`);
}
