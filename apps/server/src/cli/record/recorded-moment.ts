import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { REQUIRED_SOURCES_OF_PAGE, type SourceName } from "@daemonscope/kube/source-status";
import { isoTime } from "@daemonscope/kube/values/time";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { replayTo } from "../../history/replay/replay-to.ts";
import { historyStoreOf } from "../../history/storage/history-store.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { timeInZone, UTC } from "../../platform/text/local-time.ts";
import { LoggedHistory } from "../../readings/history-readings.ts";
import { podTrailAt } from "../../readings/pod-trail-at.ts";
import type { CommandModel } from "../open/command-model.ts";
import { momentOf } from "../options/moment-option.ts";
import type { RecordingOptions } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { recordingIn } from "./recording-in.ts";

/** A recording for queries: a model at a moment, and its staleness then. */
export interface RecordedMoment extends Pick<CommandModel, "reading" | "doubt" | "missing"> {
  readonly reading: ClusterReading;
  /** The default namespace: a recording has no context. */
  readonly namespace: string;
  /** The cluster's feature gates, from the recording. */
  readonly gates: MatchingGates;
  /** RFC 3339. */
  readonly asOf: string;
  /** The heading of each answer: `as of 2026-01-31T02:14:00.000Z (recorded), cluster "prod"`. */
  readonly words: string;
  /** Returns the history of a pair's pod until the moment (rule W10); undefined for an unknown DaemonSet. */
  trailOf(daemonSet: string, node: string): Promise<TrailAnswer | undefined>;
}

/** Timers that never fire: a command's replay is released when the command ends. */
const NO_TIMERS: Timers = {
  elapsedMs: () => 0,
  after: () => ({ cancel: () => undefined }),
  soon: () => ({ cancel: () => undefined }),
};

/** Reads a recording, and replays it to a moment; by default to its end. Throws UsageError for a file that is no
 *  recording, and for a moment outside it. */
export async function recordedMoment({ file, at }: RecordingOptions, terminal: Terminal): Promise<RecordedMoment> {
  const recording = await recordingIn(file, terminal);
  const { end, segments, header } = recording;
  const fromMs = segments.find(({ isWhole }) => isWhole)?.fromMs ?? end.atMs;
  const momentMs = at === undefined ? end.atMs : momentOf(at, end.atMs);
  if (at !== undefined && (momentMs < fromMs || momentMs > end.atMs)) {
    const [asked, first, last] = [momentMs, fromMs, end.atMs].map((ms) => timeInZone(ms, at.zone));
    throw new UsageError(`--at ${asked} is outside the recording ${file} (${first} to ${last})`);
  }
  // A typed zone, or the local one, is also the zone of the answer.
  const momentText = at === undefined || at.zone === UTC ? isoTime(momentMs) : timeInZone(momentMs, at.zone);
  const { model, state } = await replayTo(recording, { fromMs: momentMs, toMs: momentMs });
  model.at(momentMs);
  const missing = (source: SourceName) => {
    const status = state.sources[source];
    const { detail = "not listed yet" } = status;
    return status.state === "live"
      ? undefined
      : { words: `${source} ${status.state}: ${detail}`, isForbidden: status.state === "forbidden" };
  };
  const past = new LoggedHistory(
    () => historyStoreOf(() => recording),
    () => momentMs,
    NO_TIMERS,
  );
  const simulated = header.cluster.simulated ? "SIMULATED cluster" : "cluster";
  return {
    reading: model.reading,
    namespace: "default",
    gates: header.gates,
    asOf: isoTime(momentMs),
    words: `as of ${momentText} (recorded), ${simulated} "${header.cluster.context}"`,
    missing,
    async trailOf(daemonSet, node) {
      const record = model.reading.daemonSetRecord(daemonSet);
      return record === undefined ? undefined : podTrailAt(model.reading, () => past, record, node);
    },
    doubt: () => REQUIRED_SOURCES_OF_PAGE.map((source) => missing(source)).find((each) => each !== undefined)?.words,
  };
}
