import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import { type EventLogStream, type RetainedRange, StreamUnavailableError } from "../stream/event-log-stream.ts";

const CHECK_INTERVAL_MS = 10_000;
const MAX_CHECK_INTERVAL_MS = 600_000;
/** Minimum number of checks during the age limit of a message, unless retries back off. */
const CHECKS_PER_MAX_AGE = 8;

interface CheckpointUpkeepOptions {
  readonly stream: Pick<EventLogStream, "kept">;
  readonly timers: Timers;
  /** Returns the seq at which the newest segment with a complete checkpoint begins; undefined if there is none yet. */
  readonly wholeSeq: () => number | undefined;
  /** Requests another checkpoint. */
  readonly checkpoint: () => void;
  readonly onProblem: (text: string) => void;
}

/**
 * Reports whether the stream may soon hold no checkpoint. That is so if the newest one is gone, or in the older half of
 * the stored messages or of the allowed age. In a stream that has dropped nothing, only the age counts.
 */
export function isCheckpointDue({ firstSeq, lastSeq, maxAgeMs }: RetainedRange, wholeSeq: number, ageMs: number): boolean {
  if (maxAgeMs > 0 && ageMs > maxAgeMs / 2) return true;
  return firstSeq > 1 && wholeSeq - firstSeq < (lastSeq - firstSeq) / 2;
}

/**
 * Ensures, until the signal, that a stream with limits always holds a checkpoint to start from. If the stream holds
 * less than one checkpoint, that is reported once, and retries back off.
 */
export async function maintainCheckpoints(
  { stream, timers, wholeSeq, checkpoint, onProblem }: CheckpointUpkeepOptions,
  signal: AbortSignal,
): Promise<void> {
  let lastSeen: { readonly seq: number; readonly atMs: number } | undefined;
  /** Number of consecutive checkpoints that the stream had dropped when they were checked. */
  let lost = 0;
  let intervalMs = CHECK_INTERVAL_MS;
  while (!signal.aborted) {
    await sleep(intervalMs, signal, timers);
    const seq = wholeSeq();
    const kept = seq === undefined || signal.aborted ? undefined : await keptNow(stream);
    if (seq === undefined || kept === undefined) continue;
    const isGone = seq < kept.firstSeq;
    if (!isGone) lost = 0;
    else if (seq !== lastSeen?.seq) lost++;
    if (seq !== lastSeen?.seq) lastSeen = { seq, atMs: timers.elapsedMs() };
    if (lost === 1) onProblem("the stream keeps less than one state of the cluster, so new readers cannot start: raise its size limit");
    const isDue = isCheckpointDue(kept, seq, timers.elapsedMs() - lastSeen.atMs);
    if (isDue) checkpoint();
    const oftenMs = kept.maxAgeMs > 0 ? Math.min(CHECK_INTERVAL_MS, kept.maxAgeMs / CHECKS_PER_MAX_AGE) : CHECK_INTERVAL_MS;
    intervalMs = Math.min(MAX_CHECK_INTERVAL_MS, oftenMs * 2 ** lost);
  }
}

async function keptNow(stream: Pick<EventLogStream, "kept">): Promise<RetainedRange | undefined> {
  try {
    return await stream.kept();
  } catch (error) {
    if (!(error instanceof StreamUnavailableError)) throw error;
    return undefined;
  }
}
