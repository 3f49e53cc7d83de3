import type { Timers } from "../flow-control/clock.ts";
import { type RetryPolicy, sleep } from "../flow-control/retry-policy.ts";
import { linkedAbort } from "../http/linked-abort.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";

interface LivenessOptions {
  readonly transport: Transport;
  readonly pace: RetryPolicy;
  readonly timers: Timers;
  /** Called after every probe. `detail` is one sentence if the server is not alive. */
  readonly onVerdict: (alive: boolean, detail: string) => void;
}

/** Probes /livez, each time on a fresh connection. An open watch does not prove that the server runs or that the
 *  path passes packets. One probe at a time, shared by all kinds. Probes run more often while something is wrong,
 *  so that a return is detected within about a second. */
export class Liveness {
  readonly #options: LivenessOptions;
  #alive = true;
  #endWait: AbortController | undefined;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Reports a failing watch: the next probe comes soon, and probes repeat often until there is an answer. */
  suspect(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#endWait?.abort();
  }

  /** Probes until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { pace, timers, onVerdict } = this.#options;
    while (!signal.aborted) {
      await this.#wait(this.#alive ? pace.probeEveryMs : pace.probeWhileDownMs, signal, timers);
      if (signal.aborted) return;
      const failure = await this.#probe(signal);
      if (signal.aborted) return;
      // A refusal is an answer: the watches handle credentials and rights.
      this.#alive = failure === undefined || (failure.httpStatus !== undefined && failure.httpStatus < 500);
      onVerdict(this.#alive, this.#alive ? "" : `the API server does not answer its liveness probe: ${failure?.message ?? ""}`);
    }
  }

  /** Waits before the next probe. A `suspect` call ends the wait and starts one of `probeWhileDownMs`: a server
   *  that just broke needs a moment. */
  async #wait(ms: number, signal: AbortSignal, timers: Timers): Promise<void> {
    const waitAbort = linkedAbort(signal);
    const controller = new AbortController();
    controller.signal.addEventListener("abort", () => waitAbort.abort());
    this.#endWait = controller;
    await sleep(ms, waitAbort.signal, timers);
    this.#endWait = undefined;
    waitAbort.release();
    if (controller.signal.aborted) await sleep(this.#options.pace.probeWhileDownMs, signal, timers);
  }

  async #probe(signal: AbortSignal): Promise<KubeRequestError | undefined> {
    const { transport, pace, timers } = this.#options;
    const probeAbort = linkedAbort(signal);
    // Limits the whole probe: a credential plugin that hangs must not block it.
    const limit = timers.after(pace.probeTimeoutMs, () => probeAbort.abort());
    const end = () => {
      limit.cancel();
      probeAbort.release();
    };
    try {
      const response = await transport.get("/livez", {}, { signal: probeAbort.signal, headersTimeoutMs: pace.probeTimeoutMs });
      // Its head is the answer. It is read to its end, so that the failure pace sees a success.
      response.body.on("error", () => undefined);
      response.body.once("close", end);
      response.body.resume();
      return undefined;
    } catch (error) {
      end();
      if (!(error instanceof KubeRequestError)) throw error;
      return error.code === "aborted"
        ? new KubeRequestError("timeout", `GET /livez: no answer in ${pace.probeTimeoutMs / 1000} s`, { cause: error })
        : error;
    }
  }
}
