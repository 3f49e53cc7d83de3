import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";

const CHUNK_BYTES = 256 * 1024;
/** A reader that is this far behind is closed cleanly. It resumes from its last version. */
export const MAX_WATCH_BACKLOG_BYTES = 64 * 1024 * 1024;

/** Lines for one reader, collected per event loop turn and held back while the reader is slow. */
export interface EventStream {
  send(bytes: Buffer): void;
  /** Resolves when the reader has taken enough for more lines to be made; at once if it has gone. */
  room(): Promise<void>;
  stall(stalled: boolean): void;
  /** Closes cleanly once everything is sent. Lines held by a stalled stream are dropped. */
  end(): void;
  reset(): void;
}

export function createEventStream(response: ServerResponse, onSlow: () => void): EventStream {
  let queue: Buffer[] = [];
  let queuedBytes = 0;
  let scheduled = false;
  let full = false;
  let stalled = false;
  let ending = false;
  let waiting: (() => void)[] = [];

  const release = () => {
    const resolved = waiting;
    waiting = [];
    for (const resolve of resolved) resolve();
  };
  function flush(): void {
    scheduled = false;
    while (queue.length > 0 && !full && !stalled && !response.destroyed) {
      let bytes = 0;
      let count = 0;
      while (count < queue.length && bytes < CHUNK_BYTES) bytes += queue[count++]?.length ?? 0;
      const chunk = count === queue.length ? queue : queue.slice(0, count);
      queue = count === queue.length ? [] : queue.slice(count);
      queuedBytes -= bytes;
      full = !response.write(chunk.length === 1 && chunk[0] !== undefined ? chunk[0] : Buffer.concat(chunk, bytes));
    }
    if (queue.length === 0 && ending) response.end();
    if (queue.length === 0 && !full) release();
  }
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }
  response.on("drain", () => {
    full = false;
    flush();
  });
  response.on("close", release);
  return {
    send(bytes) {
      if (ending || response.destroyed) return;
      queue.push(bytes);
      queuedBytes += bytes.length;
      // Only lines that a reader had a chance to take count: a burst within one turn does not.
      if (full && queuedBytes > MAX_WATCH_BACKLOG_BYTES) {
        queue = [];
        queuedBytes = 0;
        ending = true;
        response.end();
        onSlow();
      } else if (!full && !stalled) schedule();
    },
    room: () => {
      if (response.destroyed || (queue.length === 0 && !full)) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    stall(hold) {
      stalled = hold;
      if (!hold) schedule();
    },
    end() {
      ending = true;
      if (stalled) queue = [];
      stalled = false;
      schedule();
    },
    reset() {
      if (response.socket) response.socket.resetAndDestroy();
      else response.destroy();
    },
  };
}
