import { drain } from "@daemonscope/kube/base/drain";
import { Signal } from "@daemonscope/kube/base/signal";
import { applyFrame, heartbeatToFrame } from "@daemonscope/shared/apply-frame";
import { KeyframeReader } from "@daemonscope/shared/codec/keyframe-reader";
import { FrameReader } from "@daemonscope/shared/codec/read-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import {
  type AnyFrame,
  baseSeq,
  HEARTBEAT_MS,
  type KeyframeHead,
  type KeyframePart,
  type StreamMessages,
  WIRE_SCHEMA,
} from "@daemonscope/shared/state/frame";
import { type FrameEffect, mergeAllEffects, WHOLE_EFFECT } from "@daemonscope/shared/state/frame-effect";
import { recordHash } from "@daemonscope/shared/state/record-hash";
import { sortInParts } from "@daemonscope/shared/state/row-ids";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { clusterNowMs } from "./cluster-now.ts";
import type { ClusterView } from "./cluster-view.ts";
import { EffectHistory } from "./effect-history.ts";
import { PendingFrames } from "./pending-frames.ts";
import type { ReadableCluster } from "./readable-cluster.ts";
import { type Staleness, stalenessOf } from "./staleness.ts";
import { fetchProblemOf, StateParseError, TruncatedStateError } from "./state-fetch-problem.ts";
import type { TabStreamMessage } from "./stream-messages.ts";

interface ClusterStoreOptions {
  readonly nowMs: () => number;
  /**
   * Returns the lines of a keyframe as they arrive. `epoch` is that of the stream, once known. `onBytes` is called for
   * any received bytes.
   */
  readonly fetchKeyframe: (signal: AbortSignal, epoch: string | undefined, onBytes: () => void) => Promise<AsyncIterable<string>>;
  /** Returns a signal that aborts after `ms` milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
  /**
   * Called if the server uses another wire schema, so that the page reloads. Returns false if a reload already happened
   * and did not help.
   */
  readonly onOtherSchema: (server: StreamMessages["hello"]) => boolean;
  /** Called if the user does not want to wait: opens a new stream and makes the server retry at once. */
  readonly reconnect: () => void;
  /**
   * Calls back when listeners may be notified, once for all updates until then. Without it, they are notified at once.
   */
  readonly scheduleNotify?: (notify: () => void) => void;
  /** Runs long work in time slices. Without it, the work runs in one piece. */
  readonly inSlices?: InSlices;
}

type InSlices = <T>(parts: Generator<undefined, T>) => Promise<T>;

const inOnePiece: InSlices = async (parts) => drain(parts);

/** Returns the state that was read, with its nodes sorted by name, because nearly every page needs that order. */
function* readSorted(reader: KeyframeReader): Generator<undefined, ClusterState | undefined> {
  const state = yield* reader.whole();
  if (state !== undefined) yield* sortInParts(state.rows);
  return state;
}

/** Computes the hashes of records in time slices. They are cached, so that a heartbeat hashes only newer records. */
function* hashRecords({ nodes }: ClusterState): Generator<undefined, void> {
  for (const [row, node] of nodes.entries()) {
    if (node !== undefined) recordHash(node);
    if (row % RECORDS_PER_SLICE === 0) yield;
  }
}

/** Records that are hashed before the work may pause. */
const RECORDS_PER_SLICE = 200;

/** A position in the log: the frames after this state follow. */
export type StreamPosition = Pick<ClusterState, "epoch" | "seq">;

/**
 * Most frames that queue during a fetch of the state: ten minutes of a rollout. A dropped frame forces another fetch.
 * On a network that slow, the fetches would never end.
 */
const FRAMES_HELD = 40_000;
/** A keyframe that delivers nothing for this time has failed. */
const KEYFRAME_LIMIT_MS = 20_000;
/** Immediate retries after a partial state. Later retries follow heartbeats. */
const CUT_TRIES = 2;

/** The page's copy of the cluster: a keyframe and the frames after it. Does not depend on React. */
export class ClusterStore implements ReadableCluster {
  readonly #options: ClusterStoreOptions;
  readonly #changed = new Signal();
  /** Frames that arrived during the fetch of a keyframe. */
  #held: AnyFrame[] = [];
  readonly #waiting = new PendingFrames();
  readonly #effects = new EffectHistory();
  #fetching: AbortController | undefined;
  /** Time of the last request for a keyframe, or of its last received bytes. */
  #fetchActiveAtMs = 0;
  /** The last fetched state, until its records are hashed. Before that, heartbeats do not compare hashes. */
  #unhashed: ClusterState | undefined;
  #isNotifyScheduled = false;
  #isOtherSchema = false;
  #resolvePosition: (position: StreamPosition | undefined) => void = () => undefined;
  /** Number of consecutive partial states. */
  #cuts = 0;
  #view: ClusterView = {
    state: undefined,
    version: 0,
    seq: 0,
    epoch: undefined,
    connection: "connecting",
    lastReceivedAtMs: undefined,
    lostAtMs: undefined,
    behind: undefined,
    doubt: undefined,
    clusterAtMs: 0,
    clockRate: 1,
    resyncs: 0,
    moment: undefined,
    nodesRead: undefined,
    problem: undefined,
  };

  constructor(options: ClusterStoreOptions) {
    this.#options = options;
  }

  readonly snapshot = (): ClusterView => {
    this.#applyWaiting();
    return this.#view;
  };

  readonly peek = (): ClusterView => this.#view;

  readonly effectBetween = (from: number | undefined, to: number): FrameEffect => this.#effects.between(from, to);

  readonly subscribe = this.#changed.subscribe;

  /**
   * Requests the state before the stream opens. As soon as the head arrives, it resolves with the log position from
   * which frames are needed. A stream without that position would skip frames and cost the whole state once more.
   * Undefined if the fetch fails.
   */
  begin(): Promise<StreamPosition | undefined> {
    return new Promise((done) => {
      this.#resolvePosition = done;
      void this.#resync();
    });
  }

  receive(message: TabStreamMessage): void {
    const nowMs = this.#options.nowMs();
    if (message.kind === "lost") {
      const isWithheld = message.isUnanswered === true && this.#view.connection === "withheld";
      this.#set({ connection: isWithheld ? "withheld" : "lost", lostAtMs: this.#view.lostAtMs ?? nowMs });
      return;
    }
    this.#set({ connection: "open", lostAtMs: undefined });
    // An open connection proves nothing: a proxy that holds streams may answer in place of the server.
    if (message.kind === "open") {
      if (this.#view.state === undefined) void this.#resync();
      return;
    }
    if (this.#isOtherSchema && message.name !== "hello") return;
    this.#set({ lastReceivedAtMs: nowMs - (message.lateMs ?? 0) });
    switch (message.name) {
      case "hello":
        if (message.data.schema !== WIRE_SCHEMA) return this.#otherSchema(message.data);
        if (this.#isOtherSchema) this.#set({ problem: undefined });
        this.#isOtherSchema = false;
        this.#set({ epoch: message.data.epoch, clusterAtMs: message.data.at, clockRate: message.data.clockRate });
        if (this.#view.state?.epoch !== message.data.epoch || !this.#isWhole) void this.#resync();
        else this.#set({ doubt: this.#doubt(this.#view.state) });
        return;
      case "frame":
        this.#set({ epoch: message.data.epoch, clusterAtMs: message.data.at });
        return this.#frame(message.data);
      case "heartbeat":
        this.#set({ epoch: message.data.epoch, clusterAtMs: message.data.at, clockRate: message.data.clockRate });
        return this.#heartbeat(message.data);
      case "resync":
        this.#set({ epoch: message.data.epoch });
        void this.#resync();
        return;
      case "renew":
      case "again":
        return;
      case "bye":
        this.#set({ connection: "lost", lostAtMs: nowMs });
        return;
    }
  }

  /** Another request got an answer while the one for the stream has none. */
  withheld(): void {
    if (this.#view.connection === "lost") this.#set({ connection: "withheld" });
  }

  #otherSchema(hello: StreamMessages["hello"]): void {
    if (this.#options.onOtherSchema(hello)) return;
    this.#isOtherSchema = true;
    this.#set({ problem: { kind: "otherSchema" } });
  }

  /**
   * Retries now, at the user's request. A fetch that still receives data continues, because most of the state may have
   * arrived.
   */
  retry(): void {
    this.#options.reconnect();
    if (this.#isWhole && this.#view.behind === undefined) return;
    if (this.#fetching !== undefined && this.#options.nowMs() - this.#fetchActiveAtMs < HEARTBEAT_MS) return;
    this.#fetching?.abort();
    this.#fetching = undefined;
    void this.#resync();
  }

  #doubt(state: ClusterState): Staleness | undefined {
    const { clockRate, doubt } = this.#view;
    const nowMs = this.#options.nowMs();
    return stalenessOf(state.sources, { at: clusterNowMs(this.#view, nowMs), clockRate, nowMs }, doubt);
  }

  #heartbeat(heartbeat: StreamMessages["heartbeat"]): void {
    if (this.#fetching !== undefined) return;
    const { state } = this.snapshot();
    if (state === undefined || !this.#isWhole) return void this.#resync();
    const isCompared = heartbeat.seq === state.seq && this.#unhashed === undefined;
    const differs = heartbeat.epoch !== state.epoch || heartbeat.seq > state.seq || (isCompared && heartbeat.hash !== stateHash(state));
    if (differs) void this.#resync();
    else if (heartbeat.seq === state.seq) this.#frame(heartbeatToFrame(heartbeat));
  }

  #frame(frame: AnyFrame): void {
    const { state } = this.#view;
    if (this.#fetching !== undefined || state === undefined || !this.#isWhole) {
      this.#held.push(frame);
      if (this.#held.length > FRAMES_HELD) this.#held.shift();
      this.#dateHead();
      return;
    }
    const seq = this.#waiting.seq ?? state.seq;
    if (frame.epoch === state.epoch && frame.seq <= seq && baseSeq(frame) !== seq) return;
    if (!this.#waiting.add(frame, state)) {
      this.#held.push(frame);
      void this.#resync();
      return;
    }
    this.#notifySoon();
  }

  /** The state is complete, so frames apply to it. */
  get #isWhole(): boolean {
    return this.#view.state !== undefined && this.#view.nodesRead === undefined;
  }

  /** Applies the frames that were queued since the last read, as one change. */
  #applyWaiting(): void {
    const { state: shown } = this.#view;
    if (shown === undefined || this.#waiting.seq === undefined) return;
    const frames = this.#waiting.take(shown);
    let state = shown;
    const effects: FrameEffect[] = [];
    for (const frame of frames === "damaged" ? [] : frames) {
      const applied = applyFrame(state, frame);
      if (applied.kind !== "applied") return void this.#resync();
      state = applied.state;
      effects.push(applied.effect);
    }
    if (frames === "damaged") void this.#resync();
    else this.#takeOver(state, mergeAllEffects(effects));
  }

  #takeOver(state: ClusterState, effect: FrameEffect): void {
    this.#effects.append(effect);
    const doubt = effect.sources ? { doubt: this.#doubt(state) } : {};
    this.#view = { ...this.#view, state, version: this.#effects.version, seq: state.seq, ...doubt };
  }

  /** Fetches the whole state. Until it arrives, the shown state may be behind, and `behind` records since when. */
  async #resync(): Promise<void> {
    if (this.#fetching !== undefined) return;
    const controller = new AbortController();
    this.#fetching = controller;
    const { state: shown, behind, clusterAtMs } = this.snapshot();
    if (shown !== undefined && this.#isWhole && behind === undefined)
      this.#set({ behind: { sinceMs: this.#options.nowMs(), asOfMs: clusterAtMs } });
    const limit = this.#limitOn(controller);
    try {
      const { inSlices = inOnePiece } = this.#options;
      const whole = await this.#readKeyframe(controller, limit.renew);
      if (whole === undefined) return;
      const state = this.#withHeld(whole);
      this.#fetching = undefined;
      this.#takeOver(state, WHOLE_EFFECT);
      this.#set({
        resyncs: this.#view.resyncs + 1,
        behind: undefined,
        doubt: undefined,
        nodesRead: undefined,
        problem: undefined,
      });
      this.#cuts = 0;
      this.#set({ doubt: this.#doubt(state) });
      this.#unhashed = whole;
      await inSlices(hashRecords(whole));
      if (this.#unhashed === whole) this.#unhashed = undefined;
    } catch (error) {
      if (this.#fetching !== controller) return;
      this.#fetching = undefined;
      this.#resolvePosition(undefined);
      // An unreadable state may be wrong from its head on.
      if (error instanceof StateParseError && !this.#isWhole) this.#set({ state: undefined, nodesRead: undefined, behind: undefined });
      const timeoutMs = limit.isOver() ? KEYFRAME_LIMIT_MS : undefined;
      const isPart = this.#view.nodesRead !== undefined;
      this.#set({ problem: this.#isOtherSchema ? { kind: "otherSchema" } : fetchProblemOf(error, timeoutMs, isPart) });
      if (isPart && ++this.#cuts <= CUT_TRIES) void this.#resync();
    }
  }

  /** Aborts a fetch that receives nothing for `KEYFRAME_LIMIT_MS`. */
  #limitOn(controller: AbortController): { readonly renew: () => void; readonly isOver: () => boolean } {
    let limit: AbortSignal;
    const renew = () => {
      this.#fetchActiveAtMs = this.#options.nowMs();
      const next = this.#options.timeout(KEYFRAME_LIMIT_MS);
      limit = next;
      next.addEventListener("abort", () => {
        if (limit === next) controller.abort();
      });
    };
    renew();
    return { renew, isOver: () => limit.aborted };
  }

  /**
   * Applies the head of a keyframe, which has a moment that does not depend on the arrival of the rest. If no complete
   * state is shown, the page shows the head. Its nodes follow later, and frames queue.
   */
  #applyHead({ first, nodesTotal }: KeyframeReader): void {
    const nowMs = this.#options.nowMs();
    // The head is dated by its last frame, which may be old. It never turns the clock back.
    this.#set({ clusterAtMs: Math.max(first.at, clusterNowMs(this.#view, nowMs)), lastReceivedAtMs: nowMs });
    if (this.#isWhole) return;
    this.#takeOver(first, WHOLE_EFFECT);
    this.#set({
      nodesRead: { read: 0, of: nodesTotal },
      behind: undefined,
      problem: undefined,
    });
    this.#set({ doubt: this.#doubt(first) });
    this.#dateHead();
  }

  /** The head of a keyframe shows the moment of the head. Once a later frame is queued, the shown state is behind. */
  #dateHead(): void {
    const { state, nodesRead, behind } = this.#view;
    if (nodesRead === undefined || behind !== undefined) return;
    const next = this.#held.find(({ epoch, seq }) => epoch === state?.epoch && seq > state.seq);
    if (next !== undefined) this.#set({ behind: { sinceMs: this.#options.nowMs(), asOfMs: next.at } });
  }

  /**
   * Reads the state of a keyframe as it arrives. Returns undefined if another fetch replaces it. Throws if the state
   * cannot be read.
   */
  async #readKeyframe(controller: AbortController, onBytes: () => void): Promise<ClusterState | undefined> {
    const { fetchKeyframe, inSlices = inOnePiece } = this.#options;
    const isMine = () => this.#fetching === controller;
    let reader: KeyframeReader | undefined;
    for await (const line of await fetchKeyframe(controller.signal, this.#view.epoch, onBytes)) {
      if (!isMine()) return undefined;
      if (reader === undefined) {
        reader = KeyframeReader.forHead(JSON.parse(line) as KeyframeHead);
        if (reader === undefined) throw new StateParseError();
        this.#resolvePosition(reader.first);
        this.#applyHead(reader);
        continue;
      }
      if (!(await inSlices(reader.take(JSON.parse(line) as KeyframePart)))) throw new StateParseError();
      if (isMine() && !this.#isWhole) this.#set({ nodesRead: { read: reader.nodesRead, of: reader.nodesTotal } });
    }
    if (reader === undefined || reader.nodesRead < reader.nodesTotal) throw new TruncatedStateError();
    const whole = await inSlices(readSorted(reader));
    if (!isMine()) return undefined;
    if (whole === undefined) throw new StateParseError();
    return whole;
  }

  /** Applies the frames that arrived during the fetch to the keyframe. */
  #withHeld(keyframe: ClusterState): ClusterState {
    let state = keyframe;
    const held = this.#held.filter((frame) => frame.epoch === state.epoch && frame.seq > state.seq).sort((a, b) => a.seq - b.seq);
    this.#held = [];
    const reader = new FrameReader(state);
    for (const each of held) {
      const frame = reader.read(each);
      const applied = frame === undefined ? undefined : applyFrame(state, frame);
      if (applied?.kind !== "applied") break;
      state = applied.state;
    }
    return state;
  }

  #set(change: Partial<ClusterView>): void {
    this.#view = { ...this.#view, ...change };
    this.#notifySoon();
  }

  #notifySoon(): void {
    if (this.#isNotifyScheduled) return;
    const { scheduleNotify } = this.#options;
    if (scheduleNotify === undefined) return this.#notify();
    this.#isNotifyScheduled = true;
    scheduleNotify(() => {
      this.#isNotifyScheduled = false;
      this.#notify();
    });
  }

  #notify(): void {
    this.#changed.emit();
  }
}
