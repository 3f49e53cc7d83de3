import { setFlagsFromString } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Growth of the heap between two full collections, in percent. V8's default allows growth by up to four times. With
 * that default, garbage of the first lists and of a thousand readers would stay until the next full collection.
 */
const GROWING_PERCENT = 30;

/**
 * Bytes of bytecode that a function runs before V8 compiles it again with optimizations. This is three times V8's
 * default. With the default, compilation takes a fifth of the CPU in the first minute of a rollout.
 */
const OPTIMIZED_AFTER_BYTES = 200_000;

/**
 * V8 doubles the space for new objects when many objects survive a collection, up to 32 MB or 128 MB, and seldom
 * shrinks it. V8 reads its size limit only at the start of a process, but the growth factor at each growth.
 */
const NO_GROWTH = "--semi-space-growth-factor=1";

let isTuned = false;

/**
 * Limits the memory and the compilation of a long-running process. One thread collects the space for new objects: it is
 * small, and waking others takes 1–5 % of the CPU in a rollout.
 */
export function tuneV8(): void {
  isTuned = true;
  setFlagsFromString(`--interrupt-budget=${OPTIMIZED_AFTER_BYTES}`);
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  setFlagsFromString(NO_GROWTH);
}

/** Starts a thread. V8 sets a growth factor of 1 to 2, for the whole process, when a thread starts. */
export function startThread(file: string | URL, options: WorkerOptions): Worker {
  const worker = new Worker(file, options);
  worker.once("online", () => {
    if (isTuned) setFlagsFromString(NO_GROWTH);
  });
  return worker;
}
