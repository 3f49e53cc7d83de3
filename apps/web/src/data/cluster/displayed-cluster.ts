import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import type { ClusterStore } from "./cluster-store.ts";
import type { ClusterView } from "./cluster-view.ts";
import type { ReadableCluster } from "./readable-cluster.ts";

interface Reader {
  readonly listener: () => void;
  leave: () => void;
}

/** The cluster that the page shows: live or history. Versions of the two never overlap (EffectHistory). */
export class DisplayedCluster implements ReadableCluster {
  /** Stays connected while the page shows history. */
  readonly live: ClusterStore;
  readonly #readers = new Set<Reader>();
  #source: ReadableCluster;

  /** `awaitedMs`: the page starts at a moment of history, and shows nothing until that is loaded. */
  constructor(live: ClusterStore, awaitedMs: number | undefined) {
    this.live = live;
    this.#source = awaitedMs === undefined ? live : awaiting(live, awaitedMs);
  }

  readonly snapshot = (): ClusterView => this.#source.snapshot();

  readonly peek = (): ClusterView => this.#source.peek();

  readonly effectBetween = (from: number | undefined, to: number): FrameEffect => this.#source.effectBetween(from, to);

  readonly subscribe = (listener: () => void): (() => void) => {
    const reader = { listener, leave: this.#source.subscribe(listener) };
    this.#readers.add(reader);
    return () => {
      reader.leave();
      this.#readers.delete(reader);
    };
  };

  /** Shows another source from now on. Undefined is the live cluster. */
  show(past: ReadableCluster | undefined): void {
    const source = past ?? this.live;
    if (source === this.#source) return;
    this.#source = source;
    const readers = [...this.#readers];
    for (const reader of readers) {
      reader.leave();
      reader.leave = source.subscribe(reader.listener);
    }
    for (const { listener } of readers) listener();
  }

  /** Retries now, at the user's request. */
  retry(): void {
    this.live.retry();
  }
}

/** A source without a state, until a moment of history is loaded. */
function awaiting(live: ClusterStore, atMs: number): ReadableCluster {
  let liveView: ClusterView | undefined;
  let view: ClusterView | undefined;
  const snapshot = () => {
    const newest = live.peek();
    if (liveView !== newest || view === undefined) {
      liveView = newest;
      view = { ...newest, state: undefined, nodesRead: undefined, moment: { atMs, askedAtMs: undefined, jumps: 0 } };
    }
    return view;
  };
  return { subscribe: live.subscribe, effectBetween: live.effectBetween, snapshot, peek: snapshot };
}
