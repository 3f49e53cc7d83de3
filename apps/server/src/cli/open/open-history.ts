import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { HistoryFolder, HistoryFolderError } from "../../history/storage/history-folder.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { HistoryOptions } from "../options/history-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { OpenCluster } from "./cluster-for-command.ts";

/** The history folder, and the receiver of its problems. */
export interface OpenHistory {
  readonly folder: HistoryFolder;
  readonly onProblem: (text: string) => void;
}

/**
 * Opens the history folder. Undefined if none is configured, or if the disk is full: then a warning is printed and
 * live data continues. Throws UsageError.
 */
export async function openHistory(
  choice: HistoryOptions | undefined,
  { identity, clock, simulator }: OpenCluster,
  terminal: Terminal,
): Promise<OpenHistory | undefined> {
  if (choice === undefined) return undefined;
  if (simulator !== undefined)
    throw new UsageError("--history keeps the past of a real cluster, and no kubeconfig was found: name one with --kubeconfig.");
  const { folder, maxBytes, maxAgeMs } = choice;
  try {
    const limits = { maxBytes, maxAgeMs };
    const opened = await HistoryFolder.open(folder, identity.server, limits, clock.nowMs(), systemTimers);
    for (const damage of opened.damages) terminal.warn(damage);
    return { folder: opened, onProblem: (text) => terminal.warn(text) };
  } catch (error) {
    if (!(error instanceof HistoryFolderError)) throw error;
    if (!error.isFull) throw new UsageError(error.message);
    terminal.warn(`${error.message} The past is kept in memory alone.`);
    return undefined;
  }
}
