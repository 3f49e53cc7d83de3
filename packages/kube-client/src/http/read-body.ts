import { Buffer } from "node:buffer";
import type { Timers } from "../flow-control/clock.ts";
import { connectionFailure } from "./connection-failure.ts";
import { IdleTimeout } from "./idle-timeout.ts";
import { KubeRequestError } from "./request-error.ts";
import type { KubeResponse } from "./send-request.ts";

interface BodyLimits {
  readonly limitBytes: number;
  /** Longest pause within the answer. */
  readonly silenceMs: number;
  readonly timers: Timers;
}

/** Reads the text of an answer to its end. Decodes it as one, so that a part border never splits a character.
 *  Throws KubeRequestError like `readBodyBytes`. */
export async function readBody(what: string, server: string, response: KubeResponse, limits: BodyLimits): Promise<string> {
  return (await readBodyBytes(what, server, response, limits)).toString("utf8");
}

/** Reads the bytes of an answer to its end. Throws KubeRequestError if it breaks off, reaches the idle timeout or
 *  exceeds the limit; the connection is closed then. */
export async function readBodyBytes(what: string, server: string, response: KubeResponse, limits: BodyLimits): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const tooSlow = () =>
    response.body.destroy(new KubeRequestError("timeout", `${what}: ${server} went silent in the middle of its answer`));
  const silence = new IdleTimeout(limits.timers, limits.silenceMs, tooSlow);
  try {
    for await (const part of response.body) {
      silence.restart(limits.silenceMs);
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (bytes > limits.limitBytes) throw new KubeRequestError("garbage", `${what}: an answer of more than ${limits.limitBytes} bytes`);
    }
    return Buffer.concat(parts, bytes);
  } catch (cause) {
    throw connectionFailure(what, server, cause);
  } finally {
    silence.cancel();
    response.destroy();
  }
}
