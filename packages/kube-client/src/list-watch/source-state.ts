import type { SourceStatus } from "@daemonscope/kube/source-status";

interface SourceStateOptions {
  readonly nowMs: () => number;
  /** Called when the status changed, except if only `provenAtMs` changed. */
  readonly onChange: (status: SourceStatus) => void;
  /** The source is live again after a time in which changes may have been missed. */
  readonly gap: (fromMs: number) => void;
}

/** A first list reports its progress after this number of objects, because each report is a frame. */
const STEP = 500;

const LIVE: SourceStatus = { state: "live" };

/** The shown state of one watch. It is `live` only for an open connection to a server that answers. */
export class SourceState {
  readonly #options: SourceStateOptions;
  #reported: SourceStatus = { state: "syncing" };
  #provenAtMs: number | undefined;
  #lostAtMs: number | undefined;
  /** A watch is open; its server may be frozen all the same. */
  #open = false;
  /** A request runs, and no watch is open. */
  #asking = false;
  #probe: "answered" | "silent" = "answered";
  #leftOut: SourceStatus["leftOut"];
  #readSoFar = 0;
  #expected: number | undefined;

  constructor(options: SourceStateOptions) {
    this.#options = options;
  }

  get status(): SourceStatus {
    // Nearly always. Each tick reads the statuses, and the spreads below take 20 µs of a tick.
    if (this.#reported === LIVE && this.#leftOut === undefined && this.#provenAtMs !== undefined)
      return { state: "live", provenAtMs: this.#provenAtMs };
    return {
      ...this.#reported,
      ...(this.#provenAtMs === undefined ? {} : { provenAtMs: this.#provenAtMs }),
      ...(this.#readSoFar === 0 || this.#reported.state !== "syncing" ? {} : { readSoFar: this.#readSoFar, ...this.#expectedCount }),
      ...(this.#leftOut === undefined ? {} : { leftOut: this.#leftOut }),
    };
  }

  get #expectedCount(): Pick<SourceStatus, "expected"> {
    return this.#expected === undefined ? {} : { expected: this.#expected };
  }

  /** Call before each list. */
  asking(): void {
    this.#asking = true;
    this.#readSoFar = 0;
    this.#expected = undefined;
  }

  /** Call when bytes arrive. */
  received(): void {
    this.#probe = "answered";
    // Before the first complete list there is no shown state to confirm.
    if (this.#provenAtMs !== undefined) this.#provenAtMs = this.#options.nowMs();
  }

  /** Reports `count` objects of the first list, and the remaining number if known. Clears earlier failures, because
   *  the server answers. Has no effect after the first list. */
  reading(count: number, remaining?: number): void {
    if (this.#provenAtMs !== undefined || count - this.#readSoFar < STEP) return;
    this.#readSoFar = count;
    this.#expected = remaining === undefined ? undefined : count + remaining;
    this.#reported = { state: "syncing" };
    this.#options.onChange(this.status);
  }

  /** Call when the list is complete and, if a watch was requested, its answer has begun. */
  live(): void {
    this.#open = true;
    this.#asking = false;
    this.#probe = "answered";
    this.#provenAtMs = this.#options.nowMs();
    this.#report(LIVE);
    if (this.#lostAtMs === undefined) return;
    const fromMs = this.#lostAtMs;
    this.#lostAtMs = undefined;
    this.#options.gap(fromMs);
  }

  /** The connection ended. The other methods report the reason. */
  closed(): void {
    this.#open = false;
    this.#asking = false;
  }

  /** The server is not reachable. */
  lost(detail: string): void {
    this.#lose();
    this.#report({ state: "retrying", detail });
  }

  /** The server may be reachable, and the shown state may be stale. Before the first list this is a failure to
   *  connect. */
  suspect(detail: string): void {
    this.#lose();
    this.#report({ state: this.#provenAtMs === undefined ? "retrying" : "stale", detail });
  }

  forbidden(detail: string): void {
    this.#lose();
    this.#report({ state: "forbidden", detail });
  }

  /** Takes the result of a probe, which used a separate connection. */
  probed(alive: boolean, detail: string): void {
    if (!alive) {
      this.#probe = "silent";
      if (this.#reported.state === "live") this.#report({ state: "stale", detail });
      else if (this.#reported.state === "syncing") this.#report({ state: "retrying", detail });
      return;
    }
    if (this.#open) {
      this.#provenAtMs = this.#options.nowMs();
      if (this.#reported.state === "stale") this.#report(LIVE);
    } else if (this.#asking && this.#probe === "silent" && this.#provenAtMs === undefined && this.#reported.state === "retrying")
      this.#report({ state: "syncing" });
    this.#probe = "answered";
  }

  /** Sets the objects that exist and could not be read; undefined if all could be read. */
  leftOut(leftOut: SourceStatus["leftOut"]): void {
    if (leftOut?.count === this.#leftOut?.count && leftOut?.first === this.#leftOut?.first) return;
    this.#leftOut = leftOut;
    this.#options.onChange(this.status);
  }

  #lose(): void {
    // Before the first list no change could be missed.
    if (this.#provenAtMs !== undefined) this.#lostAtMs ??= this.#provenAtMs;
  }

  #report(status: SourceStatus): void {
    if (status.state === this.#reported.state && status.detail === this.#reported.detail) return;
    this.#reported = status;
    this.#options.onChange(this.status);
  }
}
