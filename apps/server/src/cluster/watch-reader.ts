import type { KubeResponse } from "./exchange.ts";
import { LINE_LIMIT_BYTES, LineSplitter } from "./line-splitter.ts";
import type { TakeBytes } from "./plain-chunks.ts";
import { isProtobuf } from "./protobuf/envelope.ts";
import type { ProtobufForm } from "./protobuf/forms.ts";
import { FrameSplitter } from "./protobuf/frame-splitter.ts";
import { type ReadGlance, readWatchEvent, readWatchFrame, type WatchEvent } from "./watch-event.ts";

/** Decodes the bytes of a watch, in the form that its server chose, and passes the events on. Keeps nothing of the
 *  bytes. Throws TooLong for an event that is longer than any object. */
export type ReadWatch = TakeBytes;

/** Returns the protobuf form of an answer, if it was requested and the answer declares protobuf. */
export const formOfAnswer = <T>(form: ProtobufForm<T> | undefined, { body }: KubeResponse): ProtobufForm<T> | undefined =>
  isProtobuf(body.headers["content-type"]) ? form : undefined;

export function readsWatch<T>(
  asked: ProtobufForm<T> | undefined,
  response: KubeResponse,
  take: (event: WatchEvent<T>) => void,
  glance?: ReadGlance,
): ReadWatch {
  const form = formOfAnswer(asked, response);
  if (form === undefined) {
    const lines = new LineSplitter();
    return (bytes, from, to) => {
      for (const line of lines.push(bytes.subarray(from, to))) take(readWatchEvent(line));
    };
  }
  const frames = new FrameSplitter(LINE_LIMIT_BYTES);
  const takeFrame: TakeBytes = (bytes, from, to) => take(readWatchFrame(form, bytes, from, to, glance));
  return (bytes, from, to) => frames.push(bytes, from, to, takeFrame);
}
