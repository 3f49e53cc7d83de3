import { wireFrameOf } from "@daemonscope/shared/codec/read-frame";
import type { StreamPosition } from "../cluster/cluster-store.ts";
import { MESSAGE_NAMES, type TabStreamMessage } from "../cluster/stream-messages.ts";
import { StreamWatchdog, type WatchdogTimeout } from "./stream-watchdog.ts";

/** A tab's access to the browser's event stream. */
export interface StreamConnection {
  /** Opens a new connection now and drops the old one. `asked`: the user waits, so the server retries at once too. */
  reopen(why: "quiet" | "asked"): void;
  close(): void;
}

/** The browser APIs that the stream needs. */
export interface StreamBrowser extends WatchdogTimeout {
  readonly connect: (url: string) => EventSource;
}

const BROWSER: StreamBrowser = {
  connect: (url) => new EventSource(url),
  nowMs: () => performance.now(),
  random: Math.random,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

const REOPEN_MS = 700;
/**
 * A connection that lasted this long is replaced at once after its end. The loss is reported only if the replacement
 * fails.
 */
const HELD_MS = 2000;
/** A replacement that is not open after this time is reported as lost. */
const QUIET_MS = 1000;

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

  /** Undefined before the first message: the stream then starts from now on. */
  get cursor(): string | undefined {
    return this.#cursor === "" ? undefined : this.#cursor;
  }

  advance(news: Extract<TabStreamMessage, { readonly kind: "message" }>, id: string): void {
    if (news.name === "frame") this.#cursor = id;
    else if (news.name === "hello" || news.name === "resync") {
      if (news.name === "resync" || news.data.epoch !== this.#epoch) this.#cursor = `${news.data.epoch}.${news.data.seq}`;
      this.#epoch = news.data.epoch;
    }
  }
}

/**
 * Owns one EventSource, from `begin` or from now on, and keeps it open. It reconnects with the last frame's id, so that
 * nothing is sent twice. *Invariant*: it reports `lost` only without a connection, once the first replacement failed or
 * is late. Then it retries until a connection opens. A connection that delivers nothing is also replaced, because its
 * end may never be reported.
 */
export function openEventStream(
  url: string,
  onMessage: (news: TabStreamMessage) => void,
  begin: StreamPosition | undefined,
  browser: StreamBrowser = BROWSER,
): StreamConnection {
  let source: EventSource | undefined;
  let again: { cancel(): void } | undefined;
  let late: { cancel(): void } | undefined;
  const place = new ResumePoint(begin);
  let closed = false;
  const silence = new StreamWatchdog(browser, () => open(true, false));

  function open(isReplacement: boolean, hurry: boolean): void {
    again?.cancel();
    late?.cancel();
    source?.close();
    if (closed) return;
    const query = [...(place.cursor === undefined ? [] : [`after=${place.cursor}`]), ...(hurry ? ["retry=now"] : [])].join("&");
    const mine = browser.connect(query === "" ? url : `${url}?${query}`);
    source = mine;
    silence.begin();
    let openedAtMs: number | undefined;
    let comeAgain = 0;
    if (isReplacement) late = browser.after(QUIET_MS, () => onMessage({ kind: "lost" }));
    const hasHeld = () => openedAtMs !== undefined && browser.nowMs() - openedAtMs >= HELD_MS;
    mine.addEventListener("open", () => {
      late?.cancel();
      openedAtMs = browser.nowMs();
      silence.begin();
      onMessage({ kind: "open" });
    });
    for (const name of MESSAGE_NAMES)
      mine.addEventListener(name, (event) => {
        if (source !== mine) return;
        silence.recordMessage();
        if (comeAgain > 0) {
          comeAgain -= 1;
          return;
        }
        const { data, lastEventId } = event as MessageEvent<string>;
        // An unreadable frame leaves a gap, which triggers the fetch of a keyframe.
        const payload = name === "frame" ? wireFrameOf(lastEventId, data) : JSON.parse(data);
        if (payload === undefined) return;
        const news = { kind: "message", name, data: payload } as Extract<TabStreamMessage, { readonly kind: "message" }>;
        if (news.name === "again") {
          comeAgain = news.data.messages;
          return;
        }
        place.advance(news, lastEventId);
        if (name === "renew" && hasHeld()) open(true, false);
        else if (name !== "renew") onMessage(news);
      });
    mine.addEventListener("error", () => {
      mine.close();
      if (source !== mine) return;
      if (hasHeld()) return open(true, false);
      silence.end();
      late?.cancel();
      onMessage({ kind: "lost" });
      // Jitter, so that many browsers do not reconnect at the same moment.
      again = browser.after(REOPEN_MS * (0.5 + browser.random()), () => open(false, false));
    });
  }
  open(false, false);
  return {
    reopen: (why) => open(true, why === "asked"),
    close() {
      closed = true;
      again?.cancel();
      late?.cancel();
      silence.end();
      source?.close();
    },
  };
}
