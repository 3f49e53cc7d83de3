import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { SourceName } from "@daemonscope/shared/source-status";
import { systemTimers } from "../clock.ts";
import { type ClusterWatch, startClusterWatch } from "../cluster/cluster-watch.ts";
import { PACE } from "../cluster/pace.ts";
import { tellTimeouts } from "../cluster/request-timeout.ts";
import { WATCHED } from "../cluster/resources.ts";
import type { ClusterPlan } from "../command-line/cluster-choice.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { checkConnection } from "./check-connection.ts";
import { modelConsumer } from "./model-consumer.ts";
import type { OpenCluster } from "./open-cluster.ts";
import type { Terminal } from "./terminal.ts";

/** How long an answer that is due at once waits for the first lists. */
export const FIRST_LIST_MS = 30_000;
/** Once one kind is forbidden, the others are told with it if they are heard so soon. */
const FORBIDDEN_MS = 500;
/** How much longer an answer waits for kinds that only add to it. */
const OPTIONAL_MS = 2000;
/** Changes of one burst are looked at once. */
const GATHER_MS = 50;
/** How a kind stands that is not heard; before the first lists a forbidden one is refused, and no trouble. */
const TROUBLED: readonly string[] = ["retrying", "stale"];

export interface LiveModelOptions {
  readonly plan: ClusterPlan;
  /** Only what is in it is asked for; undefined for all. */
  readonly namespace: string | undefined;
  /** Kinds without which there is no answer. */
  readonly needed: readonly SourceName[];
  /** Kinds that add to the answer where they may be read; no others are asked for. */
  readonly optional?: readonly SourceName[];
  /** How long the first lists may stay away; left out, as long as nobody gives up. Where there is such an end, a person's own limit for a request is
   *  one too. */
  readonly patienceMs?: number;
  /** After each look, and between any two statuses that the API served. */
  readonly onChanges?: (changes: ModelChanges, model: ClusterModel) => void;
  /** All needed kinds are live again. */
  readonly onReturn?: () => void;
  readonly terminal: Terminal;
}

/** A cluster's model that keeps up with its watches, for one command. */
export interface LiveModel {
  readonly model: ClusterModel;
  /** Watches until every needed kind is listed: true then, false when somebody gave up before. To be called once.
   *  Throws UsageError when the cluster cannot be reached or will not show a needed kind. */
  listed(giveUp: AbortSignal): Promise<boolean>;
  /** Why what the model says may be old: the first needed kind that is not live. Undefined while it is all true. */
  doubt(): string | undefined;
  /** Why a kind is not live, and what it takes; undefined where it is. */
  missing(source: SourceName): { readonly words: string; readonly isForbidden: boolean } | undefined;
  close(): Promise<void>;
}

/** Resolves when the signal is aborted; never, without one. */
function aborted(signal: AbortSignal): Promise<"gaveUp"> {
  if (signal.aborted) return Promise.resolve("gaveUp");
  return new Promise((done) => signal.addEventListener("abort", () => done("gaveUp"), { once: true }));
}

/** The model of a cluster that nobody has asked yet. */
export function liveModel(cluster: OpenCluster, options: LiveModelOptions): LiveModel {
  const { plan, needed, optional = [], onChanges, terminal } = options;
  const { requestTimeoutMs } = plan.cluster;
  // What a person allows one request is no less than what all may take; 0 is for as long as it takes.
  const patienceMs =
    options.patienceMs === undefined || requestTimeoutMs === 0 ? undefined : Math.max(options.patienceMs, requestTimeoutMs ?? 0);
  const isTimeFinal = patienceMs !== undefined && requestTimeoutMs !== undefined;
  const model = new ClusterModel({ nowMs: cluster.clock.nowMs(), gates: plan.gates });
  const consumer = modelConsumer(model, options.namespace);
  let watch: ClusterWatch | undefined;
  let isSynced = false;
  let isHeard = true;
  let gather: { cancel(): void } | undefined;
  let look: { cancel(): void } | undefined;

  const missing: LiveModel["missing"] = (source) => {
    const status = watch?.statuses()[source];
    if (status === undefined) return { words: "it has not answered yet", isForbidden: false };
    const { state, detail = "not listed yet" } = status;
    return state === "live" ? undefined : { words: `${source} ${state}: ${detail}`, isForbidden: state === "forbidden" };
  };
  const doubt = () => needed.map(missing).find((each) => each !== undefined)?.words;

  function settle(): void {
    gather?.cancel();
    look?.cancel();
    gather = undefined;
    model.tick(cluster.clock.nowMs());
    onChanges?.(model.takeChanges(), model);
    const next = model.nextLookAtMs();
    look = next === undefined ? undefined : cluster.clock.after(Math.max(0, next - model.nowMs), settle);
  }
  /** A line when the server goes, and one when it is back. */
  function report(): void {
    const why = doubt();
    const states = needed.map((source) => watch?.statuses()[source].state ?? "");
    const isTrouble = states.some((state) => TROUBLED.includes(state) || (isSynced && state === "forbidden"));
    if (isHeard && isTrouble) {
      isHeard = false;
      terminal.warn(`The API server is not heard${isSynced ? ", and what was printed may be old" : ""}: ${why ?? ""}.`);
    } else if (!isHeard && why === undefined) {
      isHeard = true;
      terminal.warn("The API server is heard again.");
      if (isSynced) options.onReturn?.();
    }
  }
  function start(): ClusterWatch {
    return startClusterWatch({
      transport: tellTimeouts(cluster.transport, (path, { message }) => {
        const isNeeded = path === "/version" || needed.some((source) => path.endsWith(`/${source}`));
        if (isTimeFinal && isNeeded) tookTooLong(message);
      }),
      consumer: {
        ...consumer,
        putDaemonSet(daemonSet) {
          consumer.putDaemonSet(daemonSet);
          // Each status that was served is held against what was known when it came.
          if (isSynced) settle();
        },
      },
      pace: PACE,
      sources: [...needed, ...optional],
      ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
      nowMs: Date.now,
      random: Math.random,
      onChange() {
        if (isSynced) gather ??= systemTimers.after(GATHER_MS, settle);
      },
      onStatus(source, { state }) {
        if (isSettled()) allSettled();
        if (!needed.includes(source)) return;
        if (!isSynced && state === "forbidden") forbidden();
        else report();
      },
      onGap: () => undefined,
      onProblem: (text) => terminal.warn(text),
      onVersion: () => undefined,
    });
  }

  const isSettled = () => optional.every((source) => ["live", "forbidden"].includes(watch?.statuses()[source].state ?? ""));
  let allSettled: () => void = () => undefined;
  /** Resolves when every optional kind is listed or forbidden, or has had its time. */
  const optionalKinds = () =>
    new Promise<"settled">((done) => {
      const timer = systemTimers.after(OPTIONAL_MS, () => done("settled"));
      allSettled = () => {
        timer.cancel();
        done("settled");
      };
      if (isSettled()) allSettled();
    });
  let forbidden: () => void = () => undefined;
  let tookTooLong: (message: string) => void = () => undefined;
  async function listed(giveUp: AbortSignal): Promise<boolean> {
    const gaveUp = aborted(giveUp);
    const limit = new AbortController();
    const isForbidden = new Promise<"forbidden">((done) => {
      forbidden = () => {
        const timer = systemTimers.after(FORBIDDEN_MS, () => done("forbidden"));
        limit.signal.addEventListener("abort", () => timer.cancel());
      };
    });
    const isFrozen = new Promise<{ readonly message: string }>((done) => {
      tookTooLong = (message) => done({ message });
    });
    const isLate = new Promise<"late">((done) => {
      const timer = patienceMs === undefined ? undefined : systemTimers.after(patienceMs, () => done("late"));
      limit.signal.addEventListener("abort", () => timer?.cancel());
    });
    try {
      const first = await Promise.race([checkConnection(cluster, giveUp, isTimeFinal), gaveUp, isLate]);
      if (first === "gaveUp" || giveUp.aborted) return false;
      if (first === "late") throw new UsageError(`${cluster.words} did not answer in ${(patienceMs ?? 0) / 1000} s.`);
      watch = start();
      const end = await Promise.race([watch.synced, isForbidden, isFrozen, isLate, gaveUp]);
      if (end === "gaveUp") return false;
      if (typeof end === "object") throw new UsageError(`${cluster.words}: ${end.message}.`);
      const statuses = watch.statuses();
      const [refused, ...others] = needed.filter((source) => statuses[source].state === "forbidden");
      if (refused !== undefined) {
        const too = others.length === 0 ? "" : `; and so it is with ${others.map((source) => WATCHED[source].qualified).join(", ")}`;
        throw new UsageError(`${statuses[refused].detail ?? `${refused} are forbidden`}${too}.`);
      }
      const why = doubt();
      if (end === "late" && why !== undefined) throw new UsageError(`The cluster did not list its objects: ${why}.`);
      if ((await Promise.race([optionalKinds(), gaveUp])) === "gaveUp") return false;
    } finally {
      limit.abort();
    }
    isSynced = true;
    model.beginMarks();
    settle();
    return true;
  }

  return {
    model,
    listed,
    doubt,
    missing,
    async close() {
      gather?.cancel();
      look?.cancel();
      isSynced = false;
      await watch?.close();
    },
  };
}
