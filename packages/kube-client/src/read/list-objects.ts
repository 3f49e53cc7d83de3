import type { Buffer } from "node:buffer";
import { isJson, type Json, objectField, textField } from "../decode/fields.ts";
import { systemTimers, type Timers } from "../flow-control/clock.ts";
import { readBodyBytes } from "../http/read-body.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";

const PAGE_OBJECTS = 500;
/** Limit of one page: 500 objects of 64 KB. */
const PAGE_BYTES = 32 * 1024 * 1024;
const SILENCE_MS = 15_000;
const SLICE_MS = 8;

interface ListQuery {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Approximate maximum of objects; the rest is not read. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly timers?: Timers;
}

export interface ListedObjects<T> {
  readonly objects: readonly T[];
  readonly resourceVersion: string;
  /** True if the API server had more objects. */
  readonly isCut: boolean;
}

/** Size of a time slice. A slice also includes the rest of its last item. */
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
  const outside: string[] = [];
  let depth = 0;
  let isItems = false;
  let outsideFrom = 0;
  let itemFrom = -1;
  let sliceEnd = BYTES_PER_SLICE;
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
      outside.push(bytes.toString("utf8", outsideFrom, itemFrom));
      [outsideFrom, itemFrom] = [at, -1];
      if (isJson(item)) onItem(item);
      if (at < sliceEnd) continue;
      yield;
      sliceEnd = at + BYTES_PER_SLICE;
    }
  }
  outside.push(bytes.toString("utf8", outsideFrom));
  return JSON.parse(outside.join("0"));
}

/** Lists objects once, page by page, and keeps the result of `read` for each. An undefined result keeps nothing.
 *  Throws KubeRequestError. */
export async function listObjects<T>(
  transport: Transport,
  { path, query = {}, limit, signal, timers = systemTimers }: ListQuery,
  read: (object: Json) => T | undefined,
): Promise<ListedObjects<T>> {
  const objects: T[] = [];
  let seen = 0;
  let next = "";
  for (;;) {
    const page = { limit: String(Math.min(PAGE_OBJECTS, limit)), ...(next === "" ? {} : { continue: next }) };
    const response = await transport.get(path, { ...query, ...page }, { signal });
    const limits = { limitBytes: PAGE_BYTES, silenceMs: SILENCE_MS, timers };
    const bytes = await readBodyBytes(`GET ${path}`, transport.server, response, limits);
    const items = listInParts(bytes, (object) => {
      seen++;
      const result = read(object);
      if (result !== undefined) objects.push(result);
    });
    const metadata = objectField(await listOf(path, inSlices(items, timers)), "metadata");
    next = textField(metadata, "continue") ?? "";
    if (next === "" || seen >= limit) return { objects, resourceVersion: textField(metadata, "resourceVersion") ?? "", isCut: next !== "" };
  }
}

async function listOf(path: string, reading: Promise<unknown>): Promise<Json> {
  const list = await reading.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new KubeRequestError("garbage", `GET ${path}: the answer is no JSON`, { cause });
  });
  if (isJson(list)) return list;
  throw new KubeRequestError("garbage", `GET ${path}: the answer is no list`);
}

/** Runs the generator in time slices, like `drainInSlices` of the server, which this package must not import. */
async function inSlices<T>(parts: Generator<undefined, T>, timers: Timers): Promise<T> {
  for (let untilMs = timers.elapsedMs() + SLICE_MS; ; ) {
    const { done, value } = parts.next();
    if (done) return value;
    if (timers.elapsedMs() <= untilMs) continue;
    await new Promise<void>((resume) => void timers.soon(resume));
    untilMs = timers.elapsedMs() + SLICE_MS;
  }
}
