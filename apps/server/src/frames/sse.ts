import type { StreamMessages } from "@daemonscope/shared/frame";

/** One message of the event stream as bytes. JSON has no line breaks of its own, so it is one `data` line. */
export function sseMessage<Name extends keyof StreamMessages>(name: Name, message: StreamMessages[Name], id?: string): Buffer {
  const head = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`${head}event: ${name}\ndata: ${JSON.stringify(message)}\n\n`, "utf8");
}

/** The first bytes of a stream: how soon to come back, and enough of a comment that a proxy which collects 2 KB passes it on. */
export function ssePreamble(retryMs: number): Buffer {
  return Buffer.from(`retry: ${Math.round(retryMs)}\n:${" ".repeat(2048)}\n\n`, "utf8");
}
