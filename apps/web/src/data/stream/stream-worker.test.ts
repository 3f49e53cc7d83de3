import { afterEach, expect, test, vi } from "vitest";
import type { TabStreamMessage } from "../cluster/stream-messages.ts";
import type { TabRequest } from "./stream-worker.ts";

/** Ends the streams of a test, with their timers. */
let leaveAll = (): void => undefined;

afterEach(() => {
  leaveAll();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A worker whose connections the test controls. */
async function workerByHand() {
  const connections: (EventTarget & { readonly url: string })[] = [];
  class Connection extends EventTarget {
    readonly url: string;
    constructor(url: string) {
      super();
      this.url = url;
      connections.push(this);
    }
    close(): void {
      return undefined;
    }
  }
  vi.stubGlobal("EventSource", Connection);
  const self: { onconnect?: (event: object) => void } = {};
  vi.stubGlobal("self", self);
  await import("./stream-worker.ts");
  const requests: ((data: TabRequest) => void)[] = [];
  leaveAll = () => {
    for (const request of requests) request({ kind: "leave" });
  };
  return {
    urls: () => connections.map(({ url }) => url),
    emit: (name: string, data: object | string, lastEventId = "") =>
      connections
        .at(-1)
        ?.dispatchEvent(new MessageEvent(name, { data: typeof data === "string" ? data : JSON.stringify(data), lastEventId })),
    tab() {
      const received: TabStreamMessage[] = [];
      const port: { onmessage?: (event: { readonly data: TabRequest }) => void; postMessage(message: TabStreamMessage): void } = {
        postMessage: (message) => received.push(message),
      };
      self.onconnect?.({ ports: [port] });
      const request = (data: TabRequest) => port.onmessage?.({ data });
      requests.push(request);
      return {
        request,
        /** Messages received since the last call, by name and seq. */
        takeReceived: () =>
          received
            .splice(0)
            .map((message) =>
              message.kind === "message" ? `${message.name} ${"seq" in message.data ? message.data.seq : ""}` : message.kind,
            ),
      };
    },
  };
}

const URL = "http://h/api/stream";
const BEGIN = { epoch: "e", seq: 4 };
const hello = { schema: 4, build: "b", epoch: "e", seq: 4, clockRate: 1, at: 0 };
const frameText = "sA";

test("F9 the last tab, restored from the back-forward cache, continues from its last frame", async () => {
  const { tab, emit, urls } = await workerByHand();
  const one = tab();
  one.request({ url: URL, begin: BEGIN });
  emit("hello", hello);
  emit("frame", frameText, "e.5");
  one.request({ kind: "leave" });
  one.request({ url: URL });
  expect(urls()).toEqual([`${URL}?after=e.4`, `${URL}?after=e.5`]);
});

test("F9 a tab restored while others stayed open receives exactly the frames that it missed", async () => {
  const { tab, emit, urls } = await workerByHand();
  const [one, two] = [tab(), tab()];
  one.request({ url: URL, begin: BEGIN });
  emit("hello", hello);
  two.request({ url: URL, begin: BEGIN });
  emit("frame", frameText, "e.5");
  one.request({ kind: "leave" });
  emit("frame", frameText, "e.6");
  emit("frame", frameText, "e.7");
  expect(one.takeReceived()).toEqual(["hello 4", "frame 5"]);
  one.request({ url: URL });
  expect(one.takeReceived()).toEqual(["hello 4", "frame 6", "frame 7"]);
  expect(urls()).toHaveLength(1);
});
