import { openEventStream, type StreamLink } from "./event-stream.ts";
import type { StreamNews } from "./stream-messages.ts";

/** The shared worker: one EventSource for all tabs of a browser, since HTTP/1.1 gives an origin six connections. */
const ports = new Set<MessagePort>();
let link: StreamLink | undefined;
let latest: StreamNews | undefined;

function tell(news: StreamNews): void {
  if (news.kind !== "message") latest = news;
  for (const port of ports) port.postMessage(news);
}

(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const [port] = event.ports;
  if (port === undefined) return;
  ports.add(port);
  port.onmessage = (message: MessageEvent<{ readonly url?: string; readonly say?: "reopen" | "leave" }>) => {
    const { url, say } = message.data;
    if (url !== undefined && link === undefined) link = openEventStream(url, tell);
    else if (url !== undefined && latest !== undefined) port.postMessage(latest);
    if (say === "reopen") link?.reopen();
    if (say === "leave") {
      ports.delete(port);
      if (ports.size > 0) return;
      link?.close();
      link = undefined;
      latest = undefined;
    }
  };
};
