import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { authorizeAs, type Caller, type Credentials } from "@daemonscope/kube-client/http/caller";
import { readBody } from "@daemonscope/kube-client/http/read-body";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { type KubeResponse, type RequestMessage, sendRequest } from "@daemonscope/kube-client/http/send-request";
import { FIELD_MANAGER, type PlannedWrite } from "../requests/planned-write.ts";
import { isAllowedWrite } from "./write-paths.ts";

interface WriteOptions {
  /** The API server does everything except store the result. */
  readonly dryRun?: boolean;
  readonly signal: AbortSignal;
  /** Called when the connection is open. From then on the server may have received the request. */
  readonly onOpen?: () => void;
}

interface WriteAnswer {
  /** The written object, or a Status. */
  readonly object: Json;
  /** Warnings of the API server or of a webhook. */
  readonly warnings: readonly string[];
}

/** The only client of this process that changes a cluster: it sends allowed requests, each once. */
export interface WriteTransport {
  /** Throws KubeRequestError for any response except 2xx, and RangeError for a request that is not allowed. */
  send(write: PlannedWrite, caller: Caller, options: WriteOptions): Promise<WriteAnswer>;
}

/** Maximum length of a response. */
const ANSWER_BYTES = 4 * 1024 * 1024;
/** After this time the API server gives up by itself, so that the write cannot happen later. */
export const WRITE_TIMEOUT_MS = 10_000;
/** Longer than `WRITE_TIMEOUT_MS`, so that the API server's own timeout comes first. */
const RESPONSE_TIMEOUT_MS = 15_000;

/** Parses warnings of the API server (RFC 7234, 5.5: `299 - "text"`). The text is untrusted; it is put on one line. */
export function warningsIn(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === "string" ? header : (header ?? []).join(", ");
  return [...text.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted = ""]) =>
    quoted
      .replace(/\\(.)/g, "$1")
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, 500),
  );
}

/** Returns the query: field manager, timeout and dry run. A deletion has no field manager. */
function queryOf({ method, query }: PlannedWrite, dryRun: boolean): Readonly<Record<string, string>> {
  return {
    ...(method === "DELETE" ? {} : { fieldManager: FIELD_MANAGER }),
    ...query,
    timeout: `${WRITE_TIMEOUT_MS / 1000}s`,
    ...(dryRun && method !== "DELETE" ? { dryRun: "All" } : {}),
  };
}

/**
 * For a deletion the API server reads the options from the body. If there is a body it ignores those in the URL, so
 * that a dry run in the URL alone would really delete.
 */
const bodyOf = ({ method, body }: PlannedWrite, dryRun: boolean): string =>
  JSON.stringify(method === "DELETE" && dryRun ? { ...(body as object), dryRun: ["All"] } : body);

async function answerOf(what: string, base: URL, response: KubeResponse, timers: Credentials["timers"]): Promise<WriteAnswer> {
  const warnings = warningsIn(response.body.headers.warning);
  const limits = { limitBytes: ANSWER_BYTES, silenceMs: RESPONSE_TIMEOUT_MS, timers: timers ?? systemTimers };
  const text = await readBody(what, base.host, response, limits);
  try {
    const object: unknown = JSON.parse(text);
    if (isJson(object)) return { object, warnings };
  } catch {
    // The cause is dropped, because it may quote a secret from the response.
  }
  throw new KubeRequestError("garbage", `${what}: the answer is no JSON object`);
}

export function createWriteTransport(credentials: Credentials): WriteTransport {
  const { server, timers = systemTimers, pace } = credentials;
  const base = new URL(server);
  return {
    async send(write, caller, { dryRun = false, signal, onOpen }) {
      const { method, path, contentType } = write;
      if (!isAllowedWrite(write))
        throw new RangeError(
          `${method} ${JSON.stringify(path.slice(0, 200))} was stopped: it is none of the few requests that may change a cluster`,
        );
      const what = `${method} ${path}`;
      const peer = { base, authorize: authorizeAs(caller, credentials), timers, pace };
      const message: RequestMessage = { what, method, path, query: queryOf(write, dryRun), contentType, body: bodyOf(write, dryRun) };
      const options = { signal, headersTimeoutMs: RESPONSE_TIMEOUT_MS, once: !dryRun, ...(onOpen === undefined ? {} : { onOpen }) };
      return answerOf(what, base, await sendRequest(peer, message, options), timers);
    },
  };
}
