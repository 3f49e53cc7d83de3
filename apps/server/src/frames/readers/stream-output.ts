import type { ServerResponse } from "node:http";

/** Accepts bytes; returns false if the caller must wait for `drain`. *Invariant*: it calls no callback before it
 *  returns. */
export interface ByteSink {
  write(bytes: Buffer): boolean;
}

/** Destination of a stream's bytes: a response, or anything that accepts bytes and emits `drain`. */
export interface StreamOutput extends ByteSink {
  /** Accepts prebuilt chunks of HTTP/1.1; undefined where bytes are sent unchanged. */
  readonly sink?: ByteSink;
  end(): unknown;
  destroy(): unknown;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
}

const LINE_END = Buffer.from("\r\n");
const chunks = new WeakMap<Buffer, Buffer>();

/** Frames bytes as a chunk of HTTP/1.1, built once for all readers of the same buffer. */
export function httpChunk(bytes: Buffer): Buffer {
  let chunk = chunks.get(bytes);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, LINE_END]);
    chunks.set(bytes, chunk);
  }
  return chunk;
}

/** Wraps a response for bytes that many readers share; sends its head at once. A chunked response with its own socket
 *  gets each chunk as one shared buffer. Node's response would write length, bytes and line end separately for each
 *  reader, with the same bytes on the wire. */
export function sharedOutput(response: ServerResponse): StreamOutput {
  const { socket } = response;
  response.flushHeaders();
  // A response that waits for earlier ones on its connection has no socket yet.
  if (!socket?.writable || !response.chunkedEncoding) return response;
  return {
    sink: socket,
    write: (bytes) => socket.write(httpChunk(bytes)),
    end: () => response.end(),
    destroy: () => response.destroy(),
    on(event, listener) {
      if (event !== "drain") return response.on(event, listener);
      // The socket may outlive this response and serve many more.
      response.once("close", () => socket.off("drain", listener));
      return socket.on("drain", listener);
    },
  };
}
