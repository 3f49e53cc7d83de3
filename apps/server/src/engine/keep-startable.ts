import type { Timers } from "../clock.ts";
import { pause } from "../cluster/pace.ts";
import { type KeptRange, type LogStream, StreamUnavailable } from "./log-stream.ts";

const LOOK_MS = 10_000;
const LONGEST_LOOK_MS = 600_000;
/** Looks until the oldest message is too old. */
const LOOKS_AN_AGE = 8;

export interface StartableOptions {
  readonly stream: Pick<LogStream, "kept">;
  readonly timers: Timers;
  /** Where the newest segment begins that can be played; undefined where there is none yet. */
  readonly wholeSeq: () => number | undefined;
  /** Has another checkpoint written. */
  readonly checkpoint: () => void;
  readonly onProblem: (text: string) => void;
}

/** Whether whoever comes later may soon find no beginning: the newest one is gone, or among the older half of what is kept or of the age that is allowed. A stream that never let go of anything begins at its first message. */
export function isCheckpointDue({ firstSeq, lastSeq, maxAgeMs }: KeptRange, wholeSeq: number, ageMs: number): boolean {
  if (wholeSeq < firstSeq) return true;
  if (maxAgeMs > 0 && ageMs > maxAgeMs / 2) return true;
  return firstSeq > 1 && wholeSeq - firstSeq < (lastSeq - firstSeq) / 2;
}

/** Sees to it, until the signal, that a stream whose limits let go of its oldest messages can always be begun at. Where it keeps less than one checkpoint, that is said once, and tried ever less often. */
export async function keepStartable(
  { stream, timers, wholeSeq, checkpoint, onProblem }: StartableOptions,
  signal: AbortSignal,
): Promise<void> {
  let seen: { readonly seq: number; readonly atMs: number } | undefined;
  /** Checkpoints in a row of which the beginning was gone when they were whole. */
  let lost = 0;
  let lookMs = LOOK_MS;
  while (!signal.aborted) {
    await pause(lookMs, signal, timers);
    const seq = wholeSeq();
    const kept = seq === undefined || signal.aborted ? undefined : await keptNow(stream);
    if (seq === undefined || kept === undefined) continue;
    const isGone = seq < kept.firstSeq;
    if (!isGone) lost = 0;
    else if (seq !== seen?.seq) lost++;
    if (seq !== seen?.seq) seen = { seq, atMs: timers.elapsedMs() };
    if (lost === 1)
      onProblem("the stream keeps less than one state of the cluster, so that nobody can begin to read it: give it more room");
    const isDue = isCheckpointDue(kept, seq, timers.elapsedMs() - seen.atMs);
    if (isDue) checkpoint();
    const oftenMs = kept.maxAgeMs > 0 ? Math.min(LOOK_MS, kept.maxAgeMs / LOOKS_AN_AGE) : LOOK_MS;
    lookMs = Math.min(LONGEST_LOOK_MS, oftenMs * 2 ** lost);
  }
}

async function keptNow(stream: Pick<LogStream, "kept">): Promise<KeptRange | undefined> {
  try {
    return await stream.kept();
  } catch (error) {
    if (!(error instanceof StreamUnavailable)) throw error;
    return undefined;
  }
}
