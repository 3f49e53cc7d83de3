import { LINE_LIMIT_BYTES, LineSplitter } from "../decode/line-splitter.ts";
import type { OnBytes } from "../fast/http/chunked-body-parser.ts";
import type { ProtobufDecoder } from "../fast/protobuf/decoders.ts";
import { isProtobuf } from "../fast/protobuf/envelope.ts";
import { FrameSplitter } from "../fast/protobuf/frame-splitter.ts";
import type { KubeResponse } from "../http/send-request.ts";
import { decodeWatchFrame, parseWatchEvent, type QuickCheckReader, type WatchEvent } from "./watch-event.ts";

/** Decodes the bytes of a watch, in the encoding that the server chose, and passes the events on. Keeps nothing of the
 *  bytes. Throws TooLong for an event that is longer than any object. */
export type WatchDecoder = OnBytes;

/** Returns the protobuf decoder for an answer, if protobuf was requested and the answer declares it. */
export const encodingOfResponse = <T>(decoder: ProtobufDecoder<T> | undefined, { body }: KubeResponse): ProtobufDecoder<T> | undefined =>
  isProtobuf(body.headers["content-type"]) ? decoder : undefined;

export function createWatchDecoder<T>(
  requested: ProtobufDecoder<T> | undefined,
  response: KubeResponse,
  take: (event: WatchEvent<T>) => void,
  quickCheck?: QuickCheckReader,
): WatchDecoder {
  const decoder = encodingOfResponse(requested, response);
  if (decoder === undefined) {
    const lines = new LineSplitter();
    return (bytes, from, to) => {
      for (const line of lines.push(bytes.subarray(from, to))) take(parseWatchEvent(line));
    };
  }
  const frames = new FrameSplitter(LINE_LIMIT_BYTES);
  const takeFrame: OnBytes = (bytes, from, to) => take(decodeWatchFrame(decoder, bytes, from, to, quickCheck));
  return (bytes, from, to) => frames.push(bytes, from, to, takeFrame);
}
