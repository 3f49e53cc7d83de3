import type { Buffer } from "node:buffer";
import { integerField, isJson, type Json, objectField, textField } from "../decode/fields.ts";
import type { ProtobufDecoder } from "../fast/protobuf/decoders.ts";
import { PROTOBUF_OR_JSON } from "../fast/protobuf/envelope.ts";
import { type DecodedObject, readList } from "../fast/protobuf/read-objects.ts";
import { MalformedMessage } from "../fast/protobuf/wire.ts";
import type { Timers } from "../flow-control/clock.ts";
import type { RetryPolicy } from "../flow-control/retry-policy.ts";
import { readBodyBytes } from "../http/read-body.ts";
import type { WatchedResource } from "../http/resources.ts";
import type { Transport } from "../http/transport.ts";
import { encodingOfResponse } from "./watch-decoder.ts";

const EXCERPT_BYTES = 240;
const PAGE_LIMIT_BYTES = 384 * 1024 * 1024;
const PAGE_HEADERS_MS = 30_000;

interface PageOptions<T> {
  readonly resource: WatchedResource;
  readonly transport: Transport;
  readonly protobuf?: ProtobufDecoder<T>;
  readonly pace: Pick<RetryPolicy, "bodySilenceMs">;
  /** Timers of the idle timeout. */
  readonly timers: Timers;
  /** Creates the error for an answer that is no list, from its beginning. */
  readonly garbage: (excerpt: string) => Error;
}

/** A page of a list. */
interface ObjectPage<T> {
  readonly items: Iterable<DecodedObject<T>>;
  readonly version: string;
  /** The token of the next page; empty at the end. */
  readonly next: string;
  /** The number of objects after this page, if the server reports it. */
  readonly remaining: number | undefined;
}

/** Returns the accepted content types of objects. */
export const acceptHeaders = (protobuf: object | undefined): { readonly accept?: string } =>
  protobuf === undefined ? {} : { accept: PROTOBUF_OR_JSON };

/** Requests a page of a kind's objects and reads it. Throws KubeRequestError, and the error of `garbage`. */
export async function objectPage<T>(
  { resource, transport, protobuf, pace, timers, garbage }: PageOptions<T>,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ObjectPage<T>> {
  const fullQuery = { ...resource.query, ...query };
  const response = await transport.get(resource.path, fullQuery, { signal, headersTimeoutMs: PAGE_HEADERS_MS, ...acceptHeaders(protobuf) });
  const limits = { limitBytes: PAGE_LIMIT_BYTES, silenceMs: pace.bodySilenceMs, timers };
  const bytes = await readBodyBytes(`list ${resource.name}`, new URL(transport.server).host, response, limits);
  const decoder = encodingOfResponse(protobuf, response);
  try {
    const { metadata, items } = decoder === undefined ? listInJson(bytes) : readList(decoder, bytes);
    const version = textField(metadata, "resourceVersion");
    const remaining = integerField(metadata, "remainingItemCount", -1);
    if (version !== undefined)
      return { items, version, next: textField(metadata, "continue") ?? "", remaining: remaining < 0 ? undefined : remaining };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof MalformedMessage)) throw error;
  }
  throw garbage(bytes.toString("utf8", 0, EXCERPT_BYTES));
}

/** Parses a list in JSON. Throws SyntaxError if the answer is no list. */
function listInJson(bytes: Buffer): { readonly metadata: Json; readonly items: Iterable<DecodedObject<never>> } {
  const page: unknown = JSON.parse(bytes.toString("utf8"));
  // Go sometimes writes an empty list as null.
  const items = isJson(page) ? (page.items ?? []) : undefined;
  if (!isJson(page) || !Array.isArray(items)) throw new SyntaxError("it is no list");
  return { metadata: objectField(page, "metadata"), items: items.map((object: Json) => ({ kind: "put", object })) };
}
