import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { readBody } from "@daemonscope/kube-client/http/read-body";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import { isAllowedPath } from "@daemonscope/kube-client/http/resources";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { ReviewTransport } from "@daemonscope/kube-client/reviews/review-transport";
import type { WriteTransport } from "../../actions/send/write-transport.ts";
import type { RelayClient } from "./relay-client.ts";
import type { CallerRef } from "./relay-protocol.ts";

/** Limit of the answer to a review. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const SILENCE_TIMEOUT_MS = 15_000;
/** Limit of the answer to a write, which holds the written object. */
const MAX_WRITTEN_BYTES = 4 * 1024 * 1024;

/** Reads a body that is one JSON object. Throws KubeRequestError. */
async function jsonResponse(
  what: string,
  client: RelayClient,
  response: Awaited<ReturnType<RelayClient["ask"]>>,
  limitBytes: number,
): Promise<Json> {
  const text = await readBody(what, client.who, response, { limitBytes, silenceMs: SILENCE_TIMEOUT_MS, timers: systemTimers });
  try {
    const value: unknown = JSON.parse(text);
    if (isJson(value)) return value;
  } catch {
    // Dropped: the error may quote the text, which may contain a token.
  }
  throw new KubeRequestError("garbage", `${what}: the answer is no JSON object`);
}

/** Reads from a cluster through its collector, as this user or as the collector. */
export function relayedTransport(client: RelayClient, as: CallerRef): Transport {
  return {
    server: client.who,
    get(path, query, { signal, headersTimeoutMs, accept }) {
      if (!isAllowedPath(path))
        throw new RangeError(`a request for ${JSON.stringify(path.slice(0, 200))} was stopped: it is no path of ours`);
      const ask = { kind: "get", path, query, ...(accept === undefined ? {} : { accept }) } as const;
      return client.ask(as, ask, { signal, ...(headersTimeoutMs === undefined ? {} : { headersTimeoutMs }) });
    },
  };
}

/** Sends reviews through a collector: token reviews as the collector, others with the user's own token. */
export function relayedReviewTransport(client: RelayClient): ReviewTransport {
  return {
    async post(path, review, caller, signal) {
      const as: CallerRef = caller.kind === "own token" ? caller : { kind: "collector" };
      const response = await client.ask(as, { kind: "review", path, review }, { signal });
      return jsonResponse(`POST ${path}`, client, response, MAX_ANSWER_BYTES);
    },
  };
}

/** Writes to a cluster through its collector, each write once and with the user's own token. */
export function relayedWriteTransport(client: RelayClient): WriteTransport {
  return {
    async send(write, caller, { dryRun = false, signal, onOpen }) {
      if (caller.kind !== "own token")
        throw new KubeRequestError("notSent", "nothing is written with the collector's own rights: sign in with a token of the cluster");
      const onGo = dryRun ? {} : { onGo: () => onOpen?.() };
      const response = await client.ask(caller, { kind: "write", write, dryRun }, { signal, ...onGo });
      const { object, warnings } = await jsonResponse(`${write.method} ${write.path}`, client, response, MAX_WRITTEN_BYTES);
      return {
        object: isJson(object) ? object : {},
        warnings: Array.isArray(warnings) ? warnings.filter((each) => typeof each === "string") : [],
      };
    },
  };
}

/** Appends marks of an action run to the cluster's log. */
export async function relayMarks(client: RelayClient, marks: readonly TimelineMark[], signal: AbortSignal): Promise<void> {
  const { destroy } = await client.ask({ kind: "collector" }, { kind: "acted", marks }, { signal });
  destroy();
}
