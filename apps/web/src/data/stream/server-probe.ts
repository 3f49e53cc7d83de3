import type { WatchdogTimeout } from "./stream-watchdog.ts";

/** The limit of a probe, and the pause before the next. */
const PROBE_MS = 1000;

/** The browser APIs that a probe needs. */
export interface ProbeBrowser extends WatchdogTimeout {
  /** Returns whether the server answers within a second, and blocks until then. Undefined where nothing may block. */
  readonly isReachable: (streamUrl: string) => boolean | undefined;
}

/**
 * Only blocking requests ignore the six connections of a browser to a server. Chromium continues to open a connection
 * whose request is cancelled, and the kernel repeats its first packet ever more rarely.
 */
export function isReachable(streamUrl: string): boolean | undefined {
  if (typeof document !== "undefined") return undefined;
  const request = new XMLHttpRequest();
  request.open("GET", new URL("../livez", streamUrl), false);
  request.timeout = PROBE_MS;
  try {
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Asks whether the server answers, while a stream gets no answer. */
export interface ServerProbe {
  start(): void;
  /** Stops until the next start. */
  stop(): void;
  /** Stops because a stream is open, or no longer wanted. */
  end(): void;
}

/**
 * Calls back once a server that did not answer answers again. If only the stream gets no answer, it does not call back:
 * a new request would not help.
 */
export function probeServer(browser: ProbeBrowser, url: string, onBack: () => void): ServerProbe {
  let timer: { cancel(): void } | undefined;
  let isAway = false;
  const stop = () => timer?.cancel();
  const start = () => {
    timer = browser.after(PROBE_MS, () => {
      const wasAway = isAway;
      isAway = browser.isReachable(url) === false;
      if (isAway) start();
      else if (wasAway) onBack();
    });
  };
  return {
    start,
    stop,
    end() {
      stop();
      isAway = false;
    },
  };
}
