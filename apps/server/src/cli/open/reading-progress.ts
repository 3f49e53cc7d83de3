import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import { ProgressLine } from "../print/progress-line.ts";
import { canOverwrite } from "../print/terminal-colors.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Shorter work shows no progress. */
const SHOWN_FROM_MS = 2000;
/** The interval of updates. A terminal that cannot overwrite a line gets fewer. */
const INTERVAL_MS = { overwriting: 250, appending: 5000 } as const;

/** Shows the progress of work on stderr, if stderr is a terminal. */
export class ReadingProgress {
  readonly #timers: Pick<Timers, "elapsedMs">;
  readonly #line: ProgressLine | undefined;
  readonly #everyMs: number;
  #nextAtMs: number;

  constructor({ progress, environment, columns }: Terminal, timers: Pick<Timers, "elapsedMs"> = systemTimers) {
    this.#timers = timers;
    const overwrites = canOverwrite(true, environment);
    this.#line = progress === undefined ? undefined : new ProgressLine(progress, overwrites, columns);
    this.#everyMs = overwrites ? INTERVAL_MS.overwriting : INTERVAL_MS.appending;
    this.#nextAtMs = timers.elapsedMs() + SHOWN_FROM_MS;
  }

  show(text: () => string): void {
    if (this.#line === undefined || this.#timers.elapsedMs() < this.#nextAtMs) return;
    this.#nextAtMs = this.#timers.elapsedMs() + this.#everyMs;
    this.#line.show(text());
  }

  end(): void {
    this.#line?.end();
  }
}
