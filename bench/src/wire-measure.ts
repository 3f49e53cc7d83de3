import { cursorText } from "@daemonscope/server/frames/log/cursor";
import { sseFrame } from "@daemonscope/server/frames/log/sse";
import { Tail } from "@daemonscope/server/frames/log/tail";
import { decodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { bigClusterRollout, Step } from "./rollout.ts";

/** The bytes of a rollout's frames on the wire. `cpuMs` is the CPU time of the model and of encoding. */
export interface RolloutBytes {
  readonly frames: number;
  readonly changedCells: number;
  readonly cellBytes: number;
  readonly plainBytes: number;
  readonly packedBytes: number;
  /** Bytes of compressed messages without their cells. */
  readonly packedWithoutCells: number;
  readonly cpuMs: number;
}

/** Messages of frames, each compressed with the ones before it as context. */
class Packed {
  readonly #tail = new Tail();
  bytes = 0;
  plainBytes = 0;

  add({ frame, before, after }: Step): void {
    const message = sseFrame(cursorText(frame), frameText(frame, before, after));
    this.#tail.append(message);
    this.plainBytes += message.length;
    this.bytes += this.#tail.at(this.#tail.end - 1)?.packed.length ?? 0;
  }
}

/** Rolls out for `steps` steps of 50 ms. */
export function rolloutBytes(cluster: ReturnType<typeof bigClusterRollout>, steps: number): RolloutBytes {
  const [whole, bare] = [new Packed(), new Packed()];
  let [frames, changedCells, cellBytes, cpuUs] = [0, 0, 0, 0];
  cluster.begin();
  for (let at = 0; at < steps; at++) {
    cluster.advance();
    const began = process.cpuUsage();
    const step = cluster.step();
    if (step === undefined) continue;
    whole.add(step);
    const used = process.cpuUsage(began);
    cpuUs += used.user + used.system;
    const { cells, ...without } = step.frame;
    bare.add({ ...step, frame: without });
    frames++;
    cellBytes += cells?.length ?? 0;
    for (const { rows } of (cells === undefined ? undefined : decodeCellChanges(cells))?.values() ?? []) changedCells += rows.length;
  }
  return {
    frames,
    changedCells,
    cellBytes,
    plainBytes: whole.plainBytes,
    packedBytes: whole.bytes,
    packedWithoutCells: bare.bytes,
    cpuMs: cpuUs / 1000,
  };
}
