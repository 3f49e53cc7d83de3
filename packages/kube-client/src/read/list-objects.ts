import { isJson, type Json, objectField, textField } from "../decode/fields.ts";
import { systemTimers, type Timers } from "../flow-control/clock.ts";
import { readBodyBytes } from "../http/read-body.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";
import { listInParts } from "./list-in-slices.ts";

const PAGE_OBJECTS = 500;
/** Limit of one page: 500 objects of 64 KB. */
const PAGE_BYTES = 32 * 1024 * 1024;
const SILENCE_MS = 15_000;
const SLICE_MS = 8;

export interface ListQuery {
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
      const kept = read(object);
      if (kept !== undefined) objects.push(kept);
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

/** Runs the generator in time slices. A copy of `frames/in-turns`, because the import rule forbids that folder
 *  here. */
async function inSlices<T>(parts: Generator<undefined, T>, timers: Timers): Promise<T> {
  for (let untilMs = timers.elapsedMs() + SLICE_MS; ; ) {
    const { done, value } = parts.next();
    if (done) return value;
    if (timers.elapsedMs() <= untilMs) continue;
    await new Promise<void>((resume) => void timers.soon(resume));
    untilMs = timers.elapsedMs() + SLICE_MS;
  }
}
