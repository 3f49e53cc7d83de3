import type { Buffer } from "node:buffer";
import type { KubeResponse } from "./exchange.ts";
import { LINE_LIMIT_BYTES, LineSplitter } from "./line-splitter.ts";
import { isProtobuf } from "./protobuf/envelope.ts";
import type { ProtobufForm } from "./protobuf/forms.ts";
import { FrameSplitter } from "./protobuf/frame-splitter.ts";
import { readWatchEvent, readWatchFrame, type WatchEvent } from "./watch-event.ts";

/** Makes events of the bytes of a watch, in the form that its server chose. Throws RangeError for one that is longer than any object. */
export type ReadWatch<T> = (chunk: Buffer) => Iterable<WatchEvent<T>>;

/** How an answer is to be read where it is protobuf: it says so, and was asked for. */
export const formOfAnswer = <T>(form: ProtobufForm<T> | undefined, { body }: KubeResponse): ProtobufForm<T> | undefined =>
  isProtobuf(body.headers["content-type"]) ? form : undefined;

export function readsWatch<T>(asked: ProtobufForm<T> | undefined, response: KubeResponse): ReadWatch<T> {
  const form = formOfAnswer(asked, response);
  if (form === undefined) {
    const lines = new LineSplitter();
    return (chunk) => lines.push(chunk).map(readWatchEvent);
  }
  const frames = new FrameSplitter(LINE_LIMIT_BYTES);
  return (chunk) => frames.push(chunk).map((frame) => readWatchFrame(form, frame));
}
