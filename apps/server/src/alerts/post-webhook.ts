import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

export type DeliveryResult =
  | { readonly kind: "delivered" }
  /** A retry may succeed. */
  | { readonly kind: "failed"; readonly why: string }
  /** The receiver rejects the message; a retry is useless. */
  | { readonly kind: "refused"; readonly why: string };

interface WebhookTarget {
  readonly url: URL;
  /** Without a secret, messages are unsigned. */
  readonly secret: string | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
}

/** Time limit for connecting, sending and the head of the response together. */
export const POST_TIMEOUT_MS = 10_000;
/** Client error statuses that ask for a retry. */
const RETRY_STATUSES: readonly number[] = [408, 425, 429];

/**
 * Returns `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY`. A receiver refuses an old signature, and so a replayed
 * message.
 */
export function signatureOf(secret: string, body: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

function resultOf(status: number): DeliveryResult {
  if (status >= 200 && status <= 299) return { kind: "delivered" };
  if (status >= 300 && status <= 399) return { kind: "refused", why: `it answered ${status}, and redirects are not followed` };
  const why = `it answered ${status}`;
  return status >= 500 || RETRY_STATUSES.includes(status) ? { kind: "failed", why } : { kind: "refused", why };
}

/**
 * Sends JSON by POST to the webhook URL that was configured at the start. No other code sends to a webhook. Never
 * throws, follows no redirect, reads no body, and takes at most POST_TIMEOUT_MS. The certificate is verified regardless
 * of the environment.
 */
export function postWebhook({ url, secret, timers, wallNowMs }: WebhookTarget, body: string, signal: AbortSignal): Promise<DeliveryResult> {
  const bytes = Buffer.from(body, "utf8");
  return new Promise((done) => {
    const outgoing = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": bytes.length,
        "user-agent": "daemonscope",
        ...(secret === undefined ? {} : { "daemonscope-signature": signatureOf(secret, body, wallNowMs()) }),
      },
      signal,
      agent: false,
      rejectUnauthorized: true,
      maxHeaderSize: 16_384,
    });
    const timer = timers.after(POST_TIMEOUT_MS, () => {
      settle({ kind: "failed", why: `it did not answer in ${POST_TIMEOUT_MS / 1000} s` });
    });
    const settle = (posted: DeliveryResult) => {
      timer.cancel();
      outgoing.destroy();
      done(posted);
    };
    outgoing.on("response", ({ statusCode = 0 }) => settle(resultOf(statusCode)));
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      settle({ kind: "refused", why: "it switched to another protocol" });
    });
    // Node's messages contain the host and the port, but not the path of the URL, which may be secret.
    outgoing.on("error", (cause: Error & { readonly code?: string }) => settle({ kind: "failed", why: cause.code ?? cause.message }));
    outgoing.end(bytes);
  });
}
