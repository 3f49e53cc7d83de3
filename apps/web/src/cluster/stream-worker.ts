import type { LogPlace } from "./cluster-store.ts";
import { openEventStream, type StreamLink } from "./event-stream.ts";
import { StreamMemory } from "./stream-memory.ts";
import type { StreamNews } from "./stream-messages.ts";

/** What a tab says to the worker: that it is here, that it goes, or that the stream should be opened anew. */
export type TabWish =
  | { readonly url: string; readonly begin?: LogPlace | undefined }
  | { readonly say: "leave" }
  | { readonly say: "reopen"; readonly why: "quiet" | "asked" };

/** The shared worker: one EventSource for all tabs of a browser, since HTTP/1.1 gives an origin six connections. */
const ports = new Set<MessagePort>();
/** What those had that left: they may come back, with the state that they had then. */
const left = new WeakMap<MessagePort, LogPlace>();
let link: StreamLink | undefined;
let memory = new StreamMemory(() => performance.now());

function tell(news: StreamNews): void {
  memory.hear(news);
  for (const port of ports) port.postMessage(news);
}

(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const [port] = event.ports;
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<TabWish>) => {
    if ("url" in data) {
      // Also a tab that comes back from the browser's back-forward cache, after it had left.
      const begin = data.begin ?? left.get(port);
      ports.add(port);
      if (link === undefined) link = openEventStream(data.url, tell, begin);
      else for (const news of memory.recall(begin)) port.postMessage(news);
    } else if (data.say === "reopen") link?.reopen(data.why);
    else {
      ports.delete(port);
      if (memory.place !== undefined) left.set(port, memory.place);
      if (ports.size > 0) return;
      link?.close();
      link = undefined;
      memory = new StreamMemory(() => performance.now());
    }
  };
};
