import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import type { ApiFailure } from "../../objects/contract.ts";
import { apiText } from "./api-text.ts";
import { statusBody } from "./status-body.ts";

/** Elements encoded before the event loop runs other work. */
const BATCH = 250;

export function sendJson(response: ServerResponse, code: number, body: unknown, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(apiText(body));
  response.writeHead(code, { "content-type": "application/json", "content-length": String(bytes.length), ...headers });
  response.end(bytes);
}

export function sendFailure(response: ServerResponse, failure: ApiFailure): void {
  const retry = failure.details?.retryAfterSeconds;
  sendJson(response, failure.code, statusBody(failure), typeof retry === "number" ? { "retry-after": String(retry) } : {});
}

/** Resolves when a full response has drained or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

/**
 * Sends `{...head, [field]: elements}`, a long list in batches. So 60,000 pods do not fill memory as one text and do
 * not block the cluster.
 */
export async function sendJsonList<T>(
  response: ServerResponse,
  head: Record<string, unknown>,
  field: string,
  elements: readonly T[],
  encode: (element: T) => unknown,
): Promise<void> {
  if (elements.length <= BATCH) {
    sendJson(response, 200, { ...head, [field]: elements.map(encode) });
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  const text = apiText(head);
  let lead = `${text.slice(0, -1)},${JSON.stringify(field)}:[`;
  for (let at = 0; at < elements.length && !response.destroyed; at += BATCH) {
    const batch = elements.slice(at, at + BATCH).map((element) => apiText(encode(element), head));
    const hasRoom = response.write(lead + batch.join(","));
    lead = ",";
    if (!hasRoom && !response.destroyed) await drained(response);
    else await new Promise((resolve) => setImmediate(resolve));
  }
  response.end("]}");
}
