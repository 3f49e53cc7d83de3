import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import type { FastifyReply, FastifyRequest } from "fastify";
import { drainInSlices } from "../feed/drain-in-slices.ts";
import { jsonInParts } from "../platform/json-in-slices.ts";
import { pickEncoding } from "./content-encoding.ts";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const GZIP = { level: 1 };
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/** Smaller answers are not worth the time of compression. */
const PACK_FROM_BYTES = 16_384;
/** Larger answers are sent in chunks, because joining them into one buffer would take milliseconds. */
const CHUNKED_FROM_BYTES = 1024 * 1024;

/** Sends an answer as JSON, serialized in time slices and compressed if it is large. The pods of 5,000 nodes are 1.5 MB
 *  plain. */
export async function sendJson<Answer>(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const chunks = await drainInSlices(jsonInParts(answer), systemTimers);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  const encoding = bytes < PACK_FROM_BYTES ? "identity" : pickEncoding(request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  if (bytes >= CHUNKED_FROM_BYTES) return reply.send(inChunks(chunks, encoding));
  const plain = Buffer.concat(chunks);
  if (encoding === "identity") return reply.send(plain);
  if (encoding === "gzip") return reply.send(await compressGzip(plain, GZIP));
  return reply.send(await compressBrotli(plain, BROTLI));
}

function inChunks(chunks: readonly Buffer[], encoding: ReturnType<typeof pickEncoding>): Readable {
  const plain = Readable.from(chunks, { objectMode: false });
  if (encoding === "identity") return plain;
  // A client that disconnects destroys the response, and the response destroys both streams.
  return pipeline(plain, encoding === "gzip" ? createGzip(GZIP) : createBrotliCompress(BROTLI), () => undefined);
}
