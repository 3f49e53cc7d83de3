import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { inARow } from "@daemonscope/kube/in-a-row";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import type { Frame } from "@daemonscope/shared/frame";
import { frameOfChanges } from "../frames/frame-of-changes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { Entry, LoggedTick, LogHeader } from "./entry.ts";
import { hashInParts } from "./hash-in-parts.ts";
import { tellModel } from "./input.ts";

/** What is played from: a model whose changes are taken, and the state that they led to. */
export interface LogStart {
  readonly model: ClusterModel;
  readonly state: ClusterState;
}

/** All that a checkpoint holds, some milliseconds at a time. */
export function* wholeStart({ gates, patience }: LogHeader, { saved, state }: Checkpoint): Generator<undefined, LogStart> {
  return { model: yield* ClusterModel.goingOnFrom({ nowMs: saved.nowMs, gates, patience, saved }), state };
}

/** A model that is told what a log holds, and the state that the frames lead to: the same frames as when it was written (L1). */
export class LogPlayer {
  readonly model: ClusterModel;
  readonly header: LogHeader;
  #state: ClusterState;
  #atMs: number;
  #differsSinceMs: number | undefined;
  #isWhole = true;

  constructor(header: LogHeader, { model, state }: LogStart) {
    this.header = header;
    this.model = model;
    this.#state = state;
    this.#atMs = state.at;
  }

  /** Until when it was watched: of the last tick, which may have changed nothing. */
  get atMs(): number {
    return this.#atMs;
  }

  /** Since when a hash that was told then is another now: this reader judges otherwise than the writer did, which was another version (L2). Undefined: it does not. */
  get differsSinceMs(): number | undefined {
    return this.#differsSinceMs;
  }

  get state(): ClusterState {
    return this.#state;
  }

  /** False while a tick goes on in parts: until it is over what the model says of cells is of two moments. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Gives the frame that a tick led to, if any; it applies on the state before. */
  play(entry: Entry): Frame | undefined {
    return inARow(this.playInParts(entry));
  }

  /** The same, some milliseconds at a time. *Invariant*: until it is over nothing else is played. */
  *playInParts(entry: Entry): Generator<undefined, Frame | undefined> {
    switch (entry.kind) {
      case "input":
        tellModel(this.model, entry.nowMs, entry.input);
        return undefined;
      case "tick":
        this.#isWhole = false;
        try {
          return yield* this.#tick(entry);
        } finally {
          this.#isWhole = true;
        }
      case "hash": {
        const differs = entry.seq === this.#state.seq && entry.hash !== (yield* hashInParts(this.#state));
        if (differs) this.#differsSinceMs ??= this.#atMs;
        return undefined;
      }
    }
  }

  *#tick({ atMs, nowMs, sources, gaps = [] }: LoggedTick): Generator<undefined, Frame | undefined> {
    // The frame may be later: while no source is live the model's time stands.
    this.model.tick(nowMs);
    const changes = yield* this.model.takeInParts();
    const told = gaps.length === 0 ? changes : { ...changes, marks: [...gaps, ...changes.marks] };
    const frame = frameOfChanges(this.#state, told, sources, atMs);
    yield;
    this.#atMs = Math.max(this.#atMs, atMs);
    if (frame === undefined) return undefined;
    const applied = applyFrame(this.#state, frame);
    if (applied.kind !== "applied") throw new Error(`frame ${frame.epoch}.${frame.seq} of a log does not apply: ${applied.kind}`);
    this.#state = applied.state;
    return frame;
  }
}
