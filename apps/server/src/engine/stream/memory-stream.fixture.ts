import { type EventLogStream, FencedError, type StoredMessage, type StreamMessage, StreamUnavailableError } from "./event-log-stream.ts";

/**
 * A stream of an engine in memory, with the same order and errors. `maxAgeMs` is only reported; no message expires.
 */
export function memoryStream(maxAgeMs = 0) {
  const kept: StoredMessage[] = [];
  const waiting = new Set<() => void>();
  let last = 0;
  let isAvailable = true;
  const stream: EventLogStream = {
    append(message: StreamMessage, lastSeq: number) {
      if (!isAvailable) return Promise.reject(new StreamUnavailableError("nobody answers"));
      if (lastSeq !== last) return Promise.reject(new FencedError(`wrong last sequence: ${last}`));
      last++;
      kept.push({ ...message, bytes: Uint8Array.from(message.bytes), firstSeq: last, seq: last });
      for (const wake of [...waiting]) wake();
      return Promise.resolve(last);
    },
    waiting: () => undefined,
    lastSeq: () => (isAvailable ? Promise.resolve(last) : Promise.reject(new StreamUnavailableError("nobody answers"))),
    kept: () =>
      Promise.resolve({
        firstSeq: kept[0]?.seq ?? last + 1,
        lastSeq: last,
        maxAgeMs,
        bytes: kept.reduce((sum, { bytes }) => sum + bytes.length, 0),
        maxBytes: 0,
      }),
    lastOf: (kind) => Promise.resolve(kept.findLast((message) => message.kind === kind)),
    allOf: (kind) => Promise.resolve(kept.filter((message) => message.kind === kind)),
    async *read(fromSeq, signal) {
      let next = fromSeq;
      while (!signal.aborted) {
        const message = kept.find(({ seq }) => seq >= next);
        if (message !== undefined) {
          next = message.seq + 1;
          yield message;
          continue;
        }
        await new Promise<void>((done) => {
          const wake = () => {
            waiting.delete(wake);
            signal.removeEventListener("abort", wake);
            done();
          };
          waiting.add(wake);
          signal.addEventListener("abort", wake);
        });
      }
    },
  };
  return {
    stream,
    kept,
    /** Drops the messages before `seq`, as the limits of a stream do. */
    dropBefore: (seq: number) => {
      kept.splice(0, kept.length, ...kept.filter((message) => message.seq >= seq));
    },
    /** Sets whether the engine responds. */
    answer: (answers: boolean) => {
      isAvailable = answers;
    },
  };
}
