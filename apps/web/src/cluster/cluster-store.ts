import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { type Frame, type Keyframe, type StreamMessages, WIRE_SCHEMA } from "@daemonscope/shared/frame";
import { stateHash } from "@daemonscope/shared/state-hash";
import { clusterNowMs } from "./cluster-now.ts";
import { type Doubt, doubtOf } from "./doubt.ts";
import { type FetchProblem, fetchProblemOf, UnreadableState } from "./fetch-problem.ts";
import type { StreamNews } from "./stream-messages.ts";

/** What the page knows at one moment. A new object for each change; `state` inside is changed in place, so compare `seq`, not `state`. */
export interface ClusterView {
  readonly state: ClusterState | undefined;
  readonly seq: number;
  /** What the server's log is now called; while `state` is of another, it is of a cluster that is no longer watched. */
  readonly epoch: string | undefined;
  readonly connection: "connecting" | "open" | "lost";
  /** Real time of the last sign of the server. */
  readonly heardAtMs: number | undefined;
  /** Real time at which the connection was lost. */
  readonly lostAtMs: number | undefined;
  /** Set while the whole state is fetched anew: since when, and the cluster time of what is shown. */
  readonly behind: { readonly sinceMs: number; readonly asOfMs: number } | undefined;
  /** Set while a needed kind that was read is not live. */
  readonly doubt: Doubt | undefined;
  /** Cluster time at `heardAtMs`, and how fast it runs. */
  readonly clusterAtMs: number;
  readonly clockRate: number;
  /** Times that this page fetched the whole state again. */
  readonly resyncs: number;
  /** Why the keyframe could not be fetched. */
  readonly problem: FetchProblem | undefined;
}

export interface StoreOptions {
  readonly nowMs: () => number;
  readonly fetchKeyframe: (signal: AbortSignal) => Promise<Keyframe>;
  /** Aborts after so long, in milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
  /** The server speaks another version of the wire: load the page again. */
  readonly onOtherSchema: (server: StreamMessages["hello"]) => void;
  /** A person will not wait: open a new stream, and let the server hurry. */
  readonly reconnect: () => void;
  /** Calls back when listeners may be told, once for all that came until then; left out, they are told at once. */
  readonly whenToTell?: (tell: () => void) => void;
}

const FRAMES_HELD = 4000;
/** A keyframe that takes longer does not come. */
const KEYFRAME_LIMIT_MS = 20_000;

/** The page's copy of the cluster: a keyframe and the frames after it. No React in here. */
export class ClusterStore {
  readonly #options: StoreOptions;
  readonly #listeners = new Set<() => void>();
  /** Frames that came while a keyframe was on its way. */
  #held: Frame[] = [];
  #fetching: AbortController | undefined;
  #isToBeTold = false;
  #view: ClusterView = {
    state: undefined,
    seq: 0,
    epoch: undefined,
    connection: "connecting",
    heardAtMs: undefined,
    lostAtMs: undefined,
    behind: undefined,
    doubt: undefined,
    clusterAtMs: 0,
    clockRate: 1,
    resyncs: 0,
    problem: undefined,
  };

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  readonly snapshot = (): ClusterView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  hear(news: StreamNews): void {
    const nowMs = this.#options.nowMs();
    if (news.kind === "lost") {
      this.#set({ connection: "lost", lostAtMs: this.#view.lostAtMs ?? nowMs });
      return;
    }
    this.#set({ connection: "open", heardAtMs: nowMs, lostAtMs: undefined });
    if (news.kind === "open") {
      if (this.#view.state === undefined) void this.#resync();
      return;
    }
    switch (news.name) {
      case "hello":
        if (news.data.schema !== WIRE_SCHEMA) return this.#options.onOtherSchema(news.data);
        this.#set({ epoch: news.data.epoch, clusterAtMs: news.data.at, clockRate: news.data.clockRate });
        if (this.#view.state?.epoch !== news.data.epoch) void this.#resync();
        else this.#set({ doubt: this.#doubt(this.#view.state) });
        return;
      case "frame":
        this.#set({ epoch: news.data.epoch, clusterAtMs: news.data.at });
        return this.#frame(news.data);
      case "heartbeat": {
        const { state } = this.#view;
        this.#set({ epoch: news.data.epoch, clusterAtMs: news.data.at, clockRate: news.data.clockRate });
        if (this.#fetching !== undefined) return;
        if (state === undefined) return void this.#resync();
        const differs =
          news.data.epoch !== state.epoch ||
          news.data.seq > state.seq ||
          (news.data.seq === state.seq && news.data.hash !== stateHash(state));
        if (differs) void this.#resync();
        else {
          state.sources = news.data.sources;
          this.#set({ seq: state.seq, doubt: this.#doubt(state) });
        }
        return;
      }
      case "resync":
        this.#set({ epoch: news.data.epoch });
        void this.#resync();
        return;
      case "renew":
        return;
      case "bye":
        this.#set({ connection: "lost", lostAtMs: nowMs });
        return;
    }
  }

  /** A person asks to try again, now. */
  retry(): void {
    this.#options.reconnect();
    if (this.#view.state !== undefined && this.#view.behind === undefined) return;
    this.#fetching?.abort();
    this.#fetching = undefined;
    void this.#resync();
  }

  #doubt(state: ClusterState): Doubt | undefined {
    const { clockRate, doubt } = this.#view;
    const nowMs = this.#options.nowMs();
    return doubtOf(state.sources, { at: clusterNowMs(this.#view, nowMs), clockRate, nowMs }, doubt);
  }

  #frame(frame: Frame): void {
    const { state } = this.#view;
    if (this.#fetching !== undefined || state === undefined) {
      this.#held.push(frame);
      if (this.#held.length > FRAMES_HELD) this.#held.shift();
      return;
    }
    if (frame.epoch === state.epoch && frame.seq <= state.seq) return;
    const effect = applyFrame(state, frame);
    if (effect.kind !== "applied") {
      this.#held.push(frame);
      void this.#resync();
      return;
    }
    this.#set({ seq: state.seq, ...(frame.sources === undefined ? {} : { doubt: this.#doubt(state) }) });
  }

  /** Fetches the whole state. Until it is there what is shown may be behind, and says since when. */
  async #resync(): Promise<void> {
    if (this.#fetching !== undefined) return;
    const mine = new AbortController();
    this.#fetching = mine;
    const { state: shown, behind, clusterAtMs } = this.#view;
    if (shown !== undefined && behind === undefined) this.#set({ behind: { sinceMs: this.#options.nowMs(), asOfMs: clusterAtMs } });
    const limit = this.#options.timeout(KEYFRAME_LIMIT_MS);
    limit.addEventListener("abort", () => mine.abort());
    try {
      const state = decodeKeyframe(await this.#options.fetchKeyframe(mine.signal));
      if (this.#fetching !== mine) return;
      if (state === undefined) throw new UnreadableState("the server's state could not be read");
      const held = this.#held.filter((frame) => frame.epoch === state.epoch && frame.seq > state.seq).sort((a, b) => a.seq - b.seq);
      this.#held = [];
      for (const frame of held) if (applyFrame(state, frame).kind !== "applied") break;
      this.#fetching = undefined;
      const nowMs = this.#options.nowMs();
      // A keyframe is dated by its last frame, which may be long ago: it never turns the clock back.
      const at = Math.max(state.at, clusterNowMs(this.#view, nowMs));
      this.#set({
        state,
        seq: state.seq,
        clusterAtMs: at,
        heardAtMs: nowMs,
        resyncs: this.#view.resyncs + 1,
        behind: undefined,
        doubt: undefined,
        problem: undefined,
      });
      this.#set({ doubt: this.#doubt(state) });
    } catch (error) {
      if (this.#fetching !== mine) return;
      this.#fetching = undefined;
      this.#set({ problem: fetchProblemOf(error, limit.aborted ? KEYFRAME_LIMIT_MS : undefined) });
    }
  }

  #set(change: Partial<ClusterView>): void {
    this.#view = { ...this.#view, ...change };
    if (this.#isToBeTold) return;
    const { whenToTell } = this.#options;
    if (whenToTell === undefined) return this.#tell();
    this.#isToBeTold = true;
    whenToTell(() => {
      this.#isToBeTold = false;
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
