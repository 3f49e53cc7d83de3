import { randomBytes } from "node:crypto";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { UidWords } from "@daemonscope/daemonset/model/uid-slots";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { emptyState } from "@daemonscope/shared/empty-state";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import { background } from "../background.ts";
import type { ClusterClock } from "../clock.ts";
import { type ClusterWatch, startClusterWatch } from "../cluster/cluster-watch.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import { PACE } from "../cluster/pace.ts";
import type { PodWorkersChoice } from "../cluster/pod-workers/pod-workers.ts";
import type { Transport } from "../cluster/transport.ts";
import type { ServeConfig } from "../command-line/config.ts";
import { gatedConsumer } from "../frames/gated-consumer.ts";
import { gatedWellPods } from "../frames/gated-well-pods.ts";
import { InputGate } from "../frames/input-gate.ts";
import type { FrameTap, LiveCluster } from "../frames/live-cluster.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import { sayLate } from "../frames/say-late.ts";
import { headerOf, type LogHeader } from "../log/entry.ts";
import { tellModel } from "../log/input.ts";
import { type InputTap, modelConsumer } from "../log/model-consumer.ts";
import type { RightsDesk } from "../rights/rights-desk.ts";
import { inTurn } from "./in-turn.ts";

/** What there is to log. */
export interface WatchNews {
  readonly problem: (text: string) => void;
  readonly version: (gitVersion: string) => void;
}

/** Where a cluster is read, and by whom. */
export interface WatchSource {
  readonly transport: Transport;
  /** Absent: pods are read as all else is. */
  readonly podWorkers?: PodWorkersChoice | undefined;
}

/** One cluster with everything that is kept about it. Another one starts with nothing of it. */
export interface WatchedCluster<Log> {
  /** Its part of the frames. */
  readonly live: LiveCluster;
  /** What is written of it; undefined where nothing is to be remembered. */
  readonly log: Log;
  /** Begins to read it; what changes goes into `frames`, as long as those are about this cluster. */
  watch(source: WatchSource, frames: LiveFrames, tell: WatchNews, rights?: RightsDesk): BegunWatch;
}

/** A watch of which it is known when all that its first lists brought is told. */
export interface BegunWatch extends ClusterWatch {
  /** Resolves when that is told and what follows is news, which is when a log can begin; also when another cluster has taken its place before. */
  readonly begun: Promise<void>;
}

/** Shared by clusters whose templates are compared. */
export interface TemplateKey {
  readonly key: Uint8Array;
}

/** What is read of a cluster, and what is kept of templates. */
export type WatchPlan = Pick<ServeConfig, "cluster" | "gates" | "showEnvValues">;

type MakeLog<Log> = (header: LogHeader, model: ClusterModel) => Log;

/** Prepares to watch a cluster: a model that has read nothing, in an epoch of its own. `makeLog` makes what hears of all that the model is told; undefined where nothing is to be remembered. */
export function watchedCluster<Log extends FrameTap & InputTap>(
  ...given: [config: WatchPlan, identity: ClusterIdentity, clock: ClusterClock, makeLog: MakeLog<Log>, templates?: TemplateKey]
): WatchedCluster<Log>;
export function watchedCluster<Log extends FrameTap & InputTap>(
  ...given: [config: WatchPlan, identity: ClusterIdentity, clock: ClusterClock, makeLog: MakeLog<Log> | undefined, templates?: TemplateKey]
): WatchedCluster<Log | undefined>;
export function watchedCluster<Log extends FrameTap & InputTap>(
  config: WatchPlan,
  identity: ClusterIdentity,
  clock: ClusterClock,
  makeLog: MakeLog<Log> | undefined,
  templates?: TemplateKey,
): WatchedCluster<Log | undefined> {
  // A log keeps each pod and node as it was told; where there is none, nobody shares them.
  const objects = makeLog === undefined ? "columns" : "shared";
  const podUids = new UidWords();
  const model = new ClusterModel({ nowMs: clock.nowMs(), gates: config.gates, unread: MODEL_SOURCES, objects, podUids });
  const epoch = randomBytes(6).toString("hex");
  const log = makeLog?.(headerOf({ log: epoch, cluster: identity, gates: config.gates }), model);
  const gate = new InputGate();
  const unread = emptyState(epoch, identity, clock.nowMs()).sources;
  const keepTemplate = keepsTemplates({
    key: templates?.key ?? randomBytes(32),
    showValues: config.showEnvValues,
    isComparedAcross: templates !== undefined,
  });
  let watch: ClusterWatch | undefined;
  return {
    live: { model, identity, epoch, clock, statuses: () => watch?.statuses() ?? unread, tap: log, gate, keepTemplate },
    log,
    watch({ transport, podWorkers }, frames, tell, rights) {
      const isShown = () => frames.model === model;
      const wake = () => {
        if (!isShown()) return;
        frames.wake();
        rights?.wake();
      };
      const consumer = modelConsumer(model, config.cluster.namespace, () => clock.nowMs(), log);
      const started = startClusterWatch({
        transport,
        consumer: gatedConsumer(rights === undefined ? consumer : inTurn(consumer, rights.consumer, isShown), gate, (failure) =>
          sayLate(failure, started, tell.problem),
        ),
        pressure: gate.pressure,
        pace: PACE,
        podUids: objects === "columns" ? podUids : undefined,
        wellPods: rights === undefined && log === undefined ? gatedWellPods(model, gate, clock) : undefined,
        keepTemplate,
        ...(podWorkers === undefined ? {} : { podWorkers }),
        nowMs: Date.now,
        random: Math.random,
        // Most of what nodes send says that they are there still: nothing to tick for.
        onChange: () => {
          if (model.hasNews) wake();
        },
        onRead: (source) =>
          gate.pass(() => {
            if (isModelSource(source)) {
              const input = { do: "read", source } as const;
              tellModel(model, clock.nowMs(), input);
              log?.note(model.reading.nowMs, input);
            }
            if (isShown()) rights?.onRead(source);
            wake();
          }),
        onStatus: wake,
        onGap(source, fromMs) {
          if (!isShown()) return;
          frames.addGap(source, fromMs);
          rights?.onGap(source, fromMs);
        },
        onProblem: tell.problem,
        onVersion: tell.version,
      });
      watch = started;
      const begun = started.synced.then(async () => {
        if (isShown()) await frames.settled();
        if (!isShown()) return;
        frames.beginMarks();
        rights?.beginMarks();
      });
      background(begun);
      return { ...started, begun };
    },
  };
}
