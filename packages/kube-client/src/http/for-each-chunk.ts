import type { Buffer } from "node:buffer";
import type { Readable } from "node:stream";
import type { OnBytes } from "../fast/http/chunked-body-parser.ts";
import type { KubeResponse } from "./send-request.ts";

/** Passes each part of an answer to `take` until its end, from the stream or through `deliver`. Rejects like
 *  `forEachChunk`. */
export function forEachPart({ body, deliver }: KubeResponse, take: OnBytes): Promise<void> {
  const ended = forEachChunk(body, (chunk) => take(chunk, 0, chunk.length));
  deliver?.(take);
  return ended;
}

/** Passes each chunk of a stream to `take` until its end. Unlike asynchronous iteration it needs no promise per
 *  chunk; a watch has one chunk per event. Rejects with the error of the stream or of `take`, and destroys the
 *  stream then. */
export function forEachChunk(stream: Readable, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((done, failed) => {
    const settle = (error?: unknown) => {
      stream.off("data", onData).off("end", onEnd).off("error", settle).off("close", onClose);
      // Later errors do not matter, and must not end the process.
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
