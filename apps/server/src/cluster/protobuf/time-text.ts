import type { Buffer } from "node:buffer";
import { endOfValue, endOfVarint, MalformedMessage, varint } from "./wire.ts";

const SECONDS_TAG = 8;
const TIMES_KEPT = 10_000;
const times = new Map<number, string>();

/** RFC 3339 of whole seconds, as the API writes a time in JSON; undefined for no time. Source: apimachinery meta/v1, time_proto.go. */
export function timeText(bytes: Buffer, from: number, to: number): string | undefined {
  let seconds: number | undefined;
  for (let at = from; at < to; ) {
    const tag = varint(bytes, at, to);
    at = endOfVarint();
    if (tag === SECONDS_TAG) {
      seconds = varint(bytes, at, to);
      at = endOfVarint();
    } else at = endOfValue(bytes, tag & 7, at, to);
  }
  if (seconds === undefined) return undefined;
  const known = times.get(seconds);
  if (known !== undefined) return known;
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) throw new MalformedMessage("a time is none");
  const written = `${date.toISOString().slice(0, -5)}Z`;
  if (times.size >= TIMES_KEPT) times.clear();
  times.set(seconds, written);
  return written;
}
