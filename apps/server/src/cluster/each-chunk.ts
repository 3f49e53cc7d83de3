import type { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import type { KubeResponse } from "./exchange.ts";
import type { TakeBytes } from "./plain-chunks.ts";

/** Gives each part of an answer as it comes, however it comes, until its end. Rejects as `eachChunk` does. */
export function eachPartOf({ body, deliver }: KubeResponse, take: TakeBytes): Promise<void> {
  const ended = eachChunk(body, (chunk) => take(chunk, 0, chunk.length));
  deliver?.(take);
  return ended;
}

/** Gives each part of a stream as it comes, until its end: what asynchronous iteration does, without a turn of the promises for each part, of which a watch brings one an event.
 *  Rejects as that does, with what broke the stream or with what `take` threw; the stream is destroyed then. */
export function eachChunk(stream: Readable, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((done, failed) => {
    const settle = (error?: unknown) => {
      stream.off("data", onData).off("end", onEnd).off("error", settle).off("close", onClose);
      // Whatever breaks now is of no interest, and must not end the process.
      stream.on("error", () => undefined);
      if (error === undefined) done();
      else failed(error);
    };
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        stream.destroy();
        settle(error);
      }
    };
    const onEnd = () => settle();
    const onClose = () => settle(stream.errored ?? new PrematureEnd());
    stream.on("end", onEnd).on("error", settle).on("close", onClose).on("data", onData);
    if (stream.destroyed || stream.readableEnded) onClose();
  });
}

class PrematureEnd extends Error {
  override readonly name = "PrematureEnd";
  readonly code = "ERR_STREAM_PREMATURE_CLOSE";
  constructor() {
    super("Premature close");
  }
}
