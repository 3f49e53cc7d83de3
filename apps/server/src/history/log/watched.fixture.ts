import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { FixtureCluster, type HistoryTarget, rememberedStep, type Step } from "@daemonscope/daemonset/model/histories.fixture";
import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { SOURCES, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { applyObserved, type EventObserver } from "../../feed/event-observer.ts";
import { EventQueue } from "../../feed/event-queue.ts";
import type { FrameObserver } from "../../frames/frame-source.ts";
import { allSourcesLive } from "../../frames/live-frames.fixture.ts";
import { LiveFrames } from "../../frames/live-frames.ts";
import { headerOf, type LogHeader } from "./log-entry.ts";
import { LogWriter, memoryStore } from "./log-writer.ts";

/** How the model stores its objects. */
type Objects = ConstructorParameters<typeof ClusterModel>[0]["objects"];

const IDENTITY = { context: "test", server: "http://127.0.0.1:1", version: "v1.36.0", simulated: false };

/** A watched cluster whose inputs are written to memory, as in a server. */
export const recordedCluster = (checkpointCost: number, objects?: Objects) =>
  watchedWith(memoryLog(checkpointCost), EPOCH_MS, undefined, "e1", objects);

export const memoryLog = (checkpointCost: number, timers?: Timers) => (header: LogHeader, model: ClusterModel) =>
  new LogWriter({
    header,
    model,
    store: memoryStore,
    maxBytes: 1e9,
    checkpointCost,
    beginsAtOnce: true,
    ...(timers === undefined ? {} : { timers }),
  });

/** Runs ticks in steps. Other work runs after each step, and inputs wait in the queue meanwhile. */
export class SlicedModel {
  readonly eventQueue = new EventQueue();
  #isQueued = false;
  #queued: (() => void)[] = [];

  timersOf(timers: Timers): Timers {
    let clockReads = 0;
    // Each call of the clock ends the time slice.
    return {
      ...timers,
      elapsedMs: () => timers.elapsedMs() + 1000 * clockReads++,
      soon: (callback) => {
        if (!this.#isQueued) return timers.soon(callback);
        this.#queued.push(callback);
        const cancel = () => {
          this.#queued = this.#queued.filter((each) => each !== callback);
        };
        return { cancel };
      },
    };
  }

  /** Queues the following work: it continues only by `goOn`. */
  queue(): void {
    this.#isQueued = true;
  }

  /** Runs one step. */
  goOn(): void {
    this.#queued.shift()?.();
  }

  /** Runs the remaining steps until `work` is complete. */
  async untilOver(work: Promise<void>): Promise<void> {
    let isOver = false;
    const end = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      this.goOn();
      await new Promise((done) => setImmediate(done));
    }
    await end;
  }
}

/** A watched cluster with any log, from a given time on. */
export function watchedWith<Log extends FrameObserver & EventObserver & { flush(): Promise<void> }>(
  makeLog: (header: LogHeader, model: ClusterModel, time: ReturnType<typeof manualTime>) => Log,
  fromMs = EPOCH_MS,
  inParts?: SlicedModel,
  epoch = "e1",
  objects: Objects = "shared",
) {
  const time = manualTime(fromMs);
  const model = new ClusterModel({ nowMs: fromMs, unread: MODEL_SOURCES, objects });
  const header = headerOf({ log: epoch, cluster: IDENTITY });
  const writer = makeLog(header, model, time);
  const sources = { now: allSourcesLive(fromMs) };
  const shown: { readonly atMs: number; readonly seq: number; readonly hash: string }[] = [];
  const live = new LiveFrames({
    model,
    identity: IDENTITY,
    epoch,
    build: "test",
    clock: time.clock,
    timers: inParts?.timersOf(time.timers) ?? time.timers,
    ...(inParts === undefined ? {} : { queue: inParts.eventQueue }),
    random: () => 0.5,
    statuses: () => sources.now,
    wallNowMs: time.nowMs,
    tap: {
      beganMarks: (nowMs) => writer.beganMarks(nowMs),
      hashed: (seq, hash) => writer.hashed(seq, hash),
      ticked(tick, later) {
        shown.push({ atMs: tick.atMs, seq: tick.state.seq, hash: stateHash(tick.state) });
        writer.ticked(tick, later);
      },
    },
  });
  const queue = inParts?.eventQueue ?? new EventQueue();
  queue.connect((event, nowMs) => applyObserved(model, event, nowMs, writer));
  const consumer = (event: ClusterEvent) => queue.push(event, time.nowMs());
  return { time, model, writer, live, consumer, sources, shown, world: new FixtureCluster(), worldBeganMs: fromMs };
}

const noneLive = (provenAtMs: number): SourceStatuses =>
  Object.fromEntries(SOURCES.map((source) => [source, { state: "retrying", provenAtMs }])) as unknown as SourceStatuses;

export type FixtureEvent =
  | Step
  | { readonly do: "gap" | "act" | "beat" | "keep" }
  | { readonly do: "sources"; readonly state: "live" | "retrying" }
  | { readonly do: "noSource" };

export const fixtureEvent: fc.Arbitrary<FixtureEvent> = fc.oneof(
  { arbitrary: rememberedStep, weight: 20 },
  { arbitrary: fc.record({ do: fc.constantFrom("gap" as const, "beat" as const, "keep" as const) }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant("sources" as const), state: fc.constantFrom("live" as const, "retrying" as const) }),
    weight: 1,
  },
);

/** Events that include times without a live source. */
export const anyFixtureEvent: fc.Arbitrary<FixtureEvent> = fc.oneof(
  { arbitrary: fixtureEvent, weight: 12 },
  { arbitrary: fc.constant({ do: "noSource" as const }), weight: 1 },
);

/** Marks of actions by users. */
export const acts = (atMs: number): readonly TimelineMark[] => [
  { kind: "acted", atMs, act: "restarted", daemonSet: "kube-system/agent" },
  { kind: "actedOnNodes", atMs, act: "tainted", nodes: ["n1", "n2"] },
];

/** Applies events to a watched cluster, after its earlier events. */
export async function playEvents(
  {
    time,
    writer,
    live: frames,
    consumer,
    sources,
    world,
    worldBeganMs,
  }: Omit<ReturnType<typeof recordedCluster>, "writer"> & { readonly writer: FrameObserver & EventObserver & { flush(): Promise<void> } },
  history: readonly FixtureEvent[],
  between: () => void = () => undefined,
) {
  // The world's time begins at the epoch.
  const sinceMs = worldBeganMs - EPOCH_MS;
  const pass = (nowMs: number) => time.pass(Math.max(0, nowMs + sinceMs - time.nowMs()));
  const target: HistoryTarget = {
    apply: (input) => (input.do === "beginMarks" ? frames.beginMarks() : consumer(input)),
    at: pass,
    tick: pass,
    takeChanges: () => frames.settle(),
  };
  frames.settle();
  for (const event of history) {
    if (event.do === "gap") frames.addGap("pods", time.nowMs() - 3000);
    else if (event.do === "act") frames.addMarks(acts(time.nowMs()));
    else if (event.do === "beat") writer.hashed(frames.log.state.seq, frames.log.hash());
    else if (event.do === "keep") await writer.flush();
    else if (event.do === "sources") sources.now = { ...allSourcesLive(EPOCH_MS), pods: { state: event.state, provenAtMs: EPOCH_MS } };
    else if (event.do === "noSource") sources.now = noneLive(time.nowMs());
    else world.apply(event as Step, target);
    // A burst is read whole before its tick.
    if (event.do !== "putPod" && event.do !== "putNode") frames.wake();
    between();
  }
  frames.settle();
  await writer.flush();
}
