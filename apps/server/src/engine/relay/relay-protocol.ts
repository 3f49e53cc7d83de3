import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { parseJson } from "@daemonscope/kube/base/parse-json";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import { type KubeErrorCode, KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { PlannedWrite } from "../../actions/requests/planned-write.ts";

/** The identity of a request at the API server: the user's own token, or the collector's credentials if the collector
 *  allows that. */
export type CallerRef = { readonly kind: "collector" } | { readonly kind: "own token"; readonly token: string };

/** A request to an API server through a collector. The modules with direct access define the paths. */
export type RelayCall =
  | { readonly kind: "get"; readonly path: string; readonly query: Readonly<Record<string, string>>; readonly accept?: string }
  | { readonly kind: "review"; readonly path: string; readonly review: Json }
  | { readonly kind: "write"; readonly write: PlannedWrite; readonly dryRun: boolean }
  /** Marks of an action run for the log, only after a write. */
  | { readonly kind: "acted"; readonly marks: readonly TimelineMark[] };

/** A published request. Each `id` is used once. */
export interface CallMessage {
  readonly id: string;
  readonly as: CallerRef;
  readonly ask: RelayCall;
}

/** A message from the caller to the answering collector: the bytes taken (by id), the answer to stop, and the
 *  write to send now. */
interface CreditMessage {
  readonly taken?: Readonly<Record<string, number>>;
  readonly stop?: string;
  readonly go?: string;
}

/** A part of an answer. After `heard` a collector has the request. `offer`: the write is ready and waits for the
 *  go message. `head`: the API server answered; its body follows as `part` messages until `end`.
 *  `beat`: a heartbeat (english-ok: the name in the protocol). */
export type AnswerPart =
  | { readonly kind: "heard" | "offer" | "beat" | "end" }
  | { readonly kind: "head"; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "part"; readonly bytes: Uint8Array }
  | { readonly kind: "failure"; readonly error: KubeRequestError };

/** An answer message. `run`: the run of the collector; `seq`: number of the message within this answer, from 0. */
export interface AnswerMessage {
  readonly run: string;
  readonly seq: number;
  readonly part: AnswerPart;
}

/** Limit of the marks in one request. */
const MAX_MARKS = 500;
const KINDS: readonly AnswerPart["kind"][] = ["heard", "offer", "beat", "end", "head", "part", "failure"];

const jsonOf = (bytes: Uint8Array): unknown => parseJson(Buffer.from(bytes).toString("utf8"));
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), "utf8");
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isJson(value) && Object.values(value).every((each) => typeof each === "string");

export const encodeCall = (message: CallMessage): Buffer => bytesOf(message);
export const encodeCredit = (message: CreditMessage): Buffer => bytesOf(message);

function isCallerRef(value: unknown): value is CallerRef {
  if (!isJson(value)) return false;
  return value.kind === "collector" || (value.kind === "own token" && typeof value.token === "string" && value.token !== "");
}

function isRelayCall(value: unknown): value is RelayCall {
  if (!isJson(value)) return false;
  switch (value.kind) {
    case "get":
      return typeof value.path === "string" && isTexts(value.query) && (value.accept === undefined || typeof value.accept === "string");
    case "review":
      return typeof value.path === "string" && isJson(value.review);
    case "write": {
      const { write, dryRun } = value;
      if (!isJson(write) || typeof dryRun !== "boolean") return false;
      const { method, path, query, contentType } = write;
      return (
        typeof method === "string" && typeof path === "string" && typeof contentType === "string" && (query === undefined || isTexts(query))
      );
    }
    case "acted":
      return Array.isArray(value.marks) && value.marks.length <= MAX_MARKS && value.marks.every(isActMark);
    default:
      return false;
  }
}

/** Accepts texts up to a length above that of any `namespace/name`. */
const isName = (value: unknown): boolean => typeof value === "string" && value.length <= 600;

/** Accepts only marks of action runs. The watches report all other events. */
function isActMark(value: unknown): value is TimelineMark {
  if (!isJson(value) || typeof value.atMs !== "number" || !isName(value.act)) return false;
  if (value.kind === "acted") return isName(value.daemonSet);
  return value.kind === "actedOnNodes" && Array.isArray(value.nodes) && value.nodes.every(isName);
}

/** Returns undefined if the bytes are no request of this version. */
export function decodeCall(bytes: Uint8Array): CallMessage | undefined {
  const value = jsonOf(bytes);
  if (!isJson(value) || typeof value.id !== "string" || !/^[a-z0-9]{1,40}$/.test(value.id)) return undefined;
  return isCallerRef(value.as) && isRelayCall(value.ask) ? { id: value.id, as: value.as, ask: value.ask } : undefined;
}

export function decodeCredit(bytes: Uint8Array): CreditMessage | undefined {
  const value = jsonOf(bytes);
  if (!isJson(value)) return undefined;
  const { taken, stop, go } = value;
  return {
    ...(isJson(taken) ? { taken: taken as Record<string, number> } : {}),
    ...(typeof stop === "string" ? { stop } : {}),
    ...(typeof go === "string" ? { go } : {}),
  };
}

function contentOf(part: AnswerPart): Uint8Array {
  switch (part.kind) {
    case "part":
      return part.bytes;
    case "head":
      return bytesOf(part.headers);
    case "failure": {
      const { code, message, httpStatus, retryAfterMs, serverMessage: said } = part.error;
      return bytesOf({ code, message, httpStatus, retryAfterMs, said });
    }
    default:
      return new Uint8Array(0);
  }
}

/** Encodes a line with run, number and kind, then the content. */
export const encodeAnswer = ({ run, seq, part }: AnswerMessage): Buffer =>
  Buffer.concat([Buffer.from(`${run} ${seq} ${part.kind}\n`, "utf8"), contentOf(part)]);

function failureIn(bytes: Uint8Array): KubeRequestError | undefined {
  const value = jsonOf(bytes);
  if (!isJson(value) || typeof value.code !== "string" || typeof value.message !== "string") return undefined;
  const { code, message, httpStatus, retryAfterMs, said } = value;
  return new KubeRequestError(code as KubeErrorCode, message, {
    ...(typeof httpStatus === "number" ? { httpStatus } : {}),
    ...(typeof retryAfterMs === "number" ? { retryAfterMs } : {}),
    ...(typeof said === "string" ? { serverMessage: said } : {}),
  });
}

/** Returns undefined if the bytes are no answer of this version. */
export function decodeAnswer(bytes: Uint8Array): AnswerMessage | undefined {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lineEnd = whole.indexOf(10);
  const [, run, number, kindText] = /^([a-z0-9]+) (\d+) ([a-z]+)$/.exec(whole.toString("utf8", 0, Math.max(0, lineEnd))) ?? [];
  const kind = KINDS.find((each) => each === kindText);
  if (run === undefined || kind === undefined) return undefined;
  const seq = Number(number);
  const rest = whole.subarray(lineEnd + 1);
  switch (kind) {
    case "part":
      return { run, seq, part: { kind, bytes: rest } };
    case "head": {
      const headers = jsonOf(rest);
      return isTexts(headers) ? { run, seq, part: { kind, headers } } : undefined;
    }
    case "failure": {
      const error = failureIn(rest);
      return error === undefined ? undefined : { run, seq, part: { kind, error } };
    }
    default:
      return { run, seq, part: { kind } };
  }
}
