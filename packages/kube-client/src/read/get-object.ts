import { isJson, type Json } from "../decode/fields.ts";
import type { Timers } from "../flow-control/clock.ts";
import { readBody } from "../http/read-body.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";

/** The API server accepts objects of at most 1.5 MB. */
const OBJECT_BYTES = 4 * 1024 * 1024;
const SILENCE_MS = 15_000;

/** Reads one object. Throws KubeRequestError. */
export async function getObject(
  transport: Transport,
  path: string,
  { signal, timers }: { readonly signal: AbortSignal; readonly timers: Timers },
): Promise<Json> {
  const response = await transport.get(path, {}, { signal });
  const text = await readBody(`GET ${path}`, transport.server, response, { limitBytes: OBJECT_BYTES, silenceMs: SILENCE_MS, timers });
  try {
    const object: unknown = JSON.parse(text);
    if (isJson(object)) return object;
  } catch (cause) {
    throw new KubeRequestError("garbage", `GET ${path}: the answer is no JSON`, { cause });
  }
  throw new KubeRequestError("garbage", `GET ${path}: the answer is no object`);
}
