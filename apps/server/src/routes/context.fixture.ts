import type { MatchingGates } from "@daemonscope/kube/toleration";
import { SOURCES } from "@daemonscope/shared/source-status";
import type { LightMyRequestResponse } from "fastify";
import { PLAIN_ADDRESS, type ServerAddress } from "../address/own-address.ts";
import { buildServer } from "../build-server.ts";
import type { Timers } from "../clock.ts";
import { OnDemandReads } from "../cluster/cluster-reads.ts";
import { plainHttpTransport } from "../cluster/plain-transport.ts";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../cluster.fixture.ts";
import type { ClusterRuntime } from "../clusters/cluster-part.ts";
import { singleCluster } from "../clusters/clusters.ts";
import { readinessOf } from "../clusters/readiness.ts";
import { liveFramesOnManualTime } from "../frames/live-frames.fixture.ts";
import { headerOf } from "../log/entry.ts";
import { LogWriter, memoryStore } from "../log/log-writer.ts";
import { modelSink } from "../log/model-consumer.ts";
import { historyStoreOf } from "../log/past-shelf.ts";
import { LogReaders } from "../logs/log-readers.ts";
import { LoggedHistory } from "../readings/past-readings.ts";
import { liveReadings } from "../readings/readings.ts";
import { type Authenticator, OPEN_AUTHENTICATOR } from "../viewers/door.ts";
import type { Assets } from "./assets.ts";
import type { RouteContext } from "./context.ts";

/** An address without a listener. */
const NOWHERE = "http://127.0.0.1:1";

/** A server over a real model and log: nodes n1, n2 (tainted gpu), n3, kube-system/logs with a pod on n1. It does not
 *  listen. `apiServer` is the URL for its reads on demand. */
export function serverOnManualTime(
  parts: {
    readonly assets?: Assets;
    readonly maxStreams?: number;
    readonly probesFromAnyHost?: boolean;
    readonly apiServer?: string;
    readonly logs?: boolean;
    readonly gates?: MatchingGates;
    readonly door?: Authenticator;
    readonly address?: ServerAddress;
    readonly previewTimers?: Timers;
    /** Reports whether no tick is in time slices. */
    readonly isWhole?: () => boolean;
  } = {},
) {
  const written: LogWriter[] = [];
  const made = liveFramesOnManualTime({
    ...(parts.gates === undefined ? {} : { gates: parts.gates }),
    ...(parts.isWhole === undefined ? {} : { isWhole: parts.isWhole }),
    tapOf: (ofModel) => {
      const header = headerOf({
        log: "e1",
        cluster: { context: "test", server: "http://127.0.0.1:1", version: "v1.36.0", simulated: false },
      });
      const writer = new LogWriter({ header, model: ofModel, store: memoryStore, maxBytes: 1e9 });
      written.push(writer);
      return writer;
    },
  });
  const { model, live, time, tick } = made;
  const [writer] = written;
  // Inputs of this consumer are written to the log after beginMarks.
  const consumer = modelSink(model, undefined, time.nowMs, writer);
  const daemonSet = kubeDaemonSet("logs", { desired: 2 });
  model.putNode(kubeNode("n1"));
  model.putNode(kubeNode("n2", { taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] }));
  model.putNode(kubeNode("n3"));
  model.putDaemonSet(daemonSet);
  model.putRevision(kubeRevision(daemonSet));
  model.putPod(kubePod(daemonSet, "n1"));
  tick();
  let retries = 0;
  const part: ClusterRuntime = {
    live,
    readiness: () => readinessOf(live.sources(), time.nowMs()),
    ...liveReadings(
      live,
      new OnDemandReads({ transport: plainHttpTransport(parts.apiServer ?? NOWHERE), namespace: undefined }),
      new LoggedHistory(() => historyStoreOf(() => writer), time.nowMs, time.timers),
    ),
    watchCounts: () =>
      Object.fromEntries(SOURCES.map((source) => [source, { lists: 1 }])) as unknown as ReturnType<ClusterRuntime["watchCounts"]>,
    retryNow: () => {
      retries++;
    },
  };
  const clusters = singleCluster(part);
  const context: RouteContext = {
    clusters,
    ...clusters,
    address: parts.address ?? PLAIN_ADDRESS,
    door: parts.door ?? OPEN_AUTHENTICATOR,
    version: "0.0.0-test",
    assets: parts.assets ?? { byPath: new Map(), index: undefined },
    allowedHosts: () => ({ port: 7373, names: [], anyLoopbackPort: false }),
    showsValues: false,
    logs: parts.logs === false ? undefined : new LogReaders(),
    maxStreams: parts.maxStreams ?? 10,
    probesFromAnyHost: parts.probesFromAnyHost ?? false,
    ...(parts.previewTimers === undefined ? {} : { previewTimers: parts.previewTimers }),
  };
  const app = buildServer(context);
  const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({ method: "GET", url, headers: { host: "127.0.0.1:7373", ...headers } });
  return { ...made, consumer, writer, app, get, context, part, daemonSet, retries: () => retries };
}
