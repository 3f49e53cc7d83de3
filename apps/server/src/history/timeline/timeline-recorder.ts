import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { poolOf } from "@daemonscope/daemonset/records/pool-of";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { hasAge, verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";
import { ALL_DAEMON_SETS, type CountSample, type TimelineEvent } from "@daemonscope/shared/http/history";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";

/** If a twentieth more than this number of timeline events are kept, the oldest are dropped: some megabytes. */
const TIMELINE_EVENTS_LIMIT = 20_000;
/** Above this number of samples of one DaemonSet, or of all together, the older half is thinned. */
export const SAMPLES_LIMIT = 4000;

function nodeTimelineEvent(before: NodeRecord | undefined, record: NodeRecord, atMs: number): TimelineEvent | undefined {
  if (before === undefined) return undefined;
  const { name, ready, readyReason } = record;
  const lifecycle = nodeLifecycle(record);
  if (isEnding(lifecycle)) {
    // NotReady is expected from then on.
    if (isEnding(nodeLifecycle(before))) return undefined;
    const kind = lifecycle.kind === "shuttingDown" ? "nodeShuttingDown" : "nodeLeaving";
    return { kind, atMs, node: name, pool: poolOf(record) };
  }
  if ((before.ready === "True") === (ready === "True")) return undefined;
  if (ready === "True") return { kind: "nodeReady", atMs, node: name };
  return { kind: "nodeNotReady", atMs, node: name, ...(readyReason === undefined ? {} : { reason: readyReason }) };
}

function daemonSetTimelineEvents(before: DaemonSetRecord | undefined, record: DaemonSetRecord, atMs: number): readonly TimelineEvent[] {
  const { key, concern } = record;
  const previous = before?.concern ?? null;
  if (previous?.kind === concern?.kind && previous?.stuck === concern?.stuck) return [];
  const ended: TimelineEvent[] = previous === null ? [] : [{ kind: "concernEnded", atMs, daemonSet: key, concern: previous.kind }];
  if (concern === null) return ended;
  const { kind, stuck, detail, sinceMs } = concern;
  // The band of a verdict begins where its age begins.
  const since = sinceMs !== undefined && hasAge(verdictWordOf(record)) ? { sinceMs } : {};
  return [...ended, { kind: "concernBegan", atMs, daemonSet: key, concern: kind, stuck, ...since, detail }];
}

/** Returns the timeline events of a frame, including its marks. `before` is the state before it. O(records put). */
export function timelineEventsOf(before: ClusterStateOf, { at, nodes, daemonSets, marks = [] }: Frame): readonly TimelineEvent[] {
  return [
    ...marks,
    ...(nodes?.put ?? []).flatMap(([slot, record]) => nodeTimelineEvent(sameUid(before.nodes.at(slot), record), record, at) ?? []),
    ...(daemonSets?.put ?? []).flatMap(([slot, record]) => daemonSetTimelineEvents(sameUid(before.daemonSets[slot], record), record, at)),
  ];
}

const sameUid = <T extends { readonly uid: string }>(before: T | undefined, after: T): T | undefined =>
  before?.uid === after.uid ? before : undefined;

type Counts = readonly [desired: number, current: number, ready: number, updated: number, available: number, leaving: number];
const NO_COUNTS: Counts = [0, 0, 0, 0, 0, 0];

const countsOf = ({ reported, unavailable }: DaemonSetRecord): Counts => [
  reported.desiredNumberScheduled,
  reported.currentNumberScheduled,
  reported.numberReady,
  reported.updatedNumberScheduled,
  reported.numberAvailable,
  unavailable?.onLeavingNodes ?? 0,
];

const plus = (a: Counts, b: Counts, sign: 1 | -1): Counts => [
  a[0] + sign * b[0],
  a[1] + sign * b[1],
  a[2] + sign * b[2],
  a[3] + sign * b[3],
  a[4] + sign * b[4],
  a[5] + sign * b[5],
];

const sampleOf = (atMs: number, [desired, current, ready, updated, available, leaving]: Counts): CountSample =>
  leaving === 0 ? [atMs, desired, current, ready, updated, available] : [atMs, desired, current, ready, updated, available, leaving];

const countsIn = ([, desired, current, ready, updated, available, leaving = 0]: CountSample): Counts => [
  desired,
  current,
  ready,
  updated,
  available,
  leaving,
];

const isSameCount = (a: CountSample | undefined, b: CountSample): boolean =>
  a !== undefined && a.length === b.length && a.every((count, at) => at === 0 || count === b[at]);

/** Returns the items in a range of a list by time, and the item that is in effect at the beginning of the range. */
function within<T>(items: readonly T[], atOf: (item: T) => number, fromMs: number, toMs: number): readonly T[] {
  const first = items.findIndex((item) => atOf(item) >= fromMs);
  const start = first === -1 ? items.length : first;
  return items.slice(Math.max(0, start - 1)).filter((item) => atOf(item) <= toMs);
}

/** Returns at most `limit` items, including the last. */
function thinned<T>(items: readonly T[], limit: number): readonly T[] {
  if (items.length <= limit) return items;
  if (limit <= 0) return [];
  const step = items.length / limit;
  return Array.from({ length: limit }, (_, at) => items[Math.ceil((at + 1) * step) - 1]).filter((item) => item !== undefined);
}

/** The timeline events of a part of a log. */
export interface TimelineSegment {
  readonly happenings: readonly TimelineEvent[];
  readonly counts: Readonly<Record<string, readonly CountSample[]>>;
}

/** Collects timeline events while the log is written, so that a query does not replay hours of a log. */
export class TimelineRecorder {
  #events: TimelineEvent[] = [];
  readonly #samples = new Map<string, CountSample[]>();
  #totalCounts = NO_COUNTS;

  /** Starts with all DaemonSets as of the beginning of the log. */
  begin({ daemonSets, at }: ClusterStateOf): void {
    this.#totalCounts = NO_COUNTS;
    for (const record of daemonSets) {
      if (record === undefined) continue;
      this.#totalCounts = plus(this.#totalCounts, countsOf(record), 1);
      this.#sample(record.key, countsOf(record), at);
    }
    this.#sample(ALL_DAEMON_SETS, this.#totalCounts, at);
  }

  take(before: ClusterStateOf, frame: Frame): void {
    this.#events.push(...timelineEventsOf(before, frame));
    const { freed = [], put = [] } = frame.daemonSets ?? {};
    for (const slot of new Set([...freed, ...put].map(([slot]) => slot))) {
      const previous = before.daemonSets[slot];
      if (previous !== undefined) this.#totalCounts = plus(this.#totalCounts, countsOf(previous), -1);
    }
    // A deleted DaemonSet counts zero, because sums over some DaemonSets are built from these samples.
    const stays = new Set(put.map(([, { key }]) => key));
    for (const [slot] of freed) {
      const key = before.daemonSets[slot]?.key;
      if (key !== undefined && !stays.has(key)) this.#sample(key, NO_COUNTS, frame.at);
    }
    for (const [, record] of put) {
      this.#totalCounts = plus(this.#totalCounts, countsOf(record), 1);
      this.#sample(record.key, countsOf(record), frame.at);
    }
    if (freed.length + put.length > 0) this.#sample(ALL_DAEMON_SETS, this.#totalCounts, frame.at);
    this.#keepLimit();
  }

  /** Returns everything in a range, including the counts of all DaemonSets together, as input of `add`. */
  part(fromMs: number, toMs: number): TimelineSegment {
    const all = Number.POSITIVE_INFINITY;
    return {
      happenings: this.between(fromMs, toMs),
      counts: { ...this.counts(fromMs, toMs, all), ...this.counts(fromMs, toMs, all, ALL_DAEMON_SETS) },
    };
  }

  /** Adds a part that is later than all that is already here. */
  add({ happenings: events, counts }: TimelineSegment): void {
    for (const each of events) this.#events.push(each);
    this.#keepLimit();
    for (const [key, added] of Object.entries(counts)) {
      const samples = this.#samples.get(key) ?? [];
      this.#samples.set(key, samples);
      for (const sample of added) {
        const last = samples.at(-1);
        if (last === undefined || (sample[0] > last[0] && !isSameCount(last, sample))) samples.push(sample);
      }
    }
  }

  /** Drops older timeline events and samples, except the samples that are in effect at `fromMs`. */
  forgetBefore(fromMs: number): void {
    const firstKept = this.#events.findIndex(({ atMs }) => atMs >= fromMs);
    if (firstKept !== 0) this.#events = firstKept === -1 ? [] : this.#events.slice(firstKept);
    for (const [key, samples] of this.#samples) {
      const left = within(samples, ([at]) => at, fromMs, Number.POSITIVE_INFINITY);
      if (left.length === 0) this.#samples.delete(key);
      else if (left.length < samples.length) this.#samples.set(key, [...left]);
    }
  }

  between(fromMs: number, toMs: number): readonly TimelineEvent[] {
    return this.#events.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
  }

  /**
   * Returns counts by key, of one DaemonSet or of each. Includes the counts that are in effect at the beginning of the
   * range.
   */
  counts(fromMs: number, toMs: number, limit: number, of?: string): Readonly<Record<string, readonly CountSample[]>> {
    if (limit <= 0) return {};
    const keys = of === undefined ? [...this.#samples.keys()].filter((key) => key !== ALL_DAEMON_SETS) : [of];
    return Object.fromEntries(
      keys.map((key) => {
        const samples = within(this.#samples.get(key) ?? [], ([at]) => at, fromMs, toMs);
        return [key, thinned(samples, limit)] as const;
      }),
    );
  }

  #keepLimit(): void {
    if (this.#events.length > TIMELINE_EVENTS_LIMIT * 1.05) this.#events = this.#events.slice(-TIMELINE_EVENTS_LIMIT);
  }

  #sample(key: string, counts: Counts, atMs: number): void {
    const samples = this.#samples.get(key) ?? [];
    this.#samples.set(key, samples);
    const sample = sampleOf(atMs, counts);
    if (isSameCount(samples.at(-1), sample)) return;
    samples.push(sample);
    // Drops every second old sample, because the distant past is drawn at low resolution.
    if (samples.length > SAMPLES_LIMIT) {
      const half = samples.length >> 1;
      const thin = samples.slice(0, half).filter((_, at) => at % 2 === 0);
      this.#samples.set(key, [...thin, ...samples.slice(half)]);
    }
  }
}

/**
 * Returns at most `limit` summed counts of several DaemonSets over time, including those in effect at `fromMs`. A count
 * is in effect until the next sample of the same DaemonSet.
 */
export function sumCounts(series: readonly (readonly CountSample[])[], fromMs: number, limit: number): readonly CountSample[] {
  const steps = series.flatMap((samples) => samples.map((sample, at) => ({ sample, before: samples[at - 1] })));
  steps.sort((a, b) => a.sample[0] - b.sample[0]);
  const sums: CountSample[] = [];
  let sum = NO_COUNTS;
  for (const { sample, before } of steps) {
    const [atMs] = sample;
    sum = plus(plus(sum, before === undefined ? NO_COUNTS : countsIn(before), -1), countsIn(sample), 1);
    if (sums.at(-1)?.[0] === atMs) sums.pop();
    sums.push(sampleOf(atMs, sum));
  }
  return thinned(
    within(sums, ([at]) => at, fromMs, Number.POSITIVE_INFINITY),
    limit,
  );
}
