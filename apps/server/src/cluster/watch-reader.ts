import type { Buffer } from "node:buffer";
import type { SourceName } from "@daemonscope/shared/source-status";
import type { KubeResponse } from "./exchange.ts";
import { LINE_LIMIT_BYTES, LineSplitter } from "./line-splitter.ts";
import { isProtobuf } from "./protobuf/envelope.ts";
import { FrameSplitter } from "./protobuf/frame-splitter.ts";
import { KEPT_FIELDS } from "./protobuf/kept-fields.ts";
import type { KeptFields } from "./protobuf/read-message.ts";
import { readWatchEvent, readWatchFrame, type WatchEvent } from "./watch-event.ts";

/** Makes events of the bytes of a watch, in the form that its server chose. Throws RangeError for one that is longer than any object. */
export type ReadWatch = (chunk: Buffer) => Iterable<WatchEvent>;

/** What is kept of a kind where it comes in protobuf; undefined for one that is asked for in JSON alone. */
export const protobufFieldsOf = (source: SourceName): KeptFields | undefined =>
  (KEPT_FIELDS as Readonly<Partial<Record<SourceName, KeptFields>>>)[source];

/** Whether an answer is to be read as protobuf: it says so, and was asked for. */
export const fieldsOfAnswer = (source: SourceName, { body }: KubeResponse): KeptFields | undefined =>
  isProtobuf(body.headers["content-type"]) ? protobufFieldsOf(source) : undefined;

export function readsWatch(source: SourceName, response: KubeResponse): ReadWatch {
  const fields = fieldsOfAnswer(source, response);
  if (fields === undefined) {
    const lines = new LineSplitter();
    return (chunk) => lines.push(chunk).map(readWatchEvent);
  }
  const frames = new FrameSplitter(LINE_LIMIT_BYTES);
  return (chunk) => frames.push(chunk).map((frame) => readWatchFrame(fields, frame));
}
