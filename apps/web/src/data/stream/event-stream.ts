import { wireFrameOf } from "@daemonscope/shared/codec/read-frame";
import type { StreamPosition } from "../cluster/cluster-store.ts";
import { MESSAGE_NAMES, type TabStreamMessage } from "../cluster/stream-messages.ts";
import { isReachable, type ProbeBrowser, probeServer } from "./server-probe.ts";
import { StreamWatchdog } from "./stream-watchdog.ts";

/** A tab's access to the browser's event stream. */
export interface StreamConnection {
  /** Opens a new connection now and drops the old one. `asked`: the user waits, so the server retries at once too. */
  reopen(why: "quiet" | "asked"): void;
  close(): void;
}

/** The browser APIs that the stream needs. */
export interface StreamBrowser extends ProbeBrowser {
  readonly connect: (url: string) => EventSource;
}

const BROWSER: StreamBrowser = {
  connect: (url) => new EventSource(url),
  isReachable,
  nowMs: () => performance.now(),
  random: Math.random,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

/** Mean delay before the next try after a lost connection. */
const REOPEN_MS = 700;
/**
 * A connection that lasted this long is replaced at once after its end. The loss is reported only if the replacement
 * fails.
 */
const STABLE_MS = 2000;
/** A replacement that is not open after this time is reported as lost. */
const REPLACEMENT_TIMEOUT_MS = 1000;

/**
 * The position from which the next stream continues: after the last received frame, or where the first stream began.
 */
class ResumePoint {
  #epoch: string;
  #cursor: string;

  constructor(begin: StreamPosition | undefined) {
    this.#epoch = begin?.epoch ?? "";
    this.#cursor = begin === undefined ? "" : `${begin.epoch}.${begin.seq}`;
  }

  /** Undefined without `begin` before the first message: the stream then starts from now on. */
  get cursor(): string | undefined {
    return this.#cursor === "" ? undefined : this.#cursor;
  }

  advance(message: Extract<TabStreamMessage, { readonly kind: "message" }>, id: string): void {
    if (message.name === "frame") this.#cursor = id;
    else if (message.name === "hello" || message.name === "resync") {
      if (message.name === "resync" || message.data.epoch !== this.#epoch) this.#cursor = `${message.data.epoch}.${message.data.seq}`;
      this.#epoch = message.data.epoch;
    }
  }
}

/**
 * Measures how late the messages of one connection arrive. A path that delays them, or a line that is too slow, keeps
 * the connection open and the messages coming. *Invariant*: the fastest message, or the opening of the connection, has
 * no delay. So a constant delay that withholds the opening too is not seen.
 */
class Lateness {
  /** The smallest difference between this clock and the server's. */
  #offsetMs = Number.POSITIVE_INFINITY;
  #lateMs = 0;

  /** Returns a message with its delay. A frame has no time of sending, and the delay of the message before it. */
  date<M extends Extract<TabStreamMessage, { readonly kind: "message" }>>(message: M, nowMs: number, openedAtMs = nowMs): M {
    if (message.name === "hello" || message.name === "heartbeat") {
      const { sentMs } = message.data;
      this.#offsetMs = Math.min(this.#offsetMs, (message.name === "hello" ? openedAtMs : nowMs) - sentMs);
      this.#lateMs = nowMs - sentMs - this.#offsetMs;
    }
    return { ...message, lateMs: this.#lateMs };
  }
}

function withQuery(url: string, cursor: string | undefined, hurry: boolean): string {
  const query = [...(cursor === undefined ? [] : [`after=${cursor}`]), ...(hurry ? ["retry=now"] : [])].join("&");
  return query === "" ? url : `${url}?${query}`;
}

/**
 * Owns one EventSource, from `begin` or from now on, and keeps it open. It reconnects with the last frame's id, so that
 * nothing is sent twice. *Invariant*: it reports `lost` only after a connection failed or ended early, or while a
 * replacement is late. Then it retries until a connection opens. A connection that delivers nothing is also replaced,
 * because its end may never be reported.
 */
export function openEventStream(
  url: string,
  onMessage: (message: TabStreamMessage) => void,
  begin: StreamPosition | undefined,
  browser: StreamBrowser = BROWSER,
): StreamConnection {
  let source: EventSource | undefined;
  let retryTimer: { cancel(): void } | undefined;
  let lateTimer: { cancel(): void } | undefined;
  const resumePoint = new ResumePoint(begin);
  let closed = false;
  let openedAtMs: number | undefined;
  const watchdog = new StreamWatchdog(browser, () => open(true, false, openedAtMs === undefined));
  const probe = probeServer(browser, url, () => open(true, false));

  function open(isReplacement: boolean, hurry: boolean, isUnanswered = false): void {
    for (const timer of [retryTimer, lateTimer]) timer?.cancel();
    probe.stop();
    source?.close();
    if (closed) return;
    const connection = browser.connect(withQuery(url, resumePoint.cursor, hurry));
    source = connection;
    watchdog.begin(false);
    openedAtMs = undefined;
    let messagesToSkip = 0;
    const lateness = new Lateness();
    if (isUnanswered) probe.start();
    if (isReplacement) lateTimer = browser.after(REPLACEMENT_TIMEOUT_MS, () => onMessage({ kind: "lost", isUnanswered }));
    const wasStable = () => openedAtMs !== undefined && browser.nowMs() - openedAtMs >= STABLE_MS;
    connection.addEventListener("open", () => {
      lateTimer?.cancel();
      probe.end();
      openedAtMs = browser.nowMs();
      watchdog.begin(true);
      onMessage({ kind: "open" });
    });
    for (const name of MESSAGE_NAMES)
      connection.addEventListener(name, (event) => {
        if (source !== connection) return;
        watchdog.recordMessage();
        if (messagesToSkip-- > 0) return;
        const { data, lastEventId } = event as MessageEvent<string>;
        // An unreadable frame leaves a gap, which triggers the fetch of a keyframe.
        const payload = name === "frame" ? wireFrameOf(lastEventId, data) : JSON.parse(data);
        if (payload === undefined) return;
        const message = { kind: "message", name, data: payload } as Extract<TabStreamMessage, { readonly kind: "message" }>;
        if (message.name === "again") {
          messagesToSkip = message.data.messages;
          return;
        }
        resumePoint.advance(message, lastEventId);
        if (name === "renew" && wasStable()) open(true, false);
        else if (name !== "renew") onMessage(lateness.date(message, browser.nowMs(), openedAtMs));
      });
    connection.addEventListener("error", () => {
      connection.close();
      if (source !== connection) return;
      if (wasStable()) return open(true, false);
      watchdog.end();
      lateTimer?.cancel();
      onMessage({ kind: "lost" });
      // Jitter, so that many browsers do not reconnect at the same moment.
      retryTimer = browser.after(REOPEN_MS * (0.5 + browser.random()), () => open(false, false));
    });
  }
  open(false, false);
  return {
    reopen: (why) => open(true, why === "asked"),
    close() {
      closed = true;
      for (const timer of [retryTimer, lateTimer]) timer?.cancel();
      probe.end();
      watchdog.end();
      source?.close();
    },
  };
}
