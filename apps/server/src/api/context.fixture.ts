import { type ClusterEvent, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { SOURCES, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import type { LightMyRequestResponse } from "fastify";
import { type Authenticator, OPEN_AUTHENTICATOR } from "../access/auth/authenticator.ts";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../cluster.fixture.ts";
import type { ClusterRuntime } from "../clusters/cluster-runtime.ts";
import { singleCluster } from "../clusters/clusters.ts";
import { readinessOf } from "../clusters/readiness.ts";
import { applyObserved } from "../feed/event-observer.ts";
import { liveFramesOnManualTime } from "../frames/live-frames.fixture.ts";
import { headerOf } from "../history/log/log-entry.ts";
import { LogWriter, memoryStore } from "../history/log/log-writer.ts";
import { historyStoreOf } from "../history/storage/history-store.ts";
import { PLAIN_ADDRESS, type ServerAddress } from "../platform/address/server-address.ts";
import { LoggedHistory } from "../readings/history-readings.ts";
import { LogReaders } from "../readings/pod-logs/log-readers.ts";
import { liveReadings } from "../readings/readings.ts";
import { OnDemandReads } from "../watch/on-demand-reads.ts";
import type { Assets } from "./assets/assets.ts";
import { buildServer } from "./build-server.ts";
import type { RouteContext } from "./context.ts";

/** An address without a listener. */
const NOWHERE = "http://127.0.0.1:1";

interface ServerParts {
  readonly assets?: Assets;
  readonly maxStreams?: number;
  readonly probesFromAnyHost?: boolean;
  readonly apiServer?: string;
  readonly logs?: boolean;
  readonly gates?: MatchingGates;
  readonly authenticator?: Authenticator;
  readonly address?: ServerAddress;
  readonly previewTimers?: Timers;
  readonly firstStatuses?: Partial<SourceStatuses>;
  /** Reports whether no sliced tick is in progress. */
  readonly isWhole?: () => boolean;
}

/** The context of a server over a real model and log: nodes n1, n2 (tainted gpu), n3, kube-system/logs with a pod on
 *  n1. `apiServer` is the URL for its reads on demand. */
export function contextOnManualTime(parts: ServerParts = {}) {
  const written: LogWriter[] = [];
  const made = liveFramesOnManualTime({
    ...(parts.gates === undefined ? {} : { gates: parts.gates }),
    ...(parts.firstStatuses === undefined ? {} : { firstStatuses: parts.firstStatuses }),
    ...(parts.isWhole === undefined ? {} : { isWhole: parts.isWhole }),
    tapOf: (tappedModel) => {
      const header = headerOf({
        log: "e1",
        cluster: { context: "test", server: "http://127.0.0.1:1", version: "v1.36.0", simulated: false },
      });
      const writer = new LogWriter({ header, model: tappedModel, store: memoryStore, maxBytes: 1e9 });
      written.push(writer);
      return writer;
    },
  });
  const { model, live, time, tick } = made;
  const [writer] = written;
  // Inputs of this consumer are written to the log after beginMarks.
  const consumer = (event: ClusterEvent) => applyObserved(model, event, time.nowMs(), writer);
  const daemonSet = kubeDaemonSet("logs", { desired: 2 });
  model.apply(putNode(kubeNode("n1")));
  model.apply(putNode(kubeNode("n2", { taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] })));
  model.apply(putNode(kubeNode("n3")));
  model.apply(putDaemonSet(daemonSet));
  model.apply(putRevision(kubeRevision(daemonSet)));
  model.apply(putPod(kubePod(daemonSet, "n1")));
  tick();
  let retries = 0;
  const part: ClusterRuntime = {
    live,
    readiness: () => readinessOf(live.sources(), live.log.state.sources, time.nowMs()),
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
    authenticator: parts.authenticator ?? OPEN_AUTHENTICATOR,
    version: "0.0.0-test",
    assets: parts.assets ?? { byPath: new Map(), index: undefined },
    allowedHosts: () => ({ port: 7373, names: [], anyLoopbackPort: false }),
    showsValues: false,
    logs: parts.logs === false ? undefined : new LogReaders(),
    maxStreams: parts.maxStreams ?? 10,
    probesFromAnyHost: parts.probesFromAnyHost ?? false,
    ...(parts.previewTimers === undefined ? {} : { previewTimers: parts.previewTimers }),
  };
  return { ...made, consumer, writer, context, part, daemonSet, retries: () => retries };
}

/** A server with the context of `contextOnManualTime`. It does not listen. */
export function serverOnManualTime(parts: ServerParts = {}) {
  const made = contextOnManualTime(parts);
  const app = buildServer(made.context);
  const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({ method: "GET", url, headers: { host: "127.0.0.1:7373", ...headers } });
  return { ...made, app, get };
}
