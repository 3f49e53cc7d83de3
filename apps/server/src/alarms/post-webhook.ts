import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Timers } from "../clock.ts";

export type Posted =
  | { readonly kind: "delivered" }
  /** It may go better later. */
  | { readonly kind: "failed"; readonly why: string }
  /** The receiver does not want it. */
  | { readonly kind: "refused"; readonly why: string };

export interface WebhookTarget {
  readonly url: URL;
  /** Undefined: nothing is signed. */
  readonly secret: string | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
}

/** Connecting, sending and the answer's first line together. */
export const POST_LIMIT_MS = 10_000;
/** Of refusals, those that say "later". */
const LATER: readonly number[] = [408, 425, 429];

/** `t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY`; a receiver refuses one that is old, and so what was recorded and is played again. */
export function signatureOf(secret: string, body: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

function judged(status: number): Posted {
  if (status >= 200 && status <= 299) return { kind: "delivered" };
  if (status >= 300 && status <= 399) return { kind: "refused", why: `it answered ${status}, and redirects are not followed` };
  const why = `it answered ${status}`;
  return status >= 500 || LATER.includes(status) ? { kind: "failed", why } : { kind: "refused", why };
}

/** The one way out of this process to a webhook: POST of JSON to the one address that was given at the start. Never throws, follows nothing, reads no body, and
 *  lasts no longer than POST_LIMIT_MS. The certificate is verified whatever the environment says. */
export function postWebhook({ url, secret, timers, wallNowMs }: WebhookTarget, body: string, signal: AbortSignal): Promise<Posted> {
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
    const timer = timers.after(POST_LIMIT_MS, () => {
      settle({ kind: "failed", why: `it did not answer in ${POST_LIMIT_MS / 1000} s` });
    });
    const settle = (posted: Posted) => {
      timer.cancel();
      outgoing.destroy();
      done(posted);
    };
    outgoing.on("response", ({ statusCode = 0 }) => settle(judged(statusCode)));
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      settle({ kind: "refused", why: "it switched to another protocol" });
    });
    // A message of Node names the address; what stands behind the host may be a secret, and is in none.
    outgoing.on("error", (cause: Error & { readonly code?: string }) => settle({ kind: "failed", why: cause.code ?? cause.message }));
    outgoing.end(bytes);
  });
}
