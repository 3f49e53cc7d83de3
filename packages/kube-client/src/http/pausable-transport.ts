import type { Backpressure } from "../flow-control/backpressure.ts";
import type { Timers } from "../flow-control/clock.ts";
import type { KubeResponse } from "./send-request.ts";
import type { Transport } from "./transport.ts";

/** A transport that can pause: it stops reading answers and sending requests, and the API server keeps the rest. */
interface PausableTransport {
  readonly transport: Transport;
  readonly isHeld: boolean;
  hold(): void;
  goOn(): void;
}

type HeldTimers = Pick<Timers, "soon" | "elapsedMs">;
type Body = KubeResponse["body"];
/** Pauses the socket too: most of a direct answer does not pass through the body. */
function hold(body: Body): void {
  body.pause();
  body.socket?.pause();
}
function goOn(body: Body): void {
  body.resume();
  body.socket?.resume();
}

export function pausableTransport(transport: Transport, timers: HeldTimers): PausableTransport {
  const open = new Set<Body>();
  let isHeld = false;
  let pausedSinceMs = 0;
  let pausedBeforeMs = 0;
  const pausedNowMs = () => (isHeld ? timers.elapsedMs() - pausedSinceMs : 0);
  let waiting: (() => void)[] = [];
  const holdAll = () => {
    if (isHeld) for (const body of open) hold(body);
  };
  /** Resolves when the transport continues, or when the request is aborted. */
  const continued = (signal: AbortSignal) =>
    new Promise<void>((go) => {
      const resume = () => {
        signal.removeEventListener("abort", resume);
        go();
      };
      waiting.push(resume);
      signal.addEventListener("abort", resume);
    });
  return {
    get isHeld() {
      return isHeld;
    },
    transport: {
      server: transport.server,
      pausedMs: () => pausedBeforeMs + pausedNowMs(),
      async get(path, query, options) {
        while (isHeld && !options.signal.aborted) await continued(options.signal);
        const response = await transport.get(path, query, options);
        open.add(response.body);
        response.body.once("close", () => open.delete(response.body));
        holdAll();
        return response;
      },
    },
    hold() {
      if (!isHeld) pausedSinceMs = timers.elapsedMs();
      isHeld = true;
      holdAll();
      // A stream that began in this turn reads once more after it.
      timers.soon(holdAll);
    },
    goOn() {
      pausedBeforeMs += pausedNowMs();
      isHeld = false;
      for (const body of open) if (body.isPaused()) goOn(body);
      const resumed = waiting;
      waiting = [];
      for (const go of resumed) go();
    },
  };
}

/** Returns a transport that pauses while the consumer's queue is full. The caller checks with `holdWhereFull`; the
 *  transport continues when there is room. */
export function withBackpressure(pressure: Backpressure | undefined, transport: Transport, timers: HeldTimers) {
  const pausable = pausableTransport(transport, timers);
  return {
    transport: pausable.transport,
    goOn: () => pausable.goOn(),
    holdWhereFull() {
      if (pressure?.isFull !== true || pausable.isHeld) return;
      pausable.hold();
      pressure.onRoom(() => pausable.goOn());
    },
  };
}
