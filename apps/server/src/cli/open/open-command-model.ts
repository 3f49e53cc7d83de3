import { randomBytes } from "node:crypto";
import { type ClusterEvent, isInNamespace } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { isModelSource } from "@daemonscope/daemonset/records/records";
import type { SourceName } from "@daemonscope/kube/source-status";
import { createTemplateRedactor, type TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { RETRY_POLICY } from "@daemonscope/kube-client/flow-control/retry-policy";
import { reportTimeouts, withRequestTimeout } from "@daemonscope/kube-client/http/request-timeout";
import { WATCHED } from "@daemonscope/kube-client/http/resources";
import { confirmedUntilMs } from "../../frames/confirmed-until.ts";
import { everyMs, Ticker, type TickResult } from "../../frames/ticker.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { type ClusterWatch, startClusterWatch } from "../../watch/cluster-watch.ts";
import { checkConnection } from "./check-connection.ts";
import type { OpenCluster } from "./cluster-for-command.ts";
import type { CommandModel, CommandModelOptions } from "./command-model.ts";
import { forbiddenText } from "./forbidden-text.ts";
import { StartupAbort } from "./startup-abort.ts";

/** The time that an immediate answer waits for the first lists. */
export const FIRST_LIST_TIMEOUT_MS = 30_000;
/**
 * The timeout of a single request: it separates a frozen server from one with long lists. --request-timeout overrides
 * it.
 */
const REQUEST_TIMEOUT_MS = 15_000;
/** The additional wait for optional kinds. */
const OPTIONAL_MS = 2000;
/** Interval of ticks, so that changes of one burst are processed together. */
const GATHER_MS = 50;
/** States of a disconnected kind. Before the first lists a forbidden kind is an error, and no connection problem. */
const PROBLEM_STATES: readonly string[] = ["retrying", "stale"];

/**
 * Returns the total timeout, which is at least the user's timeout of one request. Undefined means no limit: the command
 * has none, or the user's timeout is 0.
 */
function timeoutOf({ timeoutMs, plan }: CommandModelOptions): number | undefined {
  const { requestTimeoutMs } = plan.cluster;
  return timeoutMs === undefined || requestTimeoutMs === 0 ? undefined : Math.max(timeoutMs, requestTimeoutMs ?? 0);
}

/** The user may not read a needed kind. */
export class ForbiddenError extends UsageError {}

/** A model, its watches and its ticks, from the first query to `close`. */
class WatchedModel implements CommandModel {
  readonly keepTemplate: TemplateRedactor | undefined;
  readonly #cluster: OpenCluster;
  readonly #options: CommandModelOptions;
  readonly #model: ClusterModel;
  readonly #ticker: Ticker;
  readonly #timeoutMs: number | undefined;
  #watch: ClusterWatch | undefined;
  #startupAbort: StartupAbort | undefined;
  #isSynced = false;
  #isConnected = true;
  #allSettled: () => void = () => undefined;

  constructor(cluster: OpenCluster, options: CommandModelOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.#timeoutMs = timeoutOf(options);
    this.keepTemplate = options.keepsTemplates === true ? createTemplateRedactor({ key: randomBytes(32), showValues: false }) : undefined;
    const { plan, degradable = [] } = options;
    this.#model = new ClusterModel({ nowMs: cluster.clock.nowMs(), gates: plan.gates, unread: degradable, objects: "columns" });
    const interval = everyMs(GATHER_MS);
    this.#ticker = new Ticker({ tick: () => this.#tick(), interval: () => interval, clock: cluster.clock, timers: systemTimers });
  }

  get reading(): ClusterReading {
    return this.#model.reading;
  }

  missing(source: SourceName): { readonly words: string; readonly isForbidden: boolean } | undefined {
    const status = this.#watch?.statuses()[source];
    if (status === undefined) return { words: "it has not answered yet", isForbidden: false };
    const { state, detail = "not listed yet" } = status;
    return state === "live" ? undefined : { words: `${source} ${state}: ${detail}`, isForbidden: state === "forbidden" };
  }

  doubt(): string | undefined {
    return this.#required.map((source) => this.missing(source)).find((each) => each !== undefined)?.words;
  }

  /** The needed kinds, without those that the user may not read and that only reduce the answer. */
  get #required(): readonly SourceName[] {
    return this.#options.needed.filter((source) => !this.#isDegraded(source));
  }

  #isDegraded(source: SourceName): boolean {
    const { degradable = [] } = this.#options;
    return degradable.some((each) => each === source) && this.#watch?.statuses()[source].state === "forbidden";
  }

  async listed(giveUp: AbortSignal): Promise<boolean> {
    const startupAbort = new StartupAbort(giveUp, this.#timeoutMs);
    this.#startupAbort = startupAbort;
    try {
      const first = await Promise.race([
        checkConnection(this.#cluster, giveUp, this.#isTimeFinal),
        startupAbort.aborted,
        startupAbort.timedOut,
      ]);
      if (first === "aborted" || giveUp.aborted) return false;
      if (first === "timedOut") throw new UsageError(`${this.#cluster.words} did not answer in ${(this.#timeoutMs ?? 0) / 1000} s.`);
      this.#watch = this.#start(startupAbort);
      const end = await Promise.race([
        this.#watch.synced,
        startupAbort.forbidden,
        startupAbort.requestTimedOut,
        startupAbort.timedOut,
        startupAbort.aborted,
      ]);
      if (end === "aborted") return false;
      if (typeof end === "object") throw new UsageError(`${this.#cluster.words}: ${end.message}.`);
      this.#requireAllowed(this.#watch);
      const why = this.doubt();
      if (end === "timedOut" && why !== undefined) throw new UsageError(`The cluster did not list its objects: ${why}.`);
      if ((await Promise.race([this.#optionalKinds(), startupAbort.aborted])) === "aborted") return false;
    } finally {
      startupAbort.close();
    }
    const { needed, terminal } = this.#options;
    for (const source of needed)
      if (this.#isDegraded(source))
        terminal.warn(
          `Warning: you may not list and watch ${WATCHED[source].qualified}: derived counts, budget and concerns are not known.`,
        );
    this.#isSynced = true;
    this.#model.tick(this.#cluster.clock.nowMs());
    // Before beginMarks: the first lists do not show when a pod became misscheduled or missing.
    this.#model.takeChanges();
    this.#model.apply({ do: "beginMarks" });
    this.#ticker.runNow();
    return true;
  }

  async close(): Promise<void> {
    this.#ticker.close();
    this.#isSynced = false;
    await this.#watch?.close();
  }

  get #isTimeFinal(): boolean {
    return this.#timeoutMs !== undefined;
  }

  #tick(): TickResult {
    const { clock } = this.#cluster;
    const statuses = this.#watch?.statuses();
    // The clock goes on during the tick, which must not look like silence.
    const beganMs = clock.nowMs();
    const untilMs = statuses === undefined ? beganMs : confirmedUntilMs(statuses, clock, Date.now());
    this.#model.tick(untilMs);
    // Needed without a listener, too, because it creates the records of the reading.
    const changes = this.#model.takeChanges();
    this.#options.onChanges?.(changes);
    return { published: true, nextWakeAtMs: untilMs < beganMs ? undefined : this.#model.nextWakeAtMs() };
  }

  #start(startupAbort: StartupAbort): ClusterWatch {
    const { needed, optional = [], namespace, terminal, plan } = this.#options;
    const limitMs = this.#isTimeFinal ? (plan.cluster.requestTimeoutMs ?? REQUEST_TIMEOUT_MS) : undefined;
    return startClusterWatch({
      transport: reportTimeouts(withRequestTimeout(this.#cluster.transport, limitMs), (path, { message }) => {
        const isNeeded = path === "/version" || needed.some((source) => path.endsWith(`/${source}`));
        if (this.#isTimeFinal && isNeeded) startupAbort.noteRequestTimeout(message);
      }),
      emit: (event) => this.#apply(event),
      known: this.#model.reading,
      pace: RETRY_POLICY,
      ...(this.keepTemplate === undefined ? {} : { keepTemplate: this.keepTemplate }),
      sources: [...needed, ...optional],
      ...(namespace === undefined ? {} : { namespace }),
      nowMs: Date.now,
      random: Math.random,
      onRead: (source) => {
        if (isModelSource(source)) this.#model.apply({ do: "read", source });
      },
      onChange: () => {
        if (this.#isSynced) this.#ticker.wake();
      },
      onStatus: (source, { state }) => this.#noteStatus(source, state),
      onGap: () => undefined,
      onProblem: (text) => terminal.warn(text),
      onVersion: () => undefined,
    });
  }

  #apply(event: ClusterEvent): void {
    if (!isInNamespace(event, this.#options.namespace)) return;
    this.#model.apply(event, this.#cluster.clock.nowMs());
    // Ticks for each status, so that the status is compared with the pods at its arrival.
    if (this.#isSynced && event.do === "put" && event.kind === "daemonsets") this.#ticker.runNow();
  }

  #noteStatus(source: SourceName, state: string): void {
    if (this.#isSettled()) this.#allSettled();
    if (!this.#required.includes(source)) return;
    if (!this.#isSynced && state === "forbidden") this.#startupAbort?.noteForbiddenKind();
    else this.#report();
  }

  /** Warns when the server disconnects, and when it is back. */
  #report(): void {
    const { terminal, onReturn } = this.#options;
    const why = this.doubt();
    const states = this.#required.map((source) => this.#watch?.statuses()[source].state ?? "");
    const hasProblem = states.some((state) => PROBLEM_STATES.includes(state) || (this.#isSynced && state === "forbidden"));
    if (this.#isConnected && hasProblem) {
      this.#isConnected = false;
      terminal.warn(
        `Warning: the API server does not respond${this.#isSynced ? ", and the printed data may be stale" : ""}: ${why ?? ""}.`,
      );
    } else if (!this.#isConnected && why === undefined) {
      this.#isConnected = true;
      terminal.warn("The API server responds again.");
      if (this.#isSynced) onReturn?.();
    }
  }

  #requireAllowed(watch: ClusterWatch): void {
    const statuses = watch.statuses();
    const [refused, ...others] = this.#required.filter((source) => statuses[source].state === "forbidden");
    if (refused === undefined) return;
    const { namespace, plan } = this.#options;
    const detail = statuses[refused].detail ?? "";
    throw new ForbiddenError(`${forbiddenText({ kinds: [refused, ...others], detail, namespace, as: plan.cluster.as })}.`);
  }

  #isSettled(): boolean {
    const { optional = [] } = this.#options;
    return optional.every((source) => ["live", "forbidden"].includes(this.#watch?.statuses()[source].state ?? ""));
  }

  /** Resolves when every optional kind is listed or forbidden, or after OPTIONAL_MS. */
  #optionalKinds(): Promise<"settled"> {
    return new Promise((done) => {
      const timer = systemTimers.after(OPTIONAL_MS, () => done("settled"));
      this.#allSettled = () => {
        timer.cancel();
        done("settled");
      };
      if (this.#isSettled()) this.#allSettled();
    });
  }
}

/** Returns the model of a cluster, before its first request. */
export function openCommandModel(cluster: OpenCluster, options: CommandModelOptions): CommandModel {
  return cluster.modelOf?.(options) ?? new WatchedModel(cluster, options);
}

/**
 * Calls back with the listed model of a cluster, and closes it afterwards. Returns undefined if the user interrupts the
 * first lists.
 */
export async function withListedModel<Answer>(
  cluster: OpenCluster,
  options: Omit<CommandModelOptions, "timeoutMs">,
  answer: (live: CommandModel) => Answer | Promise<Answer>,
): Promise<Answer | undefined> {
  const { terminal } = options;
  const live = openCommandModel(cluster, { ...options, timeoutMs: FIRST_LIST_TIMEOUT_MS });
  try {
    if (!(await live.listed(terminal.stop))) return undefined;
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    return await answer(live);
  } finally {
    await live.close();
  }
}
