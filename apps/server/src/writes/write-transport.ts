import { systemTimers } from "../clock.ts";
import { type Asker, authorizeAs, type Credentials } from "../cluster/asker.ts";
import { isJson, type Json } from "../cluster/decode/fields.ts";
import { exchange, type KubeResponse, type Message } from "../cluster/exchange.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { readBody } from "../cluster/read-body.ts";
import { FIELD_MANAGER, type PlannedWrite } from "../planned/planned-write.ts";
import { isAllowedWrite } from "./write-paths.ts";

export interface WriteOptions {
  /** The API server does all but keep it. */
  readonly dryRun?: boolean;
  readonly signal: AbortSignal;
  /** From here on the other side may have it. */
  readonly onOpen?: () => void;
}

export interface WriteAnswer {
  /** The object as it was written, or a Status. */
  readonly object: Json;
  /** What the API server, or a webhook, says of it all the same. */
  readonly warnings: readonly string[];
}

/** The way out of this process that changes a cluster: of a list of paths, each request once. */
export interface WriteTransport {
  /** Throws KubeRequestError for everything but a 2xx, and RangeError for what is not on the list. */
  send(write: PlannedWrite, asker: Asker, options: WriteOptions): Promise<WriteAnswer>;
}

const ANSWER_BYTES = 4 * 1024 * 1024;
/** After so long the API server gives up by itself, so that what was not done by then is not done later. */
export const SERVER_PATIENCE_MS = 10_000;
const PATIENCE_MS = 15_000;

/** RFC 9111 `299 - "text"`, as the API server sends warnings: text of other people, on one line. */
export function warningsIn(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === "string" ? header : (header ?? []).join(", ");
  return [...text.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted = ""]) =>
    quoted
      .replace(/\\(.)/g, "$1")
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, 500),
  );
}

/** By whom, for how long, and whether it is only tried. A deletion names nobody. */
function queryOf({ method, query }: PlannedWrite, dryRun: boolean): Readonly<Record<string, string>> {
  return {
    ...(method === "DELETE" ? {} : { fieldManager: FIELD_MANAGER }),
    ...query,
    timeout: `${SERVER_PATIENCE_MS / 1000}s`,
    ...(dryRun && method !== "DELETE" ? { dryRun: "All" } : {}),
  };
}

/** Of a deletion the API server reads its options from the body and, where there is one, nothing from the address: a dry run that stood there alone would be none. */
const bodyOf = ({ method, body }: PlannedWrite, dryRun: boolean): string =>
  JSON.stringify(method === "DELETE" && dryRun ? { ...(body as object), dryRun: ["All"] } : body);

async function answerOf(what: string, base: URL, response: KubeResponse, timers: Credentials["timers"]): Promise<WriteAnswer> {
  const warnings = warningsIn(response.body.headers.warning);
  const limits = { limitBytes: ANSWER_BYTES, silenceMs: PATIENCE_MS, timers: timers ?? systemTimers };
  const text = await readBody(what, base.host, response, limits);
  try {
    const object: unknown = JSON.parse(text);
    if (isJson(object)) return { object, warnings };
  } catch {
    // The cause may quote what it could not read, and that may be secret.
  }
  throw new KubeRequestError("garbage", `${what}: the answer is no JSON object`);
}

export function createWriteTransport(credentials: Credentials): WriteTransport {
  const { server, timers = systemTimers, pace } = credentials;
  const base = new URL(server);
  return {
    async send(write, asker, { dryRun = false, signal, onOpen }) {
      const { method, path, contentType } = write;
      if (!isAllowedWrite(write))
        throw new RangeError(
          `${method} ${JSON.stringify(path.slice(0, 200))} was stopped: it is none of the few requests that may change a cluster`,
        );
      const what = `${method} ${path}`;
      const peer = { base, authorize: authorizeAs(asker, credentials), timers, pace };
      const message: Message = { what, method, path, query: queryOf(write, dryRun), contentType, body: bodyOf(write, dryRun) };
      const options = { signal, headersTimeoutMs: PATIENCE_MS, once: !dryRun, ...(onOpen === undefined ? {} : { onOpen }) };
      return answerOf(what, base, await exchange(peer, message, options), timers);
    },
  };
}
