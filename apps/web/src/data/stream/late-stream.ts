import type { WatchdogTimeout } from "./stream-watchdog.ts";

/** Timers, and another way to the server. */
export interface AnswerCheck extends Pick<WatchdogTimeout, "after"> {
  /** Reports whether the server of this stream answers another request. */
  readonly answers: (url: string) => Promise<boolean>;
}

/** A replacement that is not open after this time is reported as lost. */
const LATE_MS = 1000;
/** Interval and timeout of the requests after that. */
export const PROBE_MS = 2000;

/**
 * Watches a replacement until it opens: reports that it is late, and notices that a server answers again that did not.
 * A stream that was requested on a path that drops packets waits for a minute and more after the path is back, because
 * the browser tries its connection ever more rarely.
 */
export class LateStream {
  readonly #browser: AnswerCheck;
  readonly #url: string;
  readonly #onLate: (isUnanswered: boolean) => void;
  readonly #onReturn: () => void;
  #timer: { cancel(): void } | undefined;
  #round = 0;

  constructor(browser: AnswerCheck, url: string, onLate: (isUnanswered: boolean) => void, onReturn: () => void) {
    this.#browser = browser;
    this.#url = url;
    this.#onLate = onLate;
    this.#onReturn = onReturn;
  }

  begin(isUnanswered: boolean): void {
    this.end();
    this.#timer = this.#browser.after(LATE_MS, () => {
      this.#onLate(isUnanswered);
      this.#probe(this.#round, false);
    });
  }

  end(): void {
    this.#round++;
    this.#timer?.cancel();
  }

  /** A proxy that withholds streams always answers, and gets no other stream. */
  #probe(round: number, wasSilent: boolean): void {
    this.#timer = this.#browser.after(PROBE_MS, () => {
      void this.#browser.answers(this.#url).then((answers) => {
        if (round !== this.#round) return;
        if (answers && wasSilent) this.#onReturn();
        else this.#probe(round, wasSilent || !answers);
      });
    });
  }
}
