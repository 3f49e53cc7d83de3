import { openEventStream, type StreamLink } from "./event-stream.ts";
import type { StreamNews } from "./stream-messages.ts";

/** Joins the browser's one event stream through a shared worker, or opens one of its own where there is none. */
export function connectToStream(url: string, tell: (news: StreamNews) => void): StreamLink {
  if (typeof SharedWorker === "undefined") return openEventStream(url, tell);
  const worker = new SharedWorker(new URL("./stream-worker.ts", import.meta.url), { type: "module", name: `daemonscope ${url}` });
  const { port } = worker;
  let own: StreamLink | undefined;
  worker.addEventListener("error", () => {
    own ??= openEventStream(url, tell);
  });
  port.onmessage = (message: MessageEvent<StreamNews>) => tell(message.data);
  port.postMessage({ url });
  const leave = () => port.postMessage({ say: "leave" });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event: PageTransitionEvent) => event.persisted && port.postMessage({ url }));
  return {
    reopen() {
      if (own === undefined) port.postMessage({ say: "reopen" });
      else own.reopen();
    },
    close() {
      removeEventListener("pagehide", leave);
      leave();
      own?.close();
    },
  };
}
