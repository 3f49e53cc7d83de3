import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/frame-effect";
import type { ClusterSource } from "./cluster-source.ts";

/** What a view makes of the cluster and keeps. Pure. */
export interface Projection<T> {
  /** From all of a state. `before`: what was made of an earlier one of the same epoch, for what remembers an order; most do not look. */
  whole(state: ClusterState, before: T | undefined): T;
  /** From what changed; `before` itself when nothing that it is made of did. */
  next(before: T, state: ClusterState, effect: FrameEffect): T;
}

interface Held<T> {
  readonly version: number;
  readonly epoch: string;
  readonly value: T;
}

/** A projection kept up to date with a source, made when somebody looks. */
export class Projected<T> {
  readonly subscribe: ClusterSource["subscribe"];
  readonly #source: ClusterSource;
  readonly #projection: Projection<T>;
  #held: Held<T> | undefined;

  constructor(source: ClusterSource, projection: Projection<T>) {
    this.#source = source;
    this.#projection = projection;
    this.subscribe = source.subscribe;
  }

  /** As of the source's snapshot; undefined before there is a state. */
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
