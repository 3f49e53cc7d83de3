import { Buffer } from "node:buffer";
import { badRequest } from "../../objects/failures.ts";
import { isJsonObject } from "../../objects/json.ts";

/** The start of a list's next page. */
export interface ContinueToken {
  /** The version of the first page; -1 continues with the current objects. */
  readonly version: number;
  readonly start: string;
}

export function writeContinueToken({ version, start }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: version, start })).toString("base64url");
}

export function readContinueToken(text: string): ContinueToken {
  const refuse = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`);
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1)
    throw refuse(`illegal base64 data at input byte ${Math.max(0, /[^A-Za-z0-9_-]/.exec(text)?.index ?? text.length - 1)}`);
  const json = Buffer.from(text, "base64url").toString("utf8");
  let token: unknown;
  try {
    token = JSON.parse(json);
  } catch {
    throw refuse(`invalid character ${JSON.stringify(json[0] ?? "").replaceAll('"', "'")} looking for beginning of value`);
  }
  const version = isJsonObject(token) ? token.v : undefined;
  if (version !== "meta.k8s.io/v1")
    throw refuse(`server does not recognize this encoded version ${typeof version === "string" ? version : ""}`);
  if (!isJsonObject(token) || typeof token.start !== "string" || !Number.isInteger(token.rv))
    throw refuse("incorrect encoded start resourceVersion");
  return { version: Number(token.rv), start: token.start };
}
