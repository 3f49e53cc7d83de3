import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { LiveFrames } from "../../frames/live-frames.ts";
import { runDetached } from "../../platform/run-detached.ts";
import type { LogWriter } from "../log/log-writer.ts";

/** The most time that is lost if the process is killed (L4). */
const FLUSH_MS = 1000;
/** After this number of flushes a dated tick and the state's hash are written, even if nothing happened (L2). */
const FLUSHES_PER_DATE = 10;

/** A log that is flushed periodically instead of only when a block is full. */
export interface FlushedLog {
  /** Writes the rest, up to now, and ends the periodic flushes. */
  end(): Promise<void>;
}

/** Starts periodic flushes of the frames' log. */
export function startFlushing(
  writer: Pick<LogWriter, "dateNextTick" | "hashed" | "flush">,
  frames: LiveFrames,
  timers: Timers,
): FlushedLog {
  let count = 0;
  let timer: { cancel(): void } | undefined;
  const date = async () => {
    writer.dateNextTick();
    await frames.ticked();
    const { log } = frames;
    writer.hashed(log.state.seq, log.hash());
  };
  const next = () => {
    timer = timers.after(FLUSH_MS, () => {
      count++;
      const dated = count % FLUSHES_PER_DATE === 0 ? date() : undefined;
      runDetached(
        Promise.resolve(dated)
          .then(() => writer.flush())
          .then(() => (timer === undefined ? undefined : next())),
      );
    });
  };
  next();
  return {
    async end() {
      timer?.cancel();
      timer = undefined;
      await date();
      await writer.flush();
    },
  };
}
