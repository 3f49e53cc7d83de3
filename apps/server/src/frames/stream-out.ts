import type { ServerResponse } from "node:http";

/** Takes bytes; false when it takes no more until it has drained. *Invariant*: it calls nobody back before it returns. */
export interface Sink {
  write(bytes: Buffer): boolean;
}

/** Where the bytes of a stream go: a response, or anything that takes bytes and says when it takes more. */
export interface StreamOut extends Sink {
  /** What takes chunks of HTTP/1.1 that were made before; left out where bytes go as they are. */
  readonly sink?: Sink;
  end(): unknown;
  destroy(): unknown;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
}

const LINE_END = Buffer.from("\r\n");
const chunks = new WeakMap<Buffer, Buffer>();

/** Bytes as a chunk of HTTP/1.1, made once for all who are sent these. */
export function chunkOf(bytes: Buffer): Buffer {
  let chunk = chunks.get(bytes);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, LINE_END]);
    chunks.set(bytes, chunk);
  }
  return chunk;
}

/** A response whose head is written, for bytes that many are sent: where it goes out in chunks over a socket of its own, each is written to that socket as one piece that all share. Node's response
 *  writes the length, the bytes and the line end of each chunk as three, for each reader anew. What is written is the same, to the byte. */
export function sharedOut(response: ServerResponse): StreamOut {
  const { socket } = response;
  response.flushHeaders();
  // One whose turn on its connection has not come has no socket yet.
  if (!socket?.writable || !response.chunkedEncoding) return response;
  return {
    sink: socket,
    write: (bytes) => socket.write(chunkOf(bytes)),
    end: () => response.end(),
    destroy: () => response.destroy(),
    on(event, listener) {
      if (event !== "drain") return response.on(event, listener);
      // The socket may outlive this answer, and have many more after it.
      response.once("close", () => socket.off("drain", listener));
      return socket.on("drain", listener);
    },
  };
}
