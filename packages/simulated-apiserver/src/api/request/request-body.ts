import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { readYamlValue } from "@daemonscope/kube/yaml/manifest-text";
import { ManifestTextError } from "@daemonscope/kube/yaml/manifest-text-error";
import { StoreError } from "../../objects/failures.ts";
import { readProtobuf } from "../../schema/read-protobuf.ts";

const BODY_LIMIT_BYTES = 3 * 1024 * 1024;
/** A client that sends more than this is cut off without an answer. */
const READ_LIMIT_BYTES = 16 * 1024 * 1024;

const PROTOBUF = "application/vnd.kubernetes.protobuf";
const ACCEPTED = ["application/json", "application/yaml", PROTOBUF];

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
    });
  return Buffer.concat(parts);
}

/** Returns the media type of a body, without parameters; JSON if the client does not name one. */
export function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers["content-type"] ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
}

const unsupportedMediaType = (accepted: readonly string[]): StoreError =>
  new StoreError({
    code: 415,
    reason: "UnsupportedMediaType",
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`,
  });

/** The body of a request. `problem` states why it cannot be read; then there is no value. */
export interface RequestBody {
  readonly value: unknown;
  readonly problem?: string;
  /** JSON that cannot be read, unchanged. */
  readonly text?: string;
  /** JSON that could be read, unchanged. If a key is repeated, the value has it only once. */
  readonly source?: string;
}

function readYaml(text: string): RequestBody {
  try {
    return { value: readYamlValue(text, "it") ?? null };
  } catch (error) {
    if (!(error instanceof ManifestTextError)) throw error;
    const { message, syntax } = error;
    const words = syntax === undefined ? message : `line ${syntax.line}: ${syntax.message}`;
    return { value: undefined, problem: `error converting YAML to JSON: yaml: ${words}` };
  }
}

/** Returns why a text is not JSON, in Go's words as far as the position allows. */
function jsonProblem(text: string, error: unknown): string {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  const char = at === undefined ? undefined : text.trimEnd()[Number(at)];
  return char === undefined ? "unexpected end of JSON input" : `invalid character '${char}' looking for beginning of value`;
}

function readJson(text: string): RequestBody {
  try {
    return { value: JSON.parse(text) as unknown, source: text };
  } catch (error) {
    return { value: undefined, problem: jsonProblem(text, error), text };
  }
}

/** Reads a body: JSON, YAML or the API's protobuf. Throws the API's 413 and 415. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return { value: undefined };
  const type = mediaTypeOf(request);
  if (type === PROTOBUF) {
    const decoded = readProtobuf(bytes);
    if (decoded !== undefined && "object" in decoded) return { value: decoded.object };
    // A deletion continues without options that cannot be read.
    if (request.method === "DELETE") return { value: undefined };
    return { value: undefined, problem: decoded === undefined ? "the kind is not served here" : decoded.problem };
  }
  if (type.endsWith("yaml")) return readYaml(bytes.toString("utf8"));
  if (type.endsWith("json") || request.method === "DELETE" || request.method === "PATCH") return readJson(bytes.toString("utf8"));
  throw unsupportedMediaType(ACCEPTED);
}
