import { background } from "../background.ts";
import type { Timers } from "../clock.ts";
import type { LiveFrames } from "../frames/live-frames.ts";
import type { LogWriter } from "./log-writer.ts";

/** So much at most is lost where the process is killed (L4). */
const FLUSH_MS = 1000;
/** How often it is written that nothing happened, and what state that is (L2). */
const FLUSHES_A_DATE = 10;

/** A log that is kept as it comes, and not only when there is a block of it. */
export interface FlushedLog {
  /** Keeps what is left, up to now. */
  end(): Promise<void>;
}

/** Begins to keep what is written of the frames. */
export function flushedLog(writer: Pick<LogWriter, "dateNextTick" | "hashed" | "flush">, frames: LiveFrames, timers: Timers): FlushedLog {
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
      const dated = count % FLUSHES_A_DATE === 0 ? date() : undefined;
      background(
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
