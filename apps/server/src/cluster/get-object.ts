import type { Timers } from "../clock.ts";
import { isJson, type Json } from "./decode/fields.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { readBody } from "./read-body.ts";
import type { Transport } from "./transport.ts";

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
