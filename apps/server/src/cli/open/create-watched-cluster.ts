import { randomBytes } from "node:crypto";
import { UidTable } from "@daemonscope/columns/uid-table";
import { type ClusterEvent, isInNamespace } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { createTemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClusterClock } from "@daemonscope/kube-client/flow-control/clock";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import type { AccessControl } from "../../access/scoped/access-control.ts";
import { applyObserved, type EventObserver, type StatusObserver } from "../../feed/event-observer.ts";
import { EventQueue, reportDeferredFailure } from "../../feed/event-queue.ts";
import { queuedHealthyPods } from "../../feed/queued-healthy-pods.ts";
import type { FrameObserver, FrameSource } from "../../frames/frame-source.ts";
import type { LiveFrames } from "../../frames/live-frames.ts";
import { headerOf, type LogHeader } from "../../history/log/log-entry.ts";
import { runDetached } from "../../platform/run-detached.ts";
import { type ClusterWatch, startClusterWatch } from "../../watch/cluster-watch.ts";
import type { PodWorkersSettings } from "../../watch/fast/pod-workers/pod-workers.ts";
import type { ServeConfig } from "../options/parse-command.ts";

/** Receives the problems of a watch and the version of the API server, for the log. */
export interface WatchLog {
  readonly problem: (text: string) => void;
  readonly version: (gitVersion: string) => void;
}

/** The source of a cluster's data. */
interface WatchSource {
  readonly transport: Transport;
  /** Absent: pods are read like all other kinds. */
  readonly podWorkers?: PodWorkersSettings | undefined;
}

/** One cluster with all its data. Clusters share no data. */
export interface WatchedCluster<Log> {
  /** The source of its frames. */
  readonly live: FrameSource;
  /** Its log; undefined without history. */
  readonly log: Log;
  /** Starts to read the cluster. Changes go to `frames` while those belong to this cluster. */
  watch(source: WatchSource, frames: LiveFrames, report: WatchLog, rights?: AccessControl): StartedWatch;
}

/** A watch that reports when its first lists are fully processed. */
interface StartedWatch extends ClusterWatch {
  /**
   * Resolves when the first lists are processed and later inputs produce marks: a log can begin then. Also resolves if
   * another cluster has replaced this one.
   */
  readonly begun: Promise<void>;
}

/** Key for the hidden values of templates, shared by clusters whose templates are compared. */
export interface TemplateKey {
  readonly key: Uint8Array;
}

/** The scope of a watch, the feature gates, and the handling of templates. */
type WatchOptionsOfCluster = Pick<ServeConfig, "cluster" | "gates" | "showEnvValues">;

type MakeLog<Log> = (header: LogHeader, model: ClusterModel) => Log;

/**
 * Prepares to watch a cluster: an empty model in a separate epoch. `makeLog` creates the receiver of the model's
 * inputs; undefined without history.
 */
export function createWatchedCluster<Log extends FrameObserver & EventObserver & StatusObserver>(
  ...args: [config: WatchOptionsOfCluster, identity: ClusterIdentity, clock: ClusterClock, makeLog: MakeLog<Log>, templates?: TemplateKey]
): WatchedCluster<Log>;
export function createWatchedCluster<Log extends FrameObserver & EventObserver & StatusObserver>(
  ...args: [
    config: WatchOptionsOfCluster,
    identity: ClusterIdentity,
    clock: ClusterClock,
    makeLog: MakeLog<Log> | undefined,
    templates?: TemplateKey,
  ]
): WatchedCluster<Log | undefined>;
export function createWatchedCluster<Log extends FrameObserver & EventObserver & StatusObserver>(
  config: WatchOptionsOfCluster,
  identity: ClusterIdentity,
  clock: ClusterClock,
  makeLog: MakeLog<Log> | undefined,
  templates?: TemplateKey,
): WatchedCluster<Log | undefined> {
  const podUids = new UidTable();
  const model = new ClusterModel({ nowMs: clock.nowMs(), gates: config.gates, unread: MODEL_SOURCES, objects: "columns", podUids });
  const epoch = randomBytes(6).toString("hex");
  const log = makeLog?.(headerOf({ log: epoch, cluster: identity, gates: config.gates }), model);
  const queue = new EventQueue();
  const unread = emptyState(epoch, identity, clock.nowMs()).sources;
  const keepTemplate = createTemplateRedactor({
    key: templates?.key ?? randomBytes(32),
    showValues: config.showEnvValues,
    isComparedAcross: templates !== undefined,
  });
  let watch: ClusterWatch | undefined;
  return {
    live: { model, identity, epoch, clock, statuses: () => watch?.statuses() ?? unread, tap: log, queue, keepTemplate },
    log,
    watch({ transport, podWorkers }, frames, report, rights) {
      const isShown = () => frames.model === model;
      const wake = () => {
        if (!isShown()) return;
        frames.wake();
        rights?.wake();
      };
      const deliver = (event: ClusterEvent, nowMs: number) => {
        applyObserved(model, event, nowMs, log);
        if (isShown()) rights?.onEvent(event);
        if (event.do === "read") wake();
      };
      queue.connect(deliver, (failure) => reportDeferredFailure(failure, started, report.problem));
      const started = startClusterWatch({
        transport,
        emit: (event) => {
          if (isInNamespace(event, config.cluster.namespace)) queue.push(event, clock.nowMs());
        },
        known: model.reading,
        pressure: queue.pressure,
        pace: RETRY_POLICY,
        podUids,
        healthyPods: queuedHealthyPods(model, { queue, clock, observer: log, needsEvents: () => (rights?.clusterCount ?? 0) > 0 }),
        keepTemplate,
        ...(podWorkers === undefined ? {} : { podWorkers }),
        nowMs: Date.now,
        random: Math.random,
        // Most node updates are heartbeats, which need no tick.
        onChange: () => {
          if (model.hasNews) wake();
        },
        onRead: (source) => {
          if (isModelSource(source)) queue.push({ do: "read", source }, clock.nowMs());
          else wake();
        },
        onStatus: wake,
        onGap(source, fromMs) {
          if (!isShown()) return;
          frames.addGap(source, fromMs);
          rights?.onGap(source, fromMs);
        },
        onProblem: report.problem,
        onVersion: report.version,
      });
      watch = started;
      const begun = started.synced.then(async () => {
        if (isShown()) await frames.settled();
        if (!isShown()) return;
        frames.beginMarks();
        rights?.beginMarks();
      });
      runDetached(begun);
      return { ...started, begun };
    },
  };
}
