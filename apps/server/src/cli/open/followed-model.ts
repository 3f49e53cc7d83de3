import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetKey, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { SourceName } from "@daemonscope/kube/source-status";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { FollowedCluster } from "../../engine/follower/followed-cluster.ts";
import { cursorText } from "../../frames/log/cursor.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { overlayReading } from "../../readings/overlay-reading.ts";
import type { CommandModel, CommandModelOptions } from "./command-model.ts";

/** The interval of checks whether the follower has caught up with the writer. */
const CHECK_INTERVAL_MS = 100;
/** Time limit for reading the log. Usually it is read sooner, and a live collector is connected within two seconds. */
const LOG_READ_TIMEOUT_MS = 10_000;

/** Restricts a reading to the DaemonSets of one namespace, if one is selected. */
function within(namespace: string | undefined, reading: ClusterReading): ClusterReading {
  if (namespace === undefined) return reading;
  const isInside = (key: string) => key.startsWith(`${namespace}/`);
  return overlayReading(
    {
      daemonSetKeys: () => reading.daemonSetKeys().filter(isInside),
      daemonSets: () => reading.daemonSets().filter(({ key }) => isInside(key)),
    },
    reading,
  );
}

/**
 * The model of a cluster whose log is in an engine, for one command. It follows the log, and reports when it may be
 * stale.
 */
export class FollowedModel implements CommandModel {
  readonly #followed: FollowedCluster;
  readonly #options: CommandModelOptions;
  readonly #timers: Timers;
  readonly #end = new AbortController();
  readonly #reported = new Map<DaemonSetKey, DaemonSetRecord>();
  #work: Promise<void> = Promise.resolve();
  #isLive = true;

  constructor(followed: FollowedCluster, options: CommandModelOptions, timers: Timers = systemTimers) {
    this.#followed = followed;
    this.#options = options;
    this.#timers = timers;
  }

  get reading(): ClusterReading {
    return within(this.#options.namespace, this.#followed.live.model.reading);
  }

  get keepTemplate(): CommandModel["keepTemplate"] {
    return this.#followed.live.keepTemplate;
  }

  missing(source: SourceName): { readonly words: string; readonly isForbidden: boolean } | undefined {
    const { state, detail = "not read yet" } = this.#followed.statuses()[source];
    return state === "live" ? undefined : { words: `${source} ${state}: ${detail}`, isForbidden: state === "forbidden" };
  }

  doubt(): string | undefined {
    return this.#options.needed.map((source) => this.missing(source)).find((each) => each !== undefined)?.words;
  }

  async listed(giveUp: AbortSignal): Promise<boolean> {
    const { timeoutMs, needed, onChanges } = this.#options;
    this.#followed.begin();
    const untilMs = timeoutMs === undefined ? undefined : this.#timers.elapsedMs() + Math.min(timeoutMs, LOG_READ_TIMEOUT_MS);
    for (;;) {
      if (giveUp.aborted) return false;
      const states = needed.map((source) => this.#followed.statuses()[source].state);
      if (states.includes("forbidden")) throw new UsageError(`${this.#words}: ${this.doubt() ?? "it may not be read"}.`);
      const isOver = untilMs !== undefined && this.#timers.elapsedMs() > untilMs;
      const isReading = states.includes("syncing");
      if (!isReading && (isOver || !this.#followed.isBehind)) break;
      if (isReading && isOver)
        throw new UsageError(`${this.#words} has no log that can be read: ${this.doubt() ?? "the collector sent nothing"}.`);
      await sleep(CHECK_INTERVAL_MS, giveUp, this.#timers);
    }
    this.#report();
    // Objects that exist at the start are not reported as changes.
    for (const record of this.reading.daemonSets()) this.#reported.set(record.key, record);
    if (onChanges !== undefined) this.#work = this.#watchChanges();
    return true;
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#work;
  }

  get #words(): string {
    return `cluster "${this.#followed.name}" in the engine`;
  }

  /** Reports changed DaemonSets. Compares states instead of frames, so that a missed frame does not matter. */
  async #watchChanges(): Promise<void> {
    const { live } = this.#followed;
    let lastCursor: string | undefined;
    while (!this.#end.signal.aborted) {
      await sleep(CHECK_INTERVAL_MS, this.#end.signal, this.#timers);
      // During a tick, records are of two moments.
      await live.whole();
      if (this.#end.signal.aborted) return;
      this.#report();
      // Another log may have reached the same seq.
      const cursor = cursorText(live.log.state);
      if (cursor !== lastCursor) this.#reportChanges();
      lastCursor = cursor;
    }
  }

  #reportChanges(): void {
    const records = this.reading.daemonSets();
    // A replacement model has other objects with equal contents.
    const daemonSetsPut = records.filter((record) => !isEqualJson(this.#reported.get(record.key), record));
    const currentKeys = new Set(records.map(({ key }) => key));
    const daemonSetsDropped = [...this.#reported.keys()].filter((key) => !currentKeys.has(key));
    for (const record of daemonSetsPut) this.#reported.set(record.key, record);
    for (const key of daemonSetsDropped) this.#reported.delete(key);
    if (daemonSetsPut.length + daemonSetsDropped.length > 0) this.#options.onChanges?.({ daemonSetsPut, daemonSetsDropped });
  }

  /** Warns when the data may be stale, and when it is current again. */
  #report(): void {
    const why = this.doubt();
    if (this.#isLive === (why === undefined)) return;
    this.#isLive = why === undefined;
    this.#options.terminal.warn(why === undefined ? "The data are live again." : `The data may be stale: ${why}.`);
    if (why === undefined) this.#options.onReturn?.();
  }
}
