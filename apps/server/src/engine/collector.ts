import type { Mark } from "@daemonscope/daemonset/records/mark";
import { StandingBy, type StandingByOptions } from "./standing-by.ts";
import { type Takeover, type WrittenPlan, WrittenWatch } from "./written-watch.ts";

/** What is collected, where it goes, and who else does. */
export interface CollectorOptions extends WrittenPlan, StandingByOptions {
  readonly onState: (state: "standingBy" | "writing" | "fenced" | "refused") => void;
  /** Answers what is asked of the cluster itself, from the claim on and as long as it writes. `addMarks` makes what was done a part of the log. */
  readonly answer: (run: string, addMarks: (marks: readonly Mark[]) => void) => { close(): void };
}

/** Writes a cluster's log into a stream, or stands by while another does. Who writes is decided by the stream alone: a writer whose next block is not the stream's next is fenced, however it came to that
 *  (a frozen process, a cut network), and stands by from then on.
 *  *Invariant*: a block of a run that was claimed over is in no stream. */
export class Collector {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Until the signal, however long the engine is away. Throws what it says when no second try will do. */
  async run(signal: AbortSignal): Promise<void> {
    const { onState } = this.#options;
    while (!signal.aborted) {
      onState("standingBy");
      const takeover = await new StandingBy(this.#options).takeover(signal);
      if (takeover === undefined) return;
      onState("writing");
      const why = await this.#write(takeover, signal);
      if (why !== undefined) onState(why);
    }
  }

  /** Resolves when it writes no more, and says why; undefined at the signal. */
  async #write(takeover: Takeover, signal: AbortSignal): Promise<"fenced" | "refused" | undefined> {
    const over = new AbortController();
    let why: "fenced" | "refused" | undefined;
    const writing = new WrittenWatch(this.#options, takeover, (reason) => {
      why ??= reason;
      over.abort();
    });
    const answering = this.#options.answer(takeover.run, (marks) => writing.addMarks(marks));
    await untilAborted(AbortSignal.any([signal, over.signal]));
    answering.close();
    await writing.close();
    return signal.aborted ? undefined : why;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
