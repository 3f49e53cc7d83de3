import { randomBytes } from "node:crypto";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { isModelSource, MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { emptyState } from "@daemonscope/shared/empty-state";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import { background } from "../background.ts";
import type { ClusterClock } from "../clock.ts";
import { type ClusterWatch, startClusterWatch } from "../cluster/cluster-watch.ts";
import { keepsTemplates } from "../cluster/decode/keep-template.ts";
import { PACE } from "../cluster/pace.ts";
import type { Transport } from "../cluster/transport.ts";
import type { ServeConfig } from "../command-line/config.ts";
import type { LiveCluster, LiveFrames } from "../frames/live-frames.ts";
import { headerOf } from "../log/entry.ts";
import { tellModel } from "../log/input.ts";
import { LogWriter, type LogWriterOptions } from "../log/log-writer.ts";
import { modelConsumer } from "../log/model-consumer.ts";
import type { RightsDesk } from "../rights/rights-desk.ts";
import { inTurn } from "./in-turn.ts";

/** What there is to log. */
export interface WatchNews {
  readonly problem: (text: string) => void;
  readonly version: (gitVersion: string) => void;
}

/** One cluster with everything that is kept about it. Another one starts with nothing of it. */
export interface WatchedCluster {
  /** Its part of the frames. */
  readonly live: LiveCluster;
  /** What is written of it; undefined where nothing is to be remembered. */
  readonly writer: LogWriter | undefined;
  /** Begins to read it; what changes goes into `frames`, as long as those are about this cluster. */
  watch(transport: Transport, frames: LiveFrames, tell: WatchNews, rights?: RightsDesk): ClusterWatch;
}

/** What is read of a cluster, and what is kept of templates. */
export type WatchPlan = Pick<ServeConfig, "cluster" | "gates" | "showEnvValues">;

/** Where what is written goes, and how much of it. */
export type LogPlace = Pick<LogWriterOptions, "store" | "maxBytes" | "onBroken">;

/** Prepares to watch a cluster: a model that has read nothing, in an epoch of its own. Without a place, nothing is written. */
export function watchedCluster(
  config: WatchPlan,
  identity: ClusterIdentity,
  clock: ClusterClock,
  place: LogPlace | undefined,
): WatchedCluster {
  const model = new ClusterModel({ nowMs: clock.nowMs(), gates: config.gates, unread: MODEL_SOURCES });
  const epoch = randomBytes(6).toString("hex");
  const writer =
    place === undefined
      ? undefined
      : new LogWriter({ header: headerOf({ log: epoch, cluster: identity, gates: config.gates }), model, ...place });
  const unread = emptyState(epoch, identity, clock.nowMs()).sources;
  let watch: ClusterWatch | undefined;
  return {
    live: { model, identity, epoch, clock, statuses: () => watch?.statuses() ?? unread, tap: writer },
    writer,
    watch(transport, frames, tell, rights) {
      const isShown = () => frames.model === model;
      const wake = () => {
        if (!isShown()) return;
        frames.wake();
        rights?.wake();
      };
      const consumer = modelConsumer(model, config.cluster.namespace, () => clock.nowMs(), writer);
      const started = startClusterWatch({
        transport,
        consumer: rights === undefined ? consumer : inTurn(consumer, rights.consumer, isShown),
        pace: PACE,
        keepTemplate: keepsTemplates({ key: randomBytes(32), showValues: config.showEnvValues }),
        nowMs: Date.now,
        random: Math.random,
        onChange: wake,
        onRead(source) {
          if (isModelSource(source)) {
            const input = { do: "read", source } as const;
            tellModel(model, clock.nowMs(), input);
            writer?.note(model.reading.nowMs, input);
          }
          if (isShown()) rights?.onRead(source);
          wake();
        },
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
      background(
        started.synced.then(() => {
          if (!isShown()) return;
          frames.beginMarks();
          rights?.beginMarks();
        }),
      );
      return started;
    },
  };
}
