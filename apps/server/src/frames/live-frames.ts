import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { Mark } from "@daemonscope/daemonset/records/mark";
import { type Frame, HEARTBEAT_MS, WIRE_SCHEMA } from "@daemonscope/shared/frame";
import type { SourceName, SourceStatuses } from "@daemonscope/shared/source-status";
import type { ClusterClock, Timers } from "../clock.ts";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";
import type { Pressure } from "../cluster/pressure.ts";
import { parseCursor } from "./cursor.ts";
import { Epoch } from "./epoch.ts";
import type { FrameLog, RingLimits } from "./frame-log.ts";
import type { KeyframeCache } from "./keyframe-cache.ts";
import type { LiveCluster } from "./live-cluster.ts";
import type { Reader, ReaderLimits, StreamForm } from "./reader.ts";
import { Readers } from "./readers.ts";
import { sseMessage, ssePreamble } from "./sse.ts";
import type { StreamOut } from "./stream-out.ts";

export interface LiveFramesOptions extends LiveCluster {
  /** Of the program, for pages that were loaded from another. */
  readonly build: string;
  readonly timers: Timers;
  /** In [0, 1); spreads lifetimes and returns. */
  readonly random: () => number;
  readonly wallNowMs: () => number;
  /** A log is played here: the model's time is the log's, and nothing else may move it (L1). */
  readonly isPlayed?: boolean;
  readonly ring?: RingLimits;
  readonly reader?: ReaderLimits;
}

/** An epoch and its readers as one: what changes in the model is ticked into frames and written to every reader.
 *  Readers outlive an epoch: another cluster may take the place of the one that is watched, and they are told. */
export class LiveFrames {
  readonly readers: Readers;
  readonly #options: LiveFramesOptions;
  #now: Epoch;
  #beat: { cancel(): void } | undefined;
  #closed = false;

  constructor(options: LiveFramesOptions) {
    this.#options = options;
    this.#now = this.#epochOf(options);
    this.readers = new Readers({
      log: this.#now.log,
      timers: options.timers,
      ...(options.reader === undefined ? {} : { limits: options.reader }),
      onCount: (count) => this.#beatWhileRead(count),
    });
  }

  get model(): ClusterModel {
    return this.#now.model;
  }

  get log(): FrameLog {
    return this.#now.log;
  }

  get keyframes(): KeyframeCache {
    return this.#now.keyframes;
  }

  get keepTemplate(): KeepTemplate | undefined {
    return this.#now.cluster.keepTemplate;
  }

  /** How much of what is heard of the cluster waits for a tick; undefined where none goes on in parts. */
  get pressure(): Pressure | undefined {
    return this.#now.cluster.gate?.pressure;
  }

  get build(): string {
    return this.#options.build;
  }

  get clock(): ClusterClock {
    return this.#now.cluster.clock;
  }

  /** Another cluster is watched from here on: a new epoch, of which readers hear at once. Nothing of the old one is told any more. */
  begin(cluster: LiveCluster): void {
    if (this.#closed) return;
    this.#now.close();
    this.#now.cluster.gate?.openUntil(Number.POSITIVE_INFINITY, this.#options.timers);
    this.#now = this.#epochOf(cluster);
    this.readers.follow(this.#now.log, this.#hello());
  }

  /** The cluster's clock was stopped, started or given another rate: pages reckon with it between frames. */
  tellClock(): void {
    this.#tellAll(this.#heartbeat());
  }

  get hasStopped(): boolean {
    return this.#closed;
  }

  /** Moves the model's time to now, or to the last proof of life: in a quiet cluster the last tick is long ago. */
  bringToNow(): void {
    if (this.#options.isPlayed !== true && this.#now.isWhole) this.model.at(this.#now.confirmedUntilMs());
  }

  /** Resolves when no tick goes on in parts: until then what the model says of cells is of two moments. */
  async whole(): Promise<void> {
    while (!this.#now.isWhole && !this.#closed) await this.#now.whole();
  }

  /** The next frame, that a log made which is played here: nothing of it is ticked. */
  relay(frame: Frame): void {
    if (!this.#closed) this.#now.append(frame);
  }

  /** The same cluster in the same epoch and state, with another model of it: readers notice nothing. */
  goOnWith(model: ClusterModel): void {
    this.#now.goOnWith(model);
  }

  /** The model or a source changed: a frame follows if it shows. */
  wake(): void {
    this.#now.wake();
  }

  /** Ticks at once, as far as others can wait; resolves when that tick is over. */
  async ticked(): Promise<void> {
    await this.whole();
    if (this.#closed) return;
    this.#now.tickNow();
    await this.whole();
  }

  /** What the model holds already is in the log at once: a state that begins in the middle is no news. */
  settle(): void {
    if (!this.#closed) this.#now.tick();
  }

  /** Resolves when all that the first sync brought is assessed and, but for what fits into one frame, told, a part at a time: of a large cluster it takes seconds, and heartbeats and probes
   *  do not wait for it. */
  async settled(): Promise<void> {
    await this.#now.settled();
  }

  /** The same of a model that nothing was ticked of, some milliseconds at a time, as whoever asks has turns for it. */
  settleInParts(): Generator<undefined, void> {
    return this.#now.settleInParts();
  }

  /** The first sync is over: from here on changes are marks. */
  beginMarks(): void {
    if (!this.#closed) this.#now.beginMarks();
  }

  /** Changes of a source were or may have been missed since then, on the wall clock: a mark says so. */
  addGap(source: SourceName, fromWallMs: number): void {
    const atMs = this.clock.nowMs();
    this.#now.addMarks([{ kind: "watchGap", atMs, source, fromMs: atMs - Math.max(0, this.#options.wallNowMs() - fromWallMs) }]);
    this.wake();
  }

  /** Happened just now, and no watch tells of it: it is in the frames and in the log at once, so that whoever asks what happened until now has it, or right after a tick that goes on in parts. */
  addMarks(marks: readonly Mark[]): void {
    if (this.#closed || marks.length === 0) return;
    this.#now.addMarks(marks);
    this.#now.tickNow();
  }

  /** The sources as readers get them. */
  sources(): SourceStatuses {
    return this.#now.sources();
  }

  /** Gives a socket the stream: hello, then the frames after the cursor, then a heartbeat. Gives back who reads. */
  attach(out: StreamOut, lastEventId: string | undefined, form: StreamForm = "plain"): Reader {
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

  /** Says goodbye to every reader and lets nothing more happen. */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#now.close();
    this.#now.cluster.gate?.forget();
    this.#beat?.cancel();
    this.readers.endAll("stopped", sseMessage("bye", { reason }));
  }

  #epochOf(cluster: LiveCluster): Epoch {
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
    return sseMessage("hello", { schema: WIRE_SCHEMA, build, epoch, seq, clockRate: clock.rate, at: clock.nowMs() });
  }

  /** In the log's order: whoever hears of it has the state that it is about. */
  #tellAll(bytes: Buffer): void {
    if (this.readers.count === 0) return;
    this.log.tell(bytes);
    this.readers.pump();
  }

  #heartbeat(): Buffer {
    const { epoch, seq } = this.log.state;
    const { clock } = this;
    const hash = this.log.hash();
    this.#now.cluster.tap?.hashed(seq, hash);
    return sseMessage("heartbeat", {
      epoch,
      seq,
      at: clock.nowMs(),
      clockRate: clock.rate,
      sources: this.sources(),
      hash,
    });
  }

  #beatWhileRead(count: number): void {
    if (count === 0 || this.#closed) {
      this.#beat?.cancel();
      this.#beat = undefined;
      return;
    }
    this.#beat ??= this.#options.timers.after(HEARTBEAT_MS, () => {
      this.#beat = undefined;
      this.#tellAll(this.#heartbeat());
      this.#beatWhileRead(this.readers.count);
    });
  }
}
