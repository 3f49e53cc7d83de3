import type { StreamPosition } from "../cluster/cluster-store.ts";
import type { TabStreamMessage } from "../cluster/stream-messages.ts";
import type { StreamConnection } from "./event-stream.ts";
import type { TabRequest } from "./stream-worker.ts";
import streamWorker from "./stream-worker.ts?sharedworker&url";

/** Chromium's Trusted Types: the page's policy accepts no plain text as the URL of a script. Only this module creates
 *  such a URL. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptUrlPolicies };

const scriptUrls = trustedTypes?.createPolicy("stream-worker", {
  createScriptURL(text) {
    if (text !== streamWorker) throw new TypeError("Only the worker of the event stream is a script of this page.");
    return text;
  },
});

/** Returns the address of the worker that holds the browser's event stream. */
const streamWorkerUrl = (): string => scriptUrls?.createScriptURL(streamWorker) ?? streamWorker;

/**
 * Opens a stream for this tab alone, in browsers without shared workers. Its module loads on demand, because few
 * browsers need it.
 */
function separateStream(url: string, onMessage: (message: TabStreamMessage) => void, begin: StreamPosition | undefined): StreamConnection {
  const link = import("./event-stream.ts").then(({ openEventStream }) => openEventStream(url, onMessage, begin));
  const withLink = (run: (link: StreamConnection) => void) => void link.then(run, () => onMessage({ kind: "lost" }));
  withLink(() => undefined);
  return { reopen: (why) => withLink((stream) => stream.reopen(why)), close: () => withLink((stream) => stream.close()) };
}

/**
 * Joins the browser's event stream through a shared worker of the session, which replays earlier messages. Without a
 * shared worker it opens a separate stream. `begin`: the position from which frames are needed; if omitted, only new
 * messages arrive.
 */
export function connectToStream(
  url: string,
  sessionId: string,
  begin: StreamPosition | undefined,
  onMessage: (message: TabStreamMessage) => void,
): StreamConnection {
  if (typeof SharedWorker === "undefined") return separateStream(url, onMessage, begin);
  const worker = new SharedWorker(streamWorkerUrl(), {
    type: "module",
    name: `daemonscope ${url} ${sessionId}`,
  });
  const { port } = worker;
  let stream: StreamConnection | undefined;
  worker.addEventListener("error", () => {
    stream ??= separateStream(url, onMessage, begin);
  });
  port.onmessage = (message: MessageEvent<TabStreamMessage>) => onMessage(message.data);
  const send = (request: TabRequest) => port.postMessage(request);
  const leave = () => send({ kind: "leave" });
  const rejoin = (event: PageTransitionEvent) => {
    if (event.persisted) send({ url });
  };
  send({ url, begin });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", rejoin);
  return {
    reopen(why) {
      if (stream === undefined) send({ kind: "reopen", why });
      else stream.reopen(why);
    },
    close() {
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", rejoin);
      leave();
      stream?.close();
    },
  };
}
