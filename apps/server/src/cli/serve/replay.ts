import { SOURCES, type SourceName } from "@daemonscope/kube/source-status";
import { isoTime } from "@daemonscope/kube/values/time";
import { fixedClock, systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import type { ReflectorCounts } from "@daemonscope/kube-client/list-watch/reflector";
import { OPEN_AUTHENTICATOR } from "../../access/auth/authenticator.ts";
import { loadAssets } from "../../api/assets/assets.ts";
import { singleCluster } from "../../clusters/clusters.ts";
import { readinessOf } from "../../clusters/readiness.ts";
import { LiveFrames } from "../../frames/live-frames.ts";
import { historyStoreOf } from "../../history/storage/history-store.ts";
import type { RecordedLog } from "../../history/storage/log-file.ts";
import { PLAIN_ADDRESS } from "../../platform/address/server-address.ts";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { pageFolder } from "../../platform/page-folder.ts";
import { readBuildId } from "../../platform/read-build-id.ts";
import { VERSION } from "../../platform/version.ts";
import { LoggedHistory } from "../../readings/history-readings.ts";
import { liveReadings, type Readings } from "../../readings/readings.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { ReplayConfig } from "../options/parse-command.ts";
import { recordingIn } from "../record/recording-in.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { runServer, type ServerConfig } from "./run-server.ts";

/** A recording is served to this machine only, and has no container logs. */
const LOCAL_SERVER = {
  host: "127.0.0.1",
  allowedHosts: [],
  address: PLAIN_ADDRESS,
  showEnvValues: false,
  showLogs: false,
  daemonSetMetrics: false,
} as const satisfies Partial<ServerConfig>;

const NO_COUNTS: ReflectorCounts = { lists: 0, watches: 0, events: 0, badLines: 0, replays: 0, unusable: 0 };

/** Returns the readings of a recording: its end, and any earlier moment. It has no data that is read on demand. */
function recordedReadings(live: LiveFrames, recording: RecordedLog): Readings {
  // No request is ever sent.
  const reads = new OnDemandReads({ transport: plainHttpTransport("http://127.0.0.1:1"), namespace: undefined });
  return {
    ...liveReadings(
      live,
      reads,
      new LoggedHistory(
        () => historyStoreOf(() => recording),
        () => recording.end.atMs,
        systemTimers,
      ),
    ),
    liveReadingOf: () => {
      throw new ApiFailure(404, "OnlyRecorded", "This is a recording: it does not contain data that is read from the cluster on request.");
    },
  };
}

/** Returns the recording with a cluster that is marked as recorded. */
function markRecorded(recording: RecordedLog): RecordedLog {
  const { end, segments, header } = recording;
  const recorded = { fromMs: segments[0]?.fromMs ?? end.state.at, toMs: end.atMs };
  return { ...recording, header: { ...header, cluster: { ...header.cluster, recorded } } };
}

function recordedFrames({ end, header }: RecordedLog, build: string): LiveFrames {
  const { state, model, atMs } = end;
  const identity = header.cluster;
  return new LiveFrames({
    model,
    identity,
    epoch: state.epoch,
    clock: fixedClock(atMs),
    statuses: () => state.sources,
    begin: { ...state, cluster: identity },
    build,
    timers: systemTimers,
    random: Math.random,
    // All times are those of the recording, so that no data becomes stale.
    wallNowMs: () => atMs,
  });
}

/**
 * `daemonscope replay`: serves a recording to this machine only, until the user ends it. The page first shows its end.
 */
export async function replay(config: ReplayConfig, terminal: Terminal): Promise<void> {
  const recording = markRecorded(await recordingIn(config.file, terminal));
  const assets = loadAssets(pageFolder(import.meta.url));
  const live = recordedFrames(recording, readBuildId(VERSION, assets.index));
  const clusters = singleCluster({
    live,
    ...recordedReadings(live, recording),
    readiness: () => readinessOf(live.sources(), live.log.state.sources, recording.end.atMs),
    watchCounts: () => Object.fromEntries(SOURCES.map((source) => [source, NO_COUNTS])) as Record<SourceName, ReflectorCounts>,
    retryNow: () => undefined,
    isRecorded: true,
  });
  const { cluster } = live.log.state;
  const { fromMs = 0, toMs = 0 } = cluster.recorded ?? {};
  await runServer(
    {
      clusters,
      configured: { authenticator: OPEN_AUTHENTICATOR, fragment: "", close: () => undefined },
      assets,
      begin: () => undefined,
      announce: () =>
        terminal.print(`daemonscope ${VERSION} · RECORDED cluster "${cluster.context}", ${isoTime(fromMs)} to ${isoTime(toMs)}`),
      close: async (servers) => {
        live.close("the server stops");
        await Promise.all(servers.map((each) => each.close()));
      },
    },
    { ...config, ...LOCAL_SERVER },
    undefined,
    terminal,
  );
}
