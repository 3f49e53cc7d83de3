import { Buffer } from "node:buffer";
import { badRequest } from "../store/failures.ts";
import { isJsonObject } from "../store/json.ts";

/** Where the next page of a list begins. */
export interface ContinueToken {
  /** The version of the first page; -1 goes on with whatever is there now. */
  readonly version: number;
  readonly start: string;
}

export function writeContinueToken({ version, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: version, start })).toString("base64url");
}

export function readContinueToken(text: string): ContinueToken {
  let token: unknown;
  try {
    token = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    throw badRequest("continue key is not valid: not a token of this server");
  }
  if (!isJsonObject(token) || token.v !== "meta.k8s.io/v1" || typeof token.start !== "string" || !Number.isInteger(token.rv))
    throw badRequest("continue key is not valid: not a token of this server");
  return { version: Number(token.rv), start: token.start };
}
