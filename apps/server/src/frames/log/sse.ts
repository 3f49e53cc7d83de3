import type { StreamMessages } from "@daemonscope/shared/state/frame";

/** Encodes one message of the event stream. JSON has no raw line breaks, so it is one `data` line. */
export function sseMessage<Name extends Exclude<keyof StreamMessages, "frame">>(name: Name, message: StreamMessages[Name]): Buffer {
  return Buffer.from(`event:${name}\ndata:${JSON.stringify(message)}\n\n`, "utf8");
}

/** Encodes a frame's message. Frames are frequent, so it has no optional character. */
export function sseFrame(cursor: string, text: string): Buffer {
  return Buffer.from(`id:${cursor}\nevent:frame\ndata:${text}\n\n`, "utf8");
}

/** Returns the first bytes of a stream: the retry time, and a 2 KB comment for proxies that buffer 2 KB. */
export function ssePreamble(retryMs: number): Buffer {
  return Buffer.from(`retry: ${Math.round(retryMs)}\n:${" ".repeat(2048)}\n\n`, "utf8");
}
