import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { SourceName, SourceStatuses } from "@daemonscope/kube/source-status";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";
import { type Frame, HEARTBEAT_MS, WIRE_SCHEMA } from "@daemonscope/shared/state/frame";
import { Epoch } from "./epoch.ts";
import type { FrameSource } from "./frame-source.ts";
import { parseCursor } from "./log/cursor.ts";
import type { FrameLog, FrameLogLimits } from "./log/frame-log.ts";
import type { KeyframeCache } from "./log/keyframe-cache.ts";
import { sseMessage, ssePreamble } from "./log/sse.ts";
import type { Reader, ReaderLimits, StreamEncoding } from "./readers/reader.ts";
import { Readers } from "./readers/readers.ts";
import type { StreamOutput } from "./readers/stream-output.ts";

export interface LiveFramesOptions extends FrameSource {
  /** Build of the program, for pages that were loaded from another build. */
  readonly build: string;
  readonly timers: Timers;
  /** In [0, 1); spreads lifetimes and reconnects. */
  readonly random: () => number;
  readonly wallNowMs: () => number;
  /** The frames replay a log: the model's time is the log's, and nothing else may move it (L1). */
  readonly isPlayed?: boolean;
  readonly ring?: FrameLogLimits;
  readonly reader?: ReaderLimits;
}

/** An epoch and its readers: model changes are ticked into frames and written to every reader. Readers outlive an
 *  epoch: if another cluster replaces the watched one, they receive a hello. */
export class LiveFrames {
  readonly readers: Readers;
  readonly #options: LiveFramesOptions;
  #epoch: Epoch;
  #heartbeatTimer: { cancel(): void } | undefined;
  #closed = false;

  constructor(options: LiveFramesOptions) {
    this.#options = options;
    this.#epoch = this.#epochOf(options);
    this.readers = new Readers({
      log: this.#epoch.log,
      timers: options.timers,
      ...(options.reader === undefined ? {} : { limits: options.reader }),
      onCount: (count) => this.#scheduleHeartbeat(count),
    });
  }

  get model(): ClusterModel {
    return this.#epoch.model;
  }

  get log(): FrameLog {
    return this.#epoch.log;
  }

  get keyframes(): KeyframeCache {
    return this.#epoch.keyframes;
  }

  get keepTemplate(): TemplateRedactor | undefined {
    return this.#epoch.cluster.keepTemplate;
  }

  /** Load of the queue of events that wait for a tick; undefined if ticks are not sliced. */
  get pressure(): Backpressure | undefined {
    return this.#epoch.cluster.queue?.pressure;
  }

  get build(): string {
    return this.#options.build;
  }

  get clock(): ClusterClock {
    return this.#epoch.cluster.clock;
  }

  /** Starts a new epoch with another cluster and sends it to readers at once. The old epoch sends nothing more. */
  begin(cluster: FrameSource): void {
    if (this.#closed) return;
    this.#epoch.close();
    this.#epoch.cluster.queue?.drainUntil(Number.POSITIVE_INFINITY, this.#options.timers);
    this.#epoch = this.#epochOf(cluster);
    this.readers.follow(this.#epoch.log, this.#hello());
  }

  /** Sends a heartbeat after the cluster's clock was stopped, started or given another rate. Pages compute with the
   *  clock between frames. */
  sendClock(): void {
    this.#broadcast(this.#heartbeat());
  }

  get hasStopped(): boolean {
    return this.#closed;
  }

  /** Moves the model's time to now, or to the last proof of life. In a quiet cluster the last tick is long ago. Does
   *  nothing for a replayed log or during a sliced tick. */
  bringToNow(): void {
    if (this.#options.isPlayed !== true && this.#epoch.isWhole) this.model.at(this.#epoch.confirmedUntilMs());
  }

  /** Resolves when no sliced tick is under way. Until then the model's cells belong to two moments. */
  async whole(): Promise<void> {
    while (!this.#epoch.isWhole && !this.#closed) await this.#epoch.whole();
  }

  /** Appends a frame of a replayed log. A replayed log has no ticks. */
  relay(frame: Frame): void {
    if (!this.#closed) this.#epoch.append(frame);
  }

  /** Replaces the model. Cluster, epoch and state remain the same, so readers see no change. */
  goOnWith(model: ClusterModel): void {
    this.#epoch.goOnWith(model);
  }

  /** Wakes the ticker after a change of the model or a source. A frame follows if readers would see a difference. */
  wake(): void {
    this.#epoch.wake();
  }

  /** Ticks at once for one time slice, and resolves when that tick is over. */
  async ticked(): Promise<void> {
    await this.whole();
    if (this.#closed) return;
    this.#epoch.tickNow();
    await this.whole();
  }

  /** Runs one tick without slices, so that the log has the model's present content. */
  settle(): void {
    if (!this.#closed) this.#epoch.tick();
  }

  /** Resolves when the result of the first sync is assessed and published. For a large cluster this takes seconds. It
   *  runs in time slices, so that heartbeats and probes do not wait for it. */
  async settled(): Promise<void> {
    await this.#epoch.settled();
  }

  /** Publishes a first sync like `settled`, for a model that had no ticks yet. The caller schedules the time slices. */
  settleInParts(): Generator<undefined, void> {
    return this.#epoch.settleInParts();
  }

  /** Ends the first sync: later changes produce marks. */
  beginMarks(): void {
    if (!this.#closed) this.#epoch.beginMarks();
  }

  /** Adds a mark that changes of a source were or may have been missed since `fromWallMs`. */
  addGap(source: SourceName, fromWallMs: number): void {
    const atMs = this.clock.nowMs();
    this.#epoch.addMarks([{ kind: "watchGap", atMs, source, fromMs: atMs - Math.max(0, this.#options.wallNowMs() - fromWallMs) }]);
    this.wake();
  }

  /** Adds marks of events that no watch reports. They are in the frames and the log at once, or right after a sliced
   *  tick. So a caller that reads the history until now gets them. */
  addMarks(marks: readonly TimelineMark[]): void {
    if (this.#closed || marks.length === 0) return;
    this.#epoch.addMarks(marks);
    this.#epoch.tickNow();
  }

  /** Returns the sources for readers. */
  sources(): SourceStatuses {
    return this.#epoch.sources();
  }

  /** Starts the stream on a socket: hello, then the frames after the cursor. A heartbeat follows if the socket accepted
   *  them all. Without a cursor the stream starts at the current state. Returns the reader. */
  attach(out: StreamOutput, lastEventId: string | undefined, form: StreamEncoding = "plain"): Reader {
    const { epoch, seq } = this.log.state;
    const cursor = lastEventId === undefined ? { epoch, seq } : parseCursor(lastEventId);
    const place = cursor?.epoch === epoch ? this.log.placeAfter(cursor.seq) : undefined;
    const reader = this.readers.add(out, form, place, this.#options.random());
    reader.send(ssePreamble(1000 + 2000 * this.#options.random()), true);
    reader.send(this.#hello());
    reader.pump();
    if (reader.isCaughtUp) reader.send(this.#heartbeat());
    return reader;
  }

  /** Sends `bye` to every reader and stops all activity. */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#epoch.close();
    this.#epoch.cluster.queue?.clear();
    this.#heartbeatTimer?.cancel();
    this.readers.endAll("stopped", sseMessage("bye", { reason }));
  }

  #epochOf(cluster: FrameSource): Epoch {
    const { ring, timers, wallNowMs } = this.#options;
    return new Epoch(cluster, {
      timers,
      wallNowMs,
      ring,
      isRead: () => this.readers.count > 0,
      onFrame: () => this.readers.pump(),
    });
  }

  #hello(): Buffer {
    const { epoch, seq } = this.log.state;
    const { build, clock } = this;
    const sentMs = this.#sentMs();
    return sseMessage("hello", { schema: WIRE_SCHEMA, build, epoch, seq, clockRate: clock.rate, at: clock.nowMs(), sentMs });
  }

  #sentMs(): number {
    return Math.round(this.#options.timers.elapsedMs());
  }

  /** Sends a message in the order of the log, so that each reader already has the state that the message is about. */
  #broadcast(bytes: Buffer): void {
    if (this.readers.count === 0) return;
    this.log.appendMessage(bytes);
    this.readers.pump();
  }

  #heartbeat(): Buffer {
    const { epoch, seq } = this.log.state;
    const { clock } = this;
    const hash = this.log.hash();
    this.#epoch.cluster.tap?.hashed(seq, hash);
    return sseMessage("heartbeat", {
      epoch,
      seq,
      at: clock.nowMs(),
      clockRate: clock.rate,
      sources: this.sources(),
      hash,
      sentMs: this.#sentMs(),
    });
  }

  #scheduleHeartbeat(count: number): void {
    if (count === 0 || this.#closed) {
      this.#heartbeatTimer?.cancel();
      this.#heartbeatTimer = undefined;
      return;
    }
    this.#heartbeatTimer ??= this.#options.timers.after(HEARTBEAT_MS, () => {
      this.#heartbeatTimer = undefined;
      this.#broadcast(this.#heartbeat());
      this.#scheduleHeartbeat(this.readers.count);
    });
  }
}
