import type { Buffer } from "node:buffer";
import { endOfValue, endOfVarint, MalformedMessage, varint } from "./wire.ts";

const SECONDS_TAG = 8;
const SLOTS = 1 << 13;
/** The last time of each slot, and its text. */
const times = new Float64Array(SLOTS).fill(Number.NaN);
const texts: string[] = new Array<string>(SLOTS).fill("");

/** Returns RFC 3339 with whole seconds, as the API writes a time in JSON; undefined for no time. Source:
 *  apimachinery meta/v1, time_proto.go. */
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
  const slot = seconds & (SLOTS - 1);
  if (times[slot] === seconds) return texts[slot];
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) throw new MalformedMessage("a time is out of range");
  const written = `${date.toISOString().slice(0, -5)}Z`;
  times[slot] = seconds;
  texts[slot] = written;
  return written;
}
