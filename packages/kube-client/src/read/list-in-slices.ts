import type { Buffer } from "node:buffer";
import { isJson, type Json } from "../decode/fields.ts";

/** Size of a part. A part also includes the rest of its last item. */
const BYTES_PER_SLICE = 32 * 1024;

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [BRACE, END_OF_BRACE, BRACKET, END_OF_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const ITEMS = '"items"';
/** Depth inside the array of items, which is inside the list. */
const DEPTH_OF_ITEMS = 2;

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function afterString(bytes: Buffer, quoteAt: number): number {
  let at = quoteAt + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Reports whether a string is the key of the items. */
function namesItems(bytes: Buffer, from: number, to: number): boolean {
  if (to - from !== ITEMS.length || bytes.toString("latin1", from, to) !== ITEMS) return false;
  let at = to;
  while (isSpace(bytes[at])) at++;
  return bytes[at] === COLON;
}

/** Reads a JSON list item by item, in slices of some milliseconds: JSON.parse of a page of 500 nodes takes 100 ms.
 *  Returns the list, with a 0 in place of each item that is an object. Throws SyntaxError for invalid JSON, maybe
 *  after some items. */
export function* listInParts(bytes: Buffer, onItem: (item: Json) => void): Generator<undefined, unknown> {
  const around: string[] = [];
  let depth = 0;
  let isItems = false;
  let aroundFrom = 0;
  let itemFrom = -1;
  let partEnd = BYTES_PER_SLICE;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = afterString(bytes, at);
      if (depth === 1) isItems = namesItems(bytes, at, end);
      at = end;
      continue;
    }
    at++;
    if (byte === BRACE || byte === BRACKET) {
      if (byte === BRACE && isItems && depth === DEPTH_OF_ITEMS) itemFrom = at - 1;
      depth++;
    } else if (byte === END_OF_BRACE || byte === END_OF_BRACKET) {
      depth--;
      if (depth === 1) isItems = false;
      if (depth !== DEPTH_OF_ITEMS || itemFrom < 0) continue;
      const item: unknown = JSON.parse(bytes.toString("utf8", itemFrom, at));
      around.push(bytes.toString("utf8", aroundFrom, itemFrom));
      [aroundFrom, itemFrom] = [at, -1];
      if (isJson(item)) onItem(item);
      if (at < partEnd) continue;
      yield;
      partEnd = at + BYTES_PER_SLICE;
    }
  }
  around.push(bytes.toString("utf8", aroundFrom));
  return JSON.parse(around.join("0"));
}
