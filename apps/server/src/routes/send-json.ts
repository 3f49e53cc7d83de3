import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pickEncoding } from "./content-encoding.ts";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Smaller answers are not worth the time. */
const PACK_FROM_BYTES = 16_384;

/** Sends an answer as JSON, packed when it is large: the pods of 5,000 nodes are 1.5 MB plain. */
export async function sendJson<Answer>(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  const plain = Buffer.from(JSON.stringify(answer), "utf8");
  reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
  const encoding = plain.length < PACK_FROM_BYTES ? "identity" : pickEncoding(request.headers["accept-encoding"]);
  if (encoding === "identity") return reply.send(plain);
  reply.header("content-encoding", encoding);
  if (encoding === "gzip") return reply.send(await compressGzip(plain, { level: 1 }));
  return reply.send(await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }));
}
