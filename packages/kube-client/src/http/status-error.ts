import type { Buffer } from "node:buffer";
import { isJson, type Json, objectField, objectsField, textField } from "../decode/fields.ts";
import { isEnvelope } from "../fast/protobuf/envelope.ts";
import { readStatus } from "../fast/protobuf/read-objects.ts";
import { KubeRequestError } from "./request-error.ts";

const MAX_MESSAGE_LENGTH = 500;

/** Cleans a server's text for a sentence: one line, without control characters, at most 500 characters. */
function cleanMessage(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH);
}

const isTooLarge = (status: Json): boolean =>
  objectsField(objectField(status, "details"), "causes").some((cause) => cause.reason === "ResourceVersionTooLarge") ||
  /^(?:Timeout: )?Too large resource version/.test(textField(status, "message") ?? "");

interface Refusal {
  readonly httpStatus: number;
  /** The Status object of the API, or {}. */
  readonly status: Json;
  readonly retryAfterMs?: number;
  /** A description or the text of a body that is no Status. */
  readonly otherwise?: string;
}

/** Returns the coded error for a status other than 2xx, or for the Status of an ERROR event. */
export function statusError(what: string, { httpStatus, status, retryAfterMs, otherwise }: Refusal): KubeRequestError {
  const seconds = objectField(status, "details").retryAfterSeconds;
  const wait = retryAfterMs ?? (typeof seconds === "number" && seconds > 0 ? Math.min(60_000, seconds * 1000) : undefined);
  const statusMessage = cleanMessage(textField(status, "message") ?? "");
  const words = statusMessage === "" ? cleanMessage(otherwise ?? "") : statusMessage;
  const more = {
    httpStatus,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(statusMessage === "" ? {} : { serverMessage: statusMessage }),
  };
  const failed = (code: KubeRequestError["code"], sentence: string) =>
    new KubeRequestError(code, `${what}: ${sentence}${words === "" ? "" : `: ${words}`}`, more);
  if (isTooLarge(status)) return failed("tooLargeVersion", "the server is behind the version that we know");
  if (httpStatus === 410) return failed("expired", "410 Expired");
  if (httpStatus === 401) return failed("unauthorized", "401 Unauthorized: the credentials of this context are refused");
  if (httpStatus === 403) return failed("forbidden", "403 Forbidden");
  if (httpStatus === 404)
    return failed("status", "404 Not Found: this server does not serve it; is it the address of a Kubernetes API server?");
  if (httpStatus === 406) return failed("notKubernetes", "406 Not Acceptable: this server does not answer in JSON");
  if (httpStatus === 429) return failed("tooMany", "429 Too Many Requests");
  if (httpStatus >= 300 && httpStatus < 400)
    return failed("notKubernetes", `HTTP ${httpStatus}, a redirect: this is a login page or a proxy, not a Kubernetes API server`);
  return failed(otherwise === HTML ? "notKubernetes" : "status", `HTTP ${httpStatus}`);
}

const HTML = "an HTML page: is this the address of a Kubernetes API server?";

/** Returns the refusal from an answer's status and the start of its body: JSON, protobuf if it was requested, or
 *  another text. */
export function parseRefusal(httpStatus: number, start: Buffer, retryAfterMs: number | undefined): Refusal {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (isEnvelope(start)) return { httpStatus, status: readStatus(start), ...wait };
  const body = start.toString("utf8");
  if (/^\s*</.test(body)) return { httpStatus, status: {}, ...wait, otherwise: HTML };
  try {
    const status: unknown = JSON.parse(body);
    if (isJson(status)) return { httpStatus, status, ...wait };
  } catch {
    // Plain text is shown unchanged.
  }
  return { httpStatus, status: {}, ...wait, otherwise: body };
}
