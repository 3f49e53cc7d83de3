import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { badRequest, StoreError } from "../store/failures.ts";

const BODY_LIMIT_BYTES = 3 * 1024 * 1024;
/** A client that sends more than this much too much is cut off without an answer. */
const READ_LIMIT_BYTES = 16 * 1024 * 1024;

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= BODY_LIMIT_BYTES) parts.push(part);
    if (size > READ_LIMIT_BYTES) break;
  }
  if (size > BODY_LIMIT_BYTES)
    throw new StoreError({
      code: 413,
      reason: "RequestEntityTooLarge",
      message: `Request entity too large: limit is ${BODY_LIMIT_BYTES}`,
      details: {},
    });
  return Buffer.concat(parts);
}

/** The media type of a body, without parameters; JSON when the client does not say. */
export function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Reads a JSON body; undefined when there is none. Protobuf is not read: a DELETE goes on without its options, all else gets the API's 415. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  const type = mediaTypeOf(request);
  if (bytes.length === 0) return undefined;
  if (type.includes("protobuf") || type.includes("cbor")) {
    if (request.method === "DELETE") return undefined;
    throw new StoreError({
      code: 415,
      reason: "UnsupportedMediaType",
      message: "the body of the request was in an unknown format - accepted media types include: application/json",
      details: {},
    });
  }
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw badRequest(`couldn't get version/kind; json parse error: ${error instanceof Error ? error.message : "the body is not JSON"}`);
  }
}
