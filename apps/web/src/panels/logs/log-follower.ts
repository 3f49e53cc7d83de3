import type { ContainerLogStream, LogContainer, LogMessage } from "@daemonscope/shared/http/logs";
import { type ApiError, PATHS } from "@daemonscope/shared/http/paths";
import { ApiProblem } from "../../data/api/fetch-answer.ts";
import { linesOf } from "../../data/api/lines-of.ts";
import { baseUrl } from "../../data/url/base-url.ts";
import { LogBuffer, type LogLine } from "./log-buffer.ts";

/** Draw interval for new lines. */
const DRAW_INTERVAL_MS = 150;
/** The first lines wait for the end of their burst, at most this number of intervals: a line of another pod would be
 *  inserted above them. */
const MAX_BURST_INTERVALS = 7;
/** A stream that is silent for this time is lost. The server sends a heartbeat every ten seconds. */
const SILENCE_MS = 30_000;

export interface FollowedLogs {
  readonly state: "opening" | "following" | "over" | "lost" | "refused";
  readonly error: Error | undefined;
  readonly streams: readonly ContainerLogStream[];
  readonly leftOut: number;
  readonly containers: readonly LogContainer[];
  /** The displayed container. */
  readonly container: string;
  readonly lines: readonly LogLine[];
  /** Count of older lines that were dropped. */
  readonly dropped: number;
  /** Streams that ended and did not begin again, by number: the reason, or undefined for a normal end. */
  readonly ended: ReadonlyMap<number, string | undefined>;
}

export const NO_FOLLOWED_LOGS: FollowedLogs = {
  state: "opening",
  error: undefined,
  streams: [],
  leftOut: 0,
  containers: [],
  container: "",
  lines: [],
  dropped: 0,
  ended: new Map(),
};

/** Reads the messages of a log stream until it ends or `signal` aborts. Throws ApiProblem for a refusal, and the
 *  error of fetch for a broken connection. */
async function followLogs(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onMessage: (message: LogMessage) => void,
): Promise<void> {
  const url = new URL(PATHS.logs.slice(1), baseUrl());
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  const response = await fetch(url, { signal });
  if (!response.ok) {
    const error: Partial<ApiError> = await response.json().catch(() => ({}));
    throw new ApiProblem(response.status, error.message ?? `${PATHS.logs} answered ${response.status}`, error);
  }
  for await (const line of linesOf(response)) if (line !== "") onMessage(JSON.parse(line) as LogMessage);
}

/** Follows logs from construction until `leave`, and reports the state after each draw interval. */
export class LogFollower {
  readonly #onChange: (followed: FollowedLogs) => void;
  readonly #abort = new AbortController();
  readonly #buffer = new LogBuffer();
  readonly #timer: ReturnType<typeof setInterval>;
  #followed = NO_FOLLOWED_LOGS;
  #lastReceivedAtMs = performance.now();
  #isSilent = false;
  #burstIntervals = 0;
  #hasReceived = false;

  constructor(query: Readonly<Record<string, string>>, onChange: (followed: FollowedLogs) => void) {
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.#tick(), DRAW_INTERVAL_MS);
    void this.#follow(query);
  }

  leave(): void {
    this.#abort.abort();
    clearInterval(this.#timer);
  }

  async #follow(query: Readonly<Record<string, string>>): Promise<void> {
    try {
      await followLogs(query, this.#abort.signal, (message) => this.#receive(message));
      this.#followed = { ...this.#followed, state: "over" };
    } catch (cause) {
      if (this.#abort.signal.aborted && !this.#isSilent) return;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#followed = { ...this.#followed, state: this.#followed.state === "opening" ? "refused" : "lost", error };
    }
    clearInterval(this.#timer);
    this.#draw();
  }

  #tick(): void {
    if (this.#followed.state === "following" && performance.now() - this.#lastReceivedAtMs > SILENCE_MS) {
      this.#isSilent = true;
      this.#abort.abort();
    }
    const isBurst = this.#hasReceived && this.#burstIntervals < MAX_BURST_INTERVALS;
    this.#hasReceived = false;
    if (!isBurst || this.#followed.lines.length > 0) return this.#draw();
    this.#burstIntervals += 1;
    this.#onChange(this.#followed);
  }

  #draw(): void {
    const lines = this.#buffer.flush();
    const { dropped } = this.#buffer;
    if (lines !== this.#followed.lines || dropped !== this.#followed.dropped) this.#followed = { ...this.#followed, lines, dropped };
    this.#onChange(this.#followed);
  }

  #receive(message: LogMessage): void {
    this.#lastReceivedAtMs = performance.now();
    this.#hasReceived = true;
    const before = this.#followed;
    switch (message.kind) {
      case "streams": {
        const { kind: _kind, ...opened } = message;
        this.#followed = { ...before, ...opened, state: "following" };
        return;
      }
      case "lines":
        return this.#buffer.push(message.stream, message.lines);
      case "joined": {
        const { opened, after } = message;
        this.#followed = { ...before, streams: [...before.streams, opened] };
        return this.#buffer.note(message.stream, message.at, { kind: "joined", ...opened, before: before.streams[after ?? -1]?.pod });
      }
      case "ended":
        this.#followed = { ...before, ended: new Map([...before.ended, [message.stream, message.problem]]) };
        if (message.problem === undefined) this.#note(message, message.isLeaving ? "left" : "ended");
        return;
      case "resumed":
        this.#followed = { ...before, ended: new Map([...before.ended].filter(([at]) => at !== message.stream)) };
        return this.#note(message, "resumed");
      case "leftOut":
        this.#followed = { ...before, leftOut: message.count };
        return;
      case "beat":
        return;
    }
  }

  #note({ stream, at }: { readonly stream: number; readonly at: number }, kind: "left" | "ended" | "resumed"): void {
    const opened = this.#followed.streams[stream];
    if (opened !== undefined) this.#buffer.note(stream, at, { kind, ...opened });
  }
}
