import { Buffer } from "node:buffer";
import type { Timers } from "../clock.ts";
import { connectionFailure } from "./connection-failure.ts";
import type { KubeResponse } from "./exchange.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { Silence } from "./silence.ts";

export interface BodyLimits {
  readonly limitBytes: number;
  /** How long it may pause before its end. */
  readonly silenceMs: number;
  readonly timers: Timers;
}

/** The text of an answer, read to its end: decoded as one, so that a character that a part border cuts is never torn. Throws KubeRequestError as `readBytes` does. */
export async function readBody(what: string, server: string, response: KubeResponse, limits: BodyLimits): Promise<string> {
  return (await readBytes(what, server, response, limits)).toString("utf8");
}

/** The bytes of an answer, read to its end. Throws KubeRequestError when it breaks off, falls silent or is longer than the limit; the connection is closed then. */
export async function readBytes(what: string, server: string, response: KubeResponse, limits: BodyLimits): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const tooSlow = () =>
    response.body.destroy(new KubeRequestError("timeout", `${what}: ${server} went silent in the middle of its answer`));
  const silence = new Silence(limits.timers, limits.silenceMs, tooSlow);
  try {
    for await (const part of response.body) {
      silence.heard(limits.silenceMs);
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
