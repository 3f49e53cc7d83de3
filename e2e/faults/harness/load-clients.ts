import { fork } from "node:child_process";
import { join } from "node:path";
import { inTime } from "./in-time.ts";

interface ClientTotals {
  readonly open: number;
  readonly frames: number;
  readonly gaps: number;
  readonly doubled: number;
  readonly byes: number;
  readonly ends: number;
  readonly resyncs: number;
  /** The last frame of the client that has the fewest. */
  readonly minSeq: number;
  /** 99 % of the deliveries come within this time after the first client got the frame. */
  readonly delayP99Ms: number;
}

/** Clients of a stream in a separate process, so that their work does not delay the test. */
export interface LoadClients {
  totals(): Promise<ClientTotals>;
  /** Waits until this number of streams is open. Returns the time it took. */
  untilOpen(count: number, limitMs: number): Promise<number>;
  /** Cuts this share of the connections. */
  cut(share: number): void;
  stop(): void;
}

export function startLoadClients(url: string, count: number, stalled = 0): LoadClients {
  const child = fork(join(import.meta.dirname, "load-client.mjs"), [url, String(count), String(stalled)]);
  const totals = () =>
    new Promise<ClientTotals>((done) => {
      child.once("message", (message) => done(message as ClientTotals));
      child.send("totals");
    });
  return {
    totals,
    untilOpen: (wanted, limitMs) => inTime(`${wanted} open streams`, limitMs, async () => (await totals()).open >= wanted),
    cut: (share) => void child.send(share),
    stop: () => void child.kill(),
  };
}
