import type { StreamMessages } from "@daemonscope/shared/frame";

/** One message of the event stream as bytes. JSON has no line breaks of its own, so it is one `data` line. */
export function sseMessage<Name extends Exclude<keyof StreamMessages, "frame">>(name: Name, message: StreamMessages[Name]): Buffer {
  return Buffer.from(`event:${name}\ndata:${JSON.stringify(message)}\n\n`, "utf8");
}

/** A frame's message: there are many of them, so it has no character that is not needed. */
export function sseFrame(cursor: string, text: string): Buffer {
  return Buffer.from(`id:${cursor}\nevent:frame\ndata:${text}\n\n`, "utf8");
}

/** The first bytes of a stream: how soon to come back, and enough of a comment that a proxy which collects 2 KB passes it on. */
export function ssePreamble(retryMs: number): Buffer {
  return Buffer.from(`retry: ${Math.round(retryMs)}\n:${" ".repeat(2048)}\n\n`, "utf8");
}
