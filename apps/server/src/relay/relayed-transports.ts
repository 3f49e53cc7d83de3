import { systemTimers } from "../clock.ts";
import { isJson, type Json } from "../cluster/decode/fields.ts";
import { KubeRequestError } from "../cluster/kube-request-error.ts";
import { readBody } from "../cluster/read-body.ts";
import { isAllowedPath } from "../cluster/resources.ts";
import type { ReviewTransport } from "../cluster/review-transport.ts";
import type { Transport } from "../cluster/transport.ts";
import type { AskedAs } from "./relay-words.ts";
import type { RelayedAsks } from "./relayed-asks.ts";

const ANSWER_BYTES = 1024 * 1024;
const PATIENCE_MS = 15_000;

/** A body that is one JSON object. Throws KubeRequestError. */
export async function jsonOf(
  what: string,
  asks: RelayedAsks,
  response: Awaited<ReturnType<RelayedAsks["ask"]>>,
  limitBytes: number,
): Promise<Json> {
  const text = await readBody(what, asks.who, response, { limitBytes, silenceMs: PATIENCE_MS, timers: systemTimers });
  try {
    const value: unknown = JSON.parse(text);
    if (isJson(value)) return value;
  } catch {
    // The cause may quote what it could not read, and that may be a token.
  }
  throw new KubeRequestError("garbage", `${what}: the answer is no JSON object`);
}

/** What a cluster holds, asked through its collector, as this person or as the collector. */
export function relayedTransport(asks: RelayedAsks, as: AskedAs): Transport {
  return {
    server: asks.who,
    get(path, query, { signal, headersTimeoutMs, accept }) {
      if (!isAllowedPath(path))
        throw new RangeError(`a request for ${JSON.stringify(path.slice(0, 200))} was stopped: it is no path of ours`);
      const ask = { kind: "get", path, query, ...(accept === undefined ? {} : { accept }) } as const;
      return asks.ask(as, ask, { signal, ...(headersTimeoutMs === undefined ? {} : { headersTimeoutMs }) });
    },
  };
}

/** Who is who and who may what, asked through a collector: each with the person's own token. */
export function relayedReviewTransport(asks: RelayedAsks): ReviewTransport {
  return {
    async post(path, review, asker, signal) {
      const as: AskedAs = asker.kind === "own token" ? asker : { kind: "collector" };
      const response = await asks.ask(as, { kind: "review", path, review }, { signal });
      return jsonOf(`POST ${path}`, asks, response, ANSWER_BYTES);
    },
  };
}
