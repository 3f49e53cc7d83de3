import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import type { ReadableCluster } from "../cluster/readable-cluster.ts";

/** A value that a view derives from the cluster and keeps. Pure. */
export interface ViewReducer<T> {
  /**
   * Computes the value from a whole state. `before` is the value of an earlier state of the same epoch, for projections
   * that keep an order. Most projections ignore it.
   */
  whole(state: ClusterState, before: T | undefined): T;
  /** Updates the value by the changes. Returns `before` itself if none of its inputs changed. */
  next(before: T, state: ClusterState, effect: FrameEffect): T;
}

interface Held<T> {
  readonly version: number;
  readonly epoch: string;
  readonly value: T;
}

/** A projection of a source that follows its changes. It is computed on read. */
export class ComputedView<T> {
  readonly subscribe: ReadableCluster["subscribe"];
  readonly #source: ReadableCluster;
  readonly #projection: ViewReducer<T>;
  #held: Held<T> | undefined;

  constructor(source: ReadableCluster, projection: ViewReducer<T>) {
    this.#source = source;
    this.#projection = projection;
    this.subscribe = source.subscribe;
  }

  /** As of the source's snapshot; undefined before the first state. */
  readonly snapshot = (): T | undefined => {
    const { state, version } = this.#source.snapshot();
    if (state === undefined) return undefined;
    const held = this.#held?.epoch === state.epoch ? this.#held : undefined;
    if (held?.version === version) return held.value;
    const effect = this.#source.effectBetween(held?.version, version);
    const value =
      held === undefined || effect.whole ? this.#projection.whole(state, held?.value) : this.#projection.next(held.value, state, effect);
    this.#held = { version, epoch: state.epoch, value };
    return value;
  };
}
