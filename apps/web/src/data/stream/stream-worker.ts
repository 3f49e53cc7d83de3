import type { StreamPosition } from "../cluster/cluster-store.ts";
import type { TabStreamMessage } from "../cluster/stream-messages.ts";
import { openEventStream, type StreamConnection } from "./event-stream.ts";
import { StreamSnapshot } from "./stream-snapshot.ts";

/** A message from a tab to the worker: the tab joins, it leaves, or the stream must reopen. */
export type TabRequest =
  | { readonly url: string; readonly begin?: StreamPosition | undefined }
  | { readonly kind: "leave" }
  | { readonly kind: "reopen"; readonly why: "quiet" | "asked" };

/** Tabs of the shared worker, which has one EventSource for all of them. HTTP/1.1 gives an origin six connections. */
const ports = new Set<MessagePort>();
/** Log positions of tabs that left. They may return with the state of that time. */
const left = new WeakMap<MessagePort, StreamPosition>();
let link: StreamConnection | undefined;
let memory = new StreamSnapshot(() => performance.now());

function broadcast(message: TabStreamMessage): void {
  memory.receive(message);
  for (const port of ports) port.postMessage(message);
}

(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const [port] = event.ports;
  if (port === undefined) return;
  port.onmessage = ({ data }: MessageEvent<TabRequest>) => {
    if ("url" in data) {
      // Also a tab that returns from the browser's back-forward cache after it left.
      const begin = data.begin ?? left.get(port);
      ports.add(port);
      if (link === undefined) link = openEventStream(data.url, broadcast, begin);
      else for (const message of memory.recall(begin)) port.postMessage(message);
    } else if (data.kind === "reopen") link?.reopen(data.why);
    else {
      ports.delete(port);
      if (memory.position !== undefined) left.set(port, memory.position);
      if (ports.size > 0) return;
      link?.close();
      link = undefined;
      memory = new StreamSnapshot(() => performance.now());
    }
  };
};
