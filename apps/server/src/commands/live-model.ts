import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { SourceName } from "@daemonscope/shared/source-status";
import { background } from "../background.ts";
import { systemTimers } from "../clock.ts";
import { type ClusterWatch, startClusterWatch } from "../cluster/cluster-watch.ts";
import { PACE } from "../cluster/pace.ts";
import { WarningEvents } from "../cluster/warning-events.ts";
import type { ClusterPlan } from "../command-line/cluster-choice.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { checkConnection } from "./check-connection.ts";
import { modelConsumer } from "./model-consumer.ts";
import type { OpenCluster } from "./open-cluster.ts";
import type { Terminal } from "./terminal.ts";

/** How long the first list may stay away while the server is there and busy. */
const FIRST_LIST_MS = 30_000;
/** Changes of one burst are looked at once. */
const GATHER_MS = 50;

export interface LiveModelOptions {
  readonly plan: ClusterPlan;
  /** Only what is in it is asked for; undefined for all. */
  readonly namespace: string | undefined;
  /** Kinds without which there is no answer. */
  readonly needed: readonly SourceName[];
  /** After each look, and between any two statuses that the API served. */
  readonly onChanges: (changes: ModelChanges, model: ClusterModel) => void;
  readonly terminal: Terminal;
}

/** A cluster's model that keeps up with its watches, for one command. */
export interface LiveModel {
  readonly model: ClusterModel;
  /** The first needed kind that is not live now, with its state and the reason; undefined while all are, and what the model says is true. */
  doubt(): string | undefined;
  close(): Promise<void>;
}

/** Watches a cluster until every needed kind is listed. Throws UsageError when the cluster cannot be reached or will not show a needed kind. */
export async function startLiveModel(cluster: OpenCluster, options: LiveModelOptions): Promise<LiveModel> {
  const { plan, needed, onChanges, terminal } = options;
  await checkConnection(cluster, terminal.stop);
  const model = new ClusterModel({ nowMs: cluster.clock.nowMs(), gates: plan.gates });
  const consumer = modelConsumer(model, new WarningEvents(), options.namespace);
  let isSynced = false;
  let gather: { cancel(): void } | undefined;
  let look: { cancel(): void } | undefined;
  const settle = () => {
    gather?.cancel();
    look?.cancel();
    gather = undefined;
    model.tick(cluster.clock.nowMs());
    onChanges(model.takeChanges(), model);
    const next = model.nextLookAtMs();
    look = next === undefined ? undefined : cluster.clock.after(Math.max(0, next - model.nowMs), settle);
  };
  let refuse: (error: UsageError) => void = () => undefined;
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  const watch: ClusterWatch = startClusterWatch({
    transport: cluster.transport,
    consumer: {
      ...consumer,
      putDaemonSet(daemonSet) {
        consumer.putDaemonSet(daemonSet);
        // Each status that was served is held against what was known when it came.
        if (isSynced) settle();
      },
    },
    pace: PACE,
    ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
    nowMs: Date.now,
    random: Math.random,
    onChange() {
      if (isSynced) gather ??= systemTimers.after(GATHER_MS, settle);
    },
    onStatus(source, { state, detail }) {
      if (isSynced || !needed.includes(source)) return;
      if (state === "forbidden") refuse(new UsageError(`${detail ?? `${source} are forbidden`}.`));
    },
    onGap: () => undefined,
    onProblem: (text) => terminal.warn(text),
    onVersion: () => undefined,
  });
  const close = async () => {
    gather?.cancel();
    look?.cancel();
    isSynced = false;
    await watch.close();
  };
  const doubt = () => {
    const statuses = watch.statuses();
    const source = needed.find((each) => statuses[each].state !== "live");
    return source === undefined ? undefined : `${source} ${statuses[source].state}: ${statuses[source].detail ?? "not listed yet"}`;
  };
  const limit = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timer = systemTimers.after(FIRST_LIST_MS, () =>
      reject(new UsageError(`The cluster did not list its objects: ${doubt() ?? ""}.`)),
    );
    limit.signal.addEventListener("abort", () => timer.cancel());
  });
  const stopped = new Promise<"stopped">((done) => terminal.stop.addEventListener("abort", () => done("stopped"), { once: true }));
  background(Promise.allSettled([refused, late]));
  try {
    await Promise.race([watch.synced, refused, late, stopped]);
  } catch (error) {
    await close();
    throw error;
  } finally {
    limit.abort();
  }
  isSynced = true;
  model.beginMarks();
  settle();
  return { model, doubt, close };
}
