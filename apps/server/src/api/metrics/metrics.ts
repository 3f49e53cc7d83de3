import { SOURCES } from "@daemonscope/kube/source-status";
import { PATHS } from "@daemonscope/shared/http/paths";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { ClusterRuntime } from "../../clusters/cluster-runtime.ts";
import type { RouteContext } from "../context.ts";
import { type ClusterInstruments, clusterInstruments, type ReadableClusters } from "./cluster-metrics.ts";
import { type Instruments, instrumentsOf } from "./prometheus.ts";

type Watched = Pick<RouteContext, "clusters" | "webhookCounts" | "certificateEndsAtMs">;

function addFrameMetrics({ gauge, counter }: ClusterInstruments): void {
  gauge("frame_seq", "Sequence number of the last frame", ({ live }) => live.log.state.seq);
  counter("frame_bytes", "Bytes of all frames since the start, each counted once", ({ live }) => live.log.bytesEver);
  gauge("ring_frames", "Frames kept for readers that come back", ({ live }) => live.log.length);
  gauge("ring_bytes", "Bytes of the frames kept", ({ live }) => live.log.bytes);
  counter("keyframes_built", "Keyframes built since the start", ({ live }) => live.keyframes.built);
  gauge("readers", "Open streams", ({ live }) => live.readers.count);
  gauge("readers_waiting", "Open streams whose socket buffer is full", ({ live }) => live.readers.waiting);
  counter(
    "reader_ends",
    "Streams that ended, by why",
    ({ live }) => Object.entries(live.readers.ends).map(([why, value]) => ({ labels: { why }, value })),
    ["why"],
  );
  counter("resyncs", "Times that a reader's cursor was not in the ring", ({ live }) => live.readers.resyncs);
}

function addClusterMetrics({ gauge, counter }: ClusterInstruments): void {
  gauge("nodes", "Nodes in the watched cluster", ({ live }) => rowCount(live.log.state.rows));
  gauge("daemonsets", "DaemonSets in the watched cluster", ({ live }) => rowCount(live.log.state.columns));
  gauge("daemon_pods", "Pods that DaemonSets control", ({ live }) => live.model.reading.podCount);
  gauge(
    "source_state",
    "1 for the state that a watch is in",
    ({ live }) => SOURCES.map((source) => ({ labels: { source, state: live.sources()[source].state }, value: 1 })),
    ["source", "state"],
  );
  gauge(
    "source_age_seconds",
    "Since the last proof of life of a watch",
    ({ live }) => {
      const sources = live.sources();
      const at = live.clock.nowMs();
      return SOURCES.flatMap((source) => {
        const { provenAtMs } = sources[source];
        return provenAtMs === undefined ? [] : [{ labels: { source }, value: (at - provenAtMs) / 1000 }];
      });
    },
    ["source"],
  );
  counter(
    "watch_counts",
    "What the watches did since the start: lists, watches, events, badLines…",
    ({ watchCounts }) =>
      Object.entries(watchCounts()).flatMap(([source, counts]) =>
        Object.entries(counts).map(([what, value]) => ({ labels: { source, what }, value })),
      ),
    ["source", "what"],
  );
  gauge("inputs_waiting", "What watches brought that waits for the end of a tick", ({ live }) => live.pressure?.waiting ?? 0);
  counter(
    "inputs_held",
    "Times that reading of watches was paused because the input queue was full",
    ({ live }) => live.pressure?.timesFull ?? 0,
  );
}

/** Without a webhook these metrics have no samples. */
function addWebhookMetrics({ gauge, counter }: Instruments, { webhookCounts = () => undefined }: Watched): void {
  counter(
    "webhook_messages",
    "Messages to the webhook since the start: delivered, and given up; and tries that were made again",
    () => Object.entries(webhookCounts() ?? {}).flatMap(([what, value]) => (what === "waiting" ? [] : [{ labels: { what }, value }])),
    ["what"],
  );
  gauge("webhook_messages_waiting", "Messages that wait to be delivered", () => {
    const counts = webhookCounts();
    return counts === undefined ? [] : [{ labels: {}, value: counts.waiting }];
  });
}

/** Without TLS in this server the metric has no sample. */
function addCertificateMetrics({ gauge }: Instruments, { certificateEndsAtMs = () => undefined }: Watched): void {
  gauge("tls_certificate_ends_timestamp_seconds", "When the certificate ends that this server speaks TLS with", () => {
    const endsAtMs = certificateEndsAtMs();
    return endsAtMs === undefined ? [] : [{ labels: {}, value: endsAtMs / 1000 }];
  });
}

function addProcessMetrics({ gauge, counter }: Instruments): void {
  gauge("resident_memory_bytes", "Resident memory of the server", () => process.memoryUsage.rss());
  gauge("heap_used_bytes", "JavaScript heap in use", () => process.memoryUsage().heapUsed);
  counter("cpu_seconds", "CPU time of the server since its start", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
}

function registryOf(watched: Watched, parts: readonly ClusterRuntime[]): Registry {
  const registry = new Registry();
  const instruments = instrumentsOf(registry);
  const clusterMetrics = clusterInstruments(instruments, watched.clusters, parts);
  addFrameMetrics(clusterMetrics);
  addClusterMetrics(clusterMetrics);
  addWebhookMetrics(instruments, watched);
  addCertificateMetrics(instruments, watched);
  addProcessMetrics(instruments);
  return registry;
}

/** GET /metrics, for Prometheus. It contains no object names. Values are read on each scrape, so that an idle server
 *  costs nothing. */
export function metricsRoute(app: FastifyInstance, watched: Watched, readableClusters: ReadableClusters): void {
  app.get(PATHS.metrics, { config: { access: "clusters" } }, async (request, reply) => {
    const registry = registryOf(watched, await readableClusters(request));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
