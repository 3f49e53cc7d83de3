import { REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";
import { isoTime } from "@daemonscope/kube/values/time";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import { LiveFrames } from "../../frames/live-frames.ts";
import { LogWriter } from "../../history/log/log-writer.ts";
import type { Segment } from "../../history/log/segment.ts";
import { FIRST_LINE } from "../../history/storage/log-file.ts";
import { LogFileStore } from "../../history/storage/log-file-store.ts";
import { type FlushedLog, startFlushing } from "../../history/storage/start-flushing.ts";
import { errorCode } from "../../platform/failure/error-code.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { VERSION } from "../../platform/version.ts";
import type { ClusterWatch } from "../../watch/cluster-watch.ts";
import { checkConnection } from "../open/check-connection.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { createWatchedCluster } from "../open/create-watched-cluster.ts";
import { openCluster } from "../open/open-cluster.ts";
import { FIRST_LIST_TIMEOUT_MS } from "../open/open-command-model.ts";
import { serverVersion } from "../open/server-version.ts";
import type { RecordConfig } from "../options/record-config.ts";
import { stopped, type Terminal } from "../terminal/terminal.ts";
import { writeAnonymizedFile } from "./anonymised-file.ts";
import { checkOutputFile, printRecordingSummary } from "./output-file.ts";

/** Returns the reason for the first needed kind that was not read. */
function firstProblem(statuses: SourceStatuses): string | undefined {
  const source = REQUIRED_SOURCES_OF_PAGE.find((each) => statuses[each].state !== "live");
  return source === undefined ? undefined : (statuses[source].detail ?? `${source} are not listed yet`);
}

/**
 * Waits for the first lists, with which a log begins. Resolves to false if the user interrupts before. Throws
 * UsageError.
 */
async function firstLists({ synced, statuses }: ClusterWatch, { words }: OpenCluster, terminal: Terminal): Promise<boolean> {
  let onTimeout: (end: "late") => void = () => undefined;
  const timer = systemTimers.after(FIRST_LIST_TIMEOUT_MS, () => onTimeout("late"));
  const timeout = new Promise<"late">((done) => {
    onTimeout = done;
  });
  const end = await Promise.race([synced.then(() => "listed" as const), stopped(terminal).then(() => "stopped" as const), timeout]);
  timer.cancel();
  if (end === "stopped") return false;
  const why = firstProblem(statuses());
  if (why !== undefined && (end === "late" || REQUIRED_SOURCES_OF_PAGE.some((source) => statuses()[source].state === "forbidden")))
    throw new UsageError(`${words} did not list its objects: ${why}.`);
  return true;
}

/** The end of a recording: by the user or the duration, or by a failed write. */
type Ending = { readonly kind: "over" } | { readonly kind: "broken"; readonly error: unknown };

/**
 * Returns the path during the recording. With --anonymise it is another file, because the names to replace are known
 * only at the end. Until then a kill must lose nothing (L4).
 */
const recordingPath = ({ file, anonymise }: RecordConfig): string => (anonymise ? `${file}.named` : file);

/**
 * Writes the requested file with replaced names. If that fails, the recording remains in its first file, and the error
 * names it.
 */
async function writeAnonymizedCopy(
  { file, overwrite, ...config }: RecordConfig,
  segments: readonly Segment[],
  state: ClusterStateOf,
  terminal: Terminal,
) {
  const store = new LogFileStore(file, FIRST_LINE, { isReplacing: overwrite });
  try {
    await writeAnonymizedFile(segments, state, store, terminal);
  } catch (error) {
    await store.discard();
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message.slice(0, -1)}: the recording so far is in ${recordingPath({ ...config, file, overwrite })}.`);
  } finally {
    await store.close();
  }
}

/** Runs `record` on an open cluster. */
export async function recordOn(cluster: OpenCluster, config: RecordConfig, terminal: Terminal): Promise<void> {
  const logFile = recordingPath(config);
  await checkConnection(cluster, terminal.stop, true);
  const version = await serverVersion(cluster.transport, terminal.stop);
  const store = new LogFileStore(logFile, FIRST_LINE, { isReplacing: config.overwrite });
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((done) => {
    end = done;
  });
  const identity = { ...cluster.identity, version, simulated: cluster.identity.simulated || version?.endsWith("+simulated") === true };
  const watched = createWatchedCluster({ ...config, showEnvValues: false }, identity, cluster.clock, (header, model) => {
    const onBroken = (error: unknown) => end({ kind: "broken", error });
    return new LogWriter({ header, model, store, maxBytes: Number.POSITIVE_INFINITY, onBroken });
  });
  const { log: writer } = watched;
  const live = new LiveFrames({
    ...watched.live,
    build: VERSION,
    timers: systemTimers,
    random: Math.random,
    wallNowMs: Date.now,
  });
  const watch = watched.watch({ transport: cluster.transport }, live, { problem: (text) => terminal.warn(text), version: () => undefined });
  let flushed: FlushedLog | undefined;
  let timer: { cancel(): void } | undefined;
  try {
    if (!(await firstLists(watch, cluster, terminal))) return;
    // The log begins with the tick after the first lists, so that its reported beginning is exact.
    await watch.begun;
    await live.ticked();
    flushed = startFlushing(writer, live, systemTimers);
    terminal.warn(`recording ${cluster.words} to ${logFile} from ${isoTime(live.log.state.at)}; Ctrl-C ends it`);
    timer = config.durationMs === undefined ? undefined : cluster.clock.after(config.durationMs, () => end({ kind: "over" }));
    const ending = await Promise.race([ended, stopped(terminal).then((): Ending => ({ kind: "over" }))]);
    await flushed.end();
    // Nothing is written after the summary, which names the size of the file.
    live.close("the recording ends");
    await writer.flush();
    const isWhole = writer.segments.some((segment) => segment.isWhole);
    if (isWhole) printRecordingSummary("recorded", writer.segments, live.log.state, store, terminal);
    else await store.discard();
    if (ending.kind === "broken")
      throw new UsageError(`File ${logFile} cannot be written${isWhole ? " any further" : ""}: ${errorCode(ending.error)}.`);
    if (config.anonymise && isWhole) await writeAnonymizedCopy(config, writer.segments, live.log.state, terminal);
    if (config.anonymise) await store.discard();
  } finally {
    timer?.cancel();
    live.close("the recording ends");
    await writer.flush();
    if (flushed === undefined) await store.discard();
    else await store.close();
    await watch.close();
  }
}

/** `daemonscope record`: records a cluster for `replay` and for queries, until the user ends it. */
export async function record(config: RecordConfig, terminal: Terminal): Promise<void> {
  checkOutputFile(config);
  if (config.anonymise) checkOutputFile({ ...config, file: recordingPath(config) });
  const cluster = await openCluster(config, "refused", terminal);
  try {
    await recordOn(cluster, config, terminal);
  } finally {
    await cluster.close();
  }
}
