import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import { type CollectorPlan, CollectorSession, type Takeover } from "./collector-session.ts";
import { StandbyCollector, type StandbyCollectorOptions } from "./standby-collector.ts";

/** The cluster of a collector, its stream, and its access to other collectors. */
interface CollectorOptions extends CollectorPlan, StandbyCollectorOptions {
  readonly onState: (state: "standingBy" | "writing" | "fenced" | "refused") => void;
  /**
   * Starts to answer requests to the cluster's API server. Called at the claim; the result is closed when writing ends.
   * `addMarks` adds user actions to the log.
   */
  readonly answer: (run: string, addMarks: (marks: readonly TimelineMark[]) => void) => { close(): void };
}

/**
 * Writes a cluster's log to a stream, or is a standby while another collector writes. The stream alone decides who
 * writes. A writer whose block is not the stream's next one is fenced and becomes a standby. The cause, such as a
 * frozen process or a cut network, does not matter.
 * *Invariant*: after another run's claim, the stream takes no block of this run.
 */
export class Collector {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /**
   * Runs until the signal, even while the engine is unreachable. Throws errors of the engine that a retry cannot fix.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { onState } = this.#options;
    while (!signal.aborted) {
      onState("standingBy");
      const takeover = await new StandbyCollector(this.#options).takeover(signal);
      if (takeover === undefined) return;
      onState("writing");
      const why = await this.#write(takeover, signal);
      if (why !== undefined) onState(why);
    }
  }

  /** Writes until the session ends or the signal aborts. Resolves with the reason; undefined at the signal. */
  async #write(takeover: Takeover, signal: AbortSignal): Promise<"fenced" | "refused" | undefined> {
    const over = new AbortController();
    let why: "fenced" | "refused" | undefined;
    const session = new CollectorSession(this.#options, takeover, (reason) => {
      why ??= reason;
      over.abort();
    });
    const server = this.#options.answer(takeover.run, (marks) => session.addMarks(marks));
    await untilAborted(AbortSignal.any([signal, over.signal]));
    server.close();
    await session.close();
    return signal.aborted ? undefined : why;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
