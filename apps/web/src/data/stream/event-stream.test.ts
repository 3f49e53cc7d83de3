import { describe, expect, it } from "vitest";
import type { StreamPosition } from "../cluster/cluster-store.ts";
import type { TabStreamMessage } from "../cluster/stream-messages.ts";
import { openEventStream } from "./event-stream.ts";
import { StreamSnapshot } from "./stream-snapshot.ts";

/** A browser whose connections the test controls. */
function browserByHand(begin?: StreamPosition) {
  let nowMs = 0;
  let reachable: boolean | undefined;
  let probes = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const connections: (EventTarget & { readonly url: string; closed: boolean })[] = [];
  const messages: TabStreamMessage[] = [];
  const link = openEventStream("http://h/api/stream", (each) => messages.push(each), begin, {
    connect(url) {
      const connection = Object.assign(new EventTarget(), {
        url,
        closed: false,
        close() {
          connection.closed = true;
        },
      });
      connections.push(connection);
      return connection as unknown as EventSource;
    },
    isReachable() {
      probes++;
      return reachable;
    },
    nowMs: () => nowMs,
    random: () => 0.5,
    after(ms, run) {
      const timer = { atMs: nowMs + ms, run };
      timers.push(timer);
      return {
        cancel() {
          timers = timers.filter((each) => each !== timer);
        },
      };
    },
  });
  const last = () => connections.at(-1) as (typeof connections)[number];
  const emit = (name: string, data: object | string, lastEventId = "") =>
    last().dispatchEvent(new MessageEvent(name, { data: typeof data === "string" ? data : JSON.stringify(data), lastEventId }));
  function pass(ms: number): void {
    nowMs += ms;
    for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
      timers = timers.filter((each) => each !== timer);
      timer.run();
    }
  }
  return {
    link,
    connections,
    probes: () => probes,
    setReachable(is: boolean) {
      reachable = is;
    },
    urls: () => connections.map(({ url }) => url),
    late: () => messages.splice(0).map((each) => (each.kind === "message" ? each.lateMs : undefined)),
    messages,
    kinds: () => messages.splice(0).map((each) => (each.kind === "message" ? each.name : each.kind)),
    open: () => last().dispatchEvent(new Event("open")),
    fail: () => last().dispatchEvent(new Event("error")),
    emit,
    pass,
    /** Time with a live server, which sends a heartbeat every five seconds. */
    live(ms: number) {
      for (let left = ms; left > 0; left -= 5000) {
        pass(5000);
        emit("heartbeat", {});
      }
    },
  };
}

/** The text of a frame without changes. */
const frameText = "sA";
const hello = (epoch: string, seq: number) => ({ schema: 3, build: "b", epoch, seq, clockRate: 1, at: 0, sentMs: 0 });

describe("the browser's event stream", () => {
  it("F4 starts at the position of the fetched keyframe, and reconnects there if no frame arrived", () => {
    const { urls, open, emit, fail, pass, kinds } = browserByHand({ epoch: "e", seq: 7 });
    open();
    emit("hello", hello("e", 9));
    pass(3000);
    fail();
    open();
    emit("hello", hello("e", 9));
    emit("frame", frameText, "e.8");
    pass(3000);
    fail();
    expect(urls()).toEqual(["http://h/api/stream?after=e.7", "http://h/api/stream?after=e.7", "http://h/api/stream?after=e.8"]);
    expect(kinds()).toEqual(["open", "hello", "open", "hello", "frame"]);
  });
  it("F9 reconnects after a planned end from the last frame, without a notice", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.emit("frame", frameText, "e.5");
    browser.live(300_000);
    browser.kinds();
    browser.emit("renew", {});
    browser.open();
    expect(browser.urls()).toEqual(["http://h/api/stream", "http://h/api/stream?after=e.5"]);
    expect(browser.connections[0]?.closed).toBe(true);
    browser.pass(10_000);
    expect(browser.kinds()).toEqual(["open"]);
  });
  it("F16 skips messages that it already received, and delivers the following ones", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.kinds();
    browser.emit("again", { messages: 2 });
    browser.emit("frame", frameText, "e.3");
    browser.emit("heartbeat", {});
    browser.emit("frame", frameText, "e.5");
    expect(browser.kinds()).toEqual(["frame"]);
    browser.emit("again", { messages: 1 });
    browser.fail();
    browser.pass(2000);
    browser.open();
    browser.emit("frame", frameText, "e.6");
    expect(browser.urls().at(-1)).toBe("http://h/api/stream?after=e.5");
    expect(browser.kinds()).toEqual(["lost", "open", "frame"]);
  });
  it("reconnects from the seq of hello before the first frame", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.pass(5000);
    browser.emit("renew", {});
    expect(browser.urls().at(-1)).toBe("http://h/api/stream?after=e.4");
    browser.open();
    browser.emit("hello", hello("e", 9));
    browser.pass(5000);
    browser.emit("renew", {});
    expect(browser.urls().at(-1)).toBe("http://h/api/stream?after=e.4");
  });
  it("replaces a broken connection at once, and reports lost if that fails", () => {
    const browser = browserByHand();
    browser.open();
    browser.pass(5000);
    browser.kinds();
    browser.fail();
    expect(browser.connections).toHaveLength(2);
    expect(browser.kinds()).toEqual([]);
    browser.fail();
    expect(browser.kinds()).toEqual(["lost"]);
    expect(browser.connections).toHaveLength(2);
    browser.pass(700);
    browser.fail();
    browser.pass(700);
    expect(browser.connections).toHaveLength(4);
    browser.kinds();
    browser.open();
    expect(browser.kinds()).toEqual(["open"]);
  });
  it("reports lost if the replacement does not open within a second", () => {
    const browser = browserByHand();
    browser.open();
    browser.pass(5000);
    browser.kinds();
    browser.fail();
    browser.pass(999);
    expect(browser.kinds()).toEqual([]);
    browser.pass(1);
    expect(browser.kinds()).toEqual(["lost"]);
    browser.open();
    expect(browser.kinds()).toEqual(["open"]);
  });
  it("delays the next attempt if a server accepts and closes connections", () => {
    const browser = browserByHand();
    browser.open();
    browser.fail();
    expect(browser.connections).toHaveLength(1);
    expect(browser.kinds()).toEqual(["open", "lost"]);
    browser.pass(700);
    expect(browser.connections).toHaveLength(2);
  });
  it("a manual retry opens one new connection that asks the server to hurry", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.link.reopen("asked");
    expect(browser.urls().at(-1)).toBe("http://h/api/stream?after=e.4&retry=now");
    browser.open();
    browser.pass(5000);
    browser.fail();
    expect(browser.urls().at(-1)).toBe("http://h/api/stream?after=e.4");
  });
  it("F6 F9 replaces an open stream without messages after the silence limit, from the last frame", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.live(60_000);
    browser.emit("frame", frameText, "e.5");
    browser.pass(10_000);
    expect(browser.connections).toHaveLength(1);
    browser.pass(1000);
    expect(browser.urls()).toEqual(["http://h/api/stream", "http://h/api/stream?after=e.5"]);
    expect(browser.connections[0]?.closed).toBe(true);
    browser.kinds();
    browser.open();
    browser.emit("hello", hello("e", 5));
    expect(browser.kinds()).toEqual(["open", "hello"]);
    browser.live(60_000);
    expect(browser.connections).toHaveLength(2);
  });
  it("F6 backs off while streams bring no messages, and returns to the first limit after a message", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    const silentForMs = () => {
      const before = browser.connections.length;
      let ms = 0;
      while (browser.connections.length === before && ms < 200_000) {
        browser.pass(1000);
        ms += 1000;
      }
      browser.open();
      return ms;
    };
    const waits = Array.from({ length: 6 }, silentForMs);
    expect(waits).toEqual([11_000, 21_000, 42_000, 84_000, 84_000, 84_000]);
    browser.emit("again", { messages: 1 });
    expect(silentForMs()).toBeLessThanOrEqual(11_000);
  });
  it("F6 after a silence two requests are replaced soon, because each may use a dead connection", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.pass(11_000);
    for (const [waitMs, requests] of [
      [2000, 2],
      [500, 3],
      [2500, 4],
      [19_000, 4],
      [3000, 5],
    ] as const) {
      browser.pass(waitMs);
      expect(browser.connections).toHaveLength(requests);
    }
  });
  it("F6 asks once a second whether a silent server answers again, and opens a stream at once", () => {
    const browser = browserByHand();
    browser.setReachable(false);
    browser.pass(11_000);
    expect(browser.connections).toHaveLength(2);
    for (let second = 1; second <= 10; second++) {
      browser.pass(1000);
      expect(browser.probes()).toBe(second);
    }
    expect(browser.connections).toHaveLength(2);
    browser.setReachable(true);
    browser.pass(1000);
    expect(browser.connections).toHaveLength(3);
    browser.open();
    browser.pass(5000);
    expect(browser.probes()).toBe(11);
  });
  it("F6 opens a stream at once also if a request was replaced just before the server answers", () => {
    const browser = browserByHand();
    browser.setReachable(false);
    browser.pass(11_000);
    for (let second = 1; second <= 21; second++) browser.pass(1000);
    expect(browser.connections).toHaveLength(3);
    browser.setReachable(true);
    browser.pass(1000);
    expect(browser.connections).toHaveLength(4);
  });
  it("F6 does not hurry a stream that alone is withheld, or that is late", () => {
    const browser = browserByHand();
    browser.setReachable(true);
    browser.pass(11_000);
    browser.pass(10_000);
    expect([browser.connections.length, browser.probes()]).toEqual([2, 1]);
    browser.link.close();
    browser.pass(100_000);
    expect(browser.probes()).toBe(1);
  });
  it("F6 reports a stream that never opens as lost, and keeps retrying", () => {
    const browser = browserByHand();
    browser.pass(11_000);
    expect(browser.connections).toHaveLength(2);
    browser.pass(1000);
    expect(browser.messages).toEqual([{ kind: "lost", isUnanswered: true }]);
    // Several requests on their way reach a server that returns sooner than one does.
    for (let request = 3; request <= 8; request++) {
      browser.pass(22_000);
      expect(browser.connections).toHaveLength(request);
    }
    browser.link.close();
    browser.pass(100_000);
    expect(browser.connections).toHaveLength(8);
  });
  it("a server with a new epoch gives a new cursor", () => {
    const browser = browserByHand();
    browser.open();
    browser.emit("hello", hello("e", 4));
    browser.emit("frame", frameText, "e.5");
    browser.pass(5000);
    browser.fail();
    browser.open();
    browser.emit("hello", hello("f", 1));
    browser.pass(5000);
    browser.fail();
    expect(browser.urls().at(-1)).toBe("http://h/api/stream?after=f.1");
  });
});

it("a tab that joins late receives hello with the current clock, then open", () => {
  let nowMs = 0;
  const memory = new StreamSnapshot(() => nowMs);
  expect(memory.recall()).toEqual([]);
  memory.receive({ kind: "open" });
  memory.receive({ kind: "message", name: "hello", data: { ...hello("e", 4), at: 1000, clockRate: 1 } });
  nowMs = 500;
  memory.receive({ kind: "message", name: "frame", data: { epoch: "e", seq: 5, at: 2000, text: "" } });
  nowMs = 800;
  expect(memory.recall()).toEqual([
    { kind: "message", name: "hello", data: { ...hello("e", 4), at: 2000, clockRate: 1 }, lateMs: 300 },
    { kind: "open" },
  ]);
});

it("F6 a tab that joins while the stream is silent or late receives the age of the last message", () => {
  let nowMs = 0;
  const memory = new StreamSnapshot(() => nowMs);
  memory.receive({ kind: "open" });
  memory.receive({ kind: "message", name: "hello", data: { ...hello("e", 4), at: 1000, clockRate: 1 }, lateMs: 3000 });
  memory.receive({ kind: "message", name: "frame", data: { epoch: "e", seq: 5, at: 2000, text: "" }, lateMs: 3000 });
  nowMs = 10_000;
  const ages = memory.recall({ epoch: "e", seq: 4 }).map((each) => (each.kind === "message" ? [each.name, each.lateMs] : each.kind));
  expect(ages).toEqual([["hello", 13_000], "open", ["frame", 13_000]]);
});

describe("F6 the delay of messages on an open connection", () => {
  const SENT_MS = 70_000;
  /** Sends a heartbeat of the server's time `SENT_MS + sentMs`, and returns the delay that is reported. */
  const delayOf = (browser: ReturnType<typeof browserByHand>, name: string, sentMs: number) => {
    browser.late();
    browser.emit(name, name === "hello" ? { ...hello("e", 4), sentMs: SENT_MS + sentMs } : { sentMs: SENT_MS + sentMs });
    return browser.late().at(-1);
  };
  it("is zero without a delay, and grows with a delay", () => {
    const browser = browserByHand();
    browser.open();
    expect(delayOf(browser, "hello", 0)).toBe(0);
    browser.pass(5000);
    expect(delayOf(browser, "heartbeat", 5000)).toBe(0);
    browser.pass(9000);
    expect(delayOf(browser, "heartbeat", 10_000)).toBe(4000);
    browser.emit("frame", frameText, "e.5");
    expect(browser.late()).toEqual([4000]);
    browser.pass(1000);
    expect(delayOf(browser, "heartbeat", 15_000)).toBe(0);
  });
  it("includes the time from the opening to the first message, and begins again with a new connection", () => {
    const browser = browserByHand();
    browser.open();
    browser.pass(8000);
    expect(delayOf(browser, "hello", 0)).toBe(8000);
    browser.emit("renew", {});
    browser.open();
    expect(delayOf(browser, "hello", 0)).toBe(0);
  });
});
