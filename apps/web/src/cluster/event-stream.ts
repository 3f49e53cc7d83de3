import { MESSAGE_NAMES, type StreamNews } from "./stream-messages.ts";

/** Where the browser's one event stream is reached from a tab. */
export interface StreamLink {
  /** Opens a new connection now, dropping the old one. */
  reopen(): void;
  close(): void;
}

const REOPEN_MS = 700;

/** Owns one EventSource and keeps it open: the browser's own retry first, a new one where the browser gave up. */
export function openEventStream(url: string, tell: (news: StreamNews) => void): StreamLink {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function open(): void {
    clearTimeout(timer);
    source?.close();
    if (closed) return;
    const mine = new EventSource(url);
    source = mine;
    mine.addEventListener("open", () => tell({ kind: "open" }));
    for (const name of MESSAGE_NAMES)
      mine.addEventListener(name, (event) => {
        tell({ kind: "message", name, data: JSON.parse((event as MessageEvent<string>).data) } as StreamNews);
      });
    mine.addEventListener("error", () => {
      tell({ kind: "lost" });
      // Jitter, so that many browsers do not come back at the same moment.
      if (source === mine) timer = setTimeout(open, REOPEN_MS * (0.5 + Math.random()));
      mine.close();
    });
  }
  open();
  return {
    reopen: open,
    close() {
      closed = true;
      clearTimeout(timer);
      source?.close();
    },
  };
}
