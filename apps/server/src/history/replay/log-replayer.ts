import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { drain } from "@daemonscope/kube/base/drain";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { buildFrameInParts, type KnownRows } from "../../frames/build-frame.ts";
import { hashInSlices } from "../encoding/hash-in-slices.ts";
import type { Checkpoint } from "../log/checkpoint.ts";
import type { LogEntry, LoggedTick, LogHeader } from "../log/log-entry.ts";

/** The start of a replay: a model whose changes are taken, and the state that they produced. */
export interface ReplayStart {
  readonly model: ClusterModel;
  readonly state: ClusterState;
}

/** Builds the model of a whole checkpoint, in steps of some milliseconds. */
export function* fullReplayStart({ gates, patience }: LogHeader, { saved, state }: Checkpoint): Generator<undefined, ReplayStart> {
  return { model: yield* ClusterModel.goingOnFrom({ nowMs: saved.nowMs, gates, patience, saved }), state };
}

/**
 * Applies a log to a model, and the resulting frames to a state. The frames are the same as when the log was written
 * (L1).
 */
export class LogReplayer {
  readonly model: ClusterModel;
  readonly header: LogHeader;
  #state: ClusterState;
  readonly #knownRows: KnownRows = [];
  #atMs: number;
  #differsSinceMs: number | undefined;
  #isWhole = true;

  constructor(header: LogHeader, { model, state }: ReplayStart) {
    this.header = header;
    this.model = model;
    this.#state = state;
    this.#atMs = state.at;
  }

  /** The time until which the cluster was watched: that of the last tick, which may have changed nothing. */
  get atMs(): number {
    return this.#atMs;
  }

  /**
   * The time of the first hash that differs from the writer's. This reader then evaluates differently, because the
   * writer was another version (L2). Undefined: none differs.
   */
  get differsSinceMs(): number | undefined {
    return this.#differsSinceMs;
  }

  get state(): ClusterState {
    return this.#state;
  }

  /** False during a tick in steps. Until it is complete, the model's cells are of two moments. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Plays an entry. Returns the frame of a tick, if any, which applies to the state before the tick. */
  play(entry: LogEntry): Frame | undefined {
    return drain(this.playInParts(entry));
  }

  /** Plays an entry in steps of some milliseconds. *Invariant*: until it is complete, no other entry is played. */
  *playInParts(entry: LogEntry): Generator<undefined, Frame | undefined> {
    switch (entry.kind) {
      case "input":
        this.model.apply(entry.input, entry.nowMs);
        return undefined;
      case "tick":
        this.#isWhole = false;
        try {
          return yield* this.#tick(entry);
        } finally {
          this.#isWhole = true;
        }
      case "hash": {
        const differs = entry.seq === this.#state.seq && entry.hash !== (yield* hashInSlices(this.#state));
        if (differs) this.#differsSinceMs ??= this.#atMs;
        return undefined;
      }
    }
  }

  *#tick({ atMs, nowMs, sources, gaps = [] }: LoggedTick): Generator<undefined, Frame | undefined> {
    // The frame may be later: while no source is live, the model's time does not advance.
    this.model.tick(nowMs);
    const changes = yield* this.model.takeInParts();
    const allChanges = gaps.length === 0 ? changes : { ...changes, marks: [...gaps, ...changes.marks] };
    const frame = yield* buildFrameInParts(this.#state, allChanges, sources, atMs, this.#knownRows);
    yield;
    this.#atMs = Math.max(this.#atMs, atMs);
    if (frame === undefined) return undefined;
    const applied = applyFrame(this.#state, frame);
    if (applied.kind !== "applied") throw new Error(`frame ${frame.epoch}.${frame.seq} of a log does not apply: ${applied.kind}`);
    this.#state = applied.state;
    return frame;
  }
}
