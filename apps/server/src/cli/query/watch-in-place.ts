import { splitKey } from "@daemonscope/kube/base/object-key";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { UsageError } from "../../platform/failure/usage-error.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import type { StatusConfig } from "../options/query-options.ts";
import { labelHeader } from "../print/list-answer.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { clusterHappenings } from "./cluster-happenings.ts";
import type { LiveView } from "./live-view.ts";

/** Each reading lists the events and revisions of one namespace. */
const HAPPENINGS_INTERVAL_MS = 5000;

/** Reports whether `status --watch` redraws in place: one named DaemonSet, on a terminal that can move its cursor. A
 *  pipe, a format, and options of a table get lines. */
export function isRedrawn({ watch, daemonSets, format, isTimestamped, watchEvents, list }: StatusConfig, terminal: Terminal): boolean {
  const isPlain = format === undefined && list.template === undefined && !list.noHeaders && labelHeader(list).length === 0;
  return (
    watch &&
    daemonSets.length === 1 &&
    isPlain &&
    !isTimestamped &&
    !watchEvents &&
    terminal.isTerminal &&
    terminal.environment.TERM !== "dumb"
  );
}

/** Shows a view until the user ends it. Returns the exit code. */
export async function watchInPlace(view: LiveView, cluster: OpenCluster, terminal: Terminal): Promise<number> {
  const end = new AbortController();
  const following = followHappenings(view, cluster, terminal, end.signal);
  try {
    return await view.ended();
  } finally {
    end.abort();
    await following;
  }
}

/** Reads the events of a DaemonSet every few seconds, until `end`. If a read fails, the last ones stay. */
async function followHappenings(view: LiveView, cluster: OpenCluster, terminal: Terminal, end: AbortSignal): Promise<void> {
  const { key } = view;
  const [namespace, name] = splitKey(key);
  // A warning would damage the frame.
  const silent = { ...terminal, warn: () => undefined };
  const aborted = new Promise<undefined>((done) => end.addEventListener("abort", () => done(undefined), { once: true }));
  while (!end.aborted) {
    const read = clusterHappenings(cluster, namespace, name, (each) => each === key, silent).catch(noAnswer);
    const answer = await Promise.race([read, aborted]);
    if (answer !== undefined) view.happenings = answer.happenings;
    const pause = new Promise<void>((done) => void systemTimers.after(HAPPENINGS_INTERVAL_MS, done));
    await Promise.race([pause, aborted]);
  }
}

function noAnswer(error: unknown): undefined {
  if (!(error instanceof UsageError)) throw error;
}
