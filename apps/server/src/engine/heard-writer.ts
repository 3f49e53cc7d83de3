import { assertNever } from "@daemonscope/kube/assert-never";
import { SOURCES, type SourceStatus, type SourceStatuses } from "@daemonscope/shared/source-status";
import type { Timers } from "../clock.ts";
import { type Beat, UNHEARD_MS } from "./beat.ts";
import type { HeardBeat } from "./heard-clock.ts";

/** How long what a writer has told may be on its way before it is said that it does not come. */
const BEHIND_MS = 1500;

/** Why what is followed may be old. */
export type FollowingTrouble =
  /** This process does not reach the engine. */
  | { readonly kind: "cutOff" }
  | { readonly kind: "unheard" }
  /** The writer is heard, and the engine does not keep what it tells. */
  | { readonly kind: "unkept"; readonly why: string }
  /** It is kept, and does not come here. */
  | { readonly kind: "behind" };

export interface HeardWriterOptions {
  readonly cluster: string;
  readonly engine: string;
  readonly isConnected: () => boolean;
  /** How far this process has followed, and until when on the cluster's clock; undefined before it has anything. */
  readonly place: () => { readonly run: string; readonly seq: number; readonly atMs: number } | undefined;
  readonly timers: Timers;
  readonly wallNowMs: () => number;
}

/** What is heard of the writer of a log that is followed here, and whether what is followed is what it has. What passes is measured without a wall clock: one that is put right says nothing of the writer. */
export class HeardWriter {
  readonly #options: HeardWriterOptions;
  #heard: HeardBeat | undefined;
  /** When a beat came of which everything was here. */
  #evenAtMs: number | undefined;
  /** The oldest beat of which not everything was here when it came, and is not yet. */
  #awaited: HeardBeat | undefined;

  readonly #beganAtMs: number;

  constructor(options: HeardWriterOptions) {
    this.#options = options;
    this.#beganAtMs = options.timers.elapsedMs();
  }

  hear(beat: Beat): void {
    const heard = { beat, atElapsedMs: this.#options.timers.elapsedMs() };
    this.#heard = heard;
    this.reached();
    // What a writer told that was fenced meanwhile comes to nobody.
    if (this.#awaited?.beat.run !== beat.run) this.#awaited = undefined;
    if (this.#has(beat)) this.#evenAtMs = heard.atElapsedMs;
    else this.#awaited ??= heard;
  }

  /** More of the log was followed. */
  reached(): void {
    if (this.#awaited === undefined || !this.#has(this.#awaited.beat)) return;
    this.#evenAtMs = this.#awaited.atElapsedMs;
    this.#awaited = undefined;
  }

  /** Its last beat; undefined before the first. */
  get heard(): HeardBeat | undefined {
    return this.#heard;
  }

  /** Undefined while all that the writer has told is here, or may be on its way. */
  trouble(): FollowingTrouble | undefined {
    const { isConnected, timers } = this.#options;
    if (!isConnected()) return { kind: "cutOff" };
    const nowMs = timers.elapsedMs();
    if (this.#heard === undefined) return nowMs - this.#beganAtMs < UNHEARD_MS ? undefined : { kind: "unheard" };
    const { beat, atElapsedMs } = this.#heard;
    if (nowMs - atElapsedMs >= UNHEARD_MS) return { kind: "unheard" };
    if (beat.unkept !== undefined) return { kind: "unkept", why: beat.unkept.why };
    return this.#awaited !== undefined && nowMs - this.#awaited.atElapsedMs >= BEHIND_MS ? { kind: "behind" } : undefined;
  }

  /** For how long no writer was heard; undefined where one is, or where nobody can say, for none ever was. */
  get silentMs(): number | undefined {
    const silentMs = this.#heard === undefined ? 0 : this.#options.timers.elapsedMs() - this.#heard.atElapsedMs;
    return silentMs >= UNHEARD_MS ? silentMs : undefined;
  }

  /** For how long nobody was heard, where none ever was since it is listened. */
  get neverHeardMs(): number | undefined {
    return this.#heard === undefined ? this.#options.timers.elapsedMs() - this.#beganAtMs : undefined;
  }

  /** As the writer told them last, dated on the wall clock here, and never as younger than what is here. */
  statuses(): SourceStatuses {
    const { wallNowMs, timers, cluster, engine } = this.#options;
    const trouble = this.trouble();
    const detail = trouble === undefined ? undefined : troubleWords(trouble, cluster, engine);
    const wallOf = (elapsedMs: number) => wallNowMs() - (timers.elapsedMs() - elapsedMs);
    const heard = this.#heard;
    const isReading = this.#evenAtMs === undefined && trouble === undefined;
    const unheardStatus = this.#unheardStatus(detail ?? `no collector of ${cluster} is heard`);
    const statusOf = (source: (typeof SOURCES)[number]): SourceStatus => {
      if (heard === undefined) return unheardStatus;
      // What another has read is not here.
      if (isReading && heard.beat.sources[source].state !== "forbidden")
        return { state: "syncing", detail: `the log of ${cluster} is being read` };
      const status = heard.beat.sources[source];
      const { provenAtMs } = status;
      const heardAtMs = wallOf(trouble === undefined ? heard.atElapsedMs : (this.#evenAtMs ?? heard.atElapsedMs));
      const dated =
        provenAtMs === undefined
          ? {}
          : { provenAtMs: Math.min(heardAtMs, wallOf(heard.atElapsedMs) - Math.max(0, heard.beat.atMs - provenAtMs)) };
      if (detail === undefined || status.state === "forbidden") return { ...status, ...dated };
      return { state: "stale", ...dated, detail };
    };
    return Object.fromEntries(SOURCES.map((source) => [source, statusOf(source)])) as unknown as SourceStatuses;
  }

  /** A log that nobody writes now is shown as of its end. */
  #unheardStatus(detail: string): SourceStatus {
    const { timers, place } = this.#options;
    const provenAtMs = place()?.atMs;
    const isAwaited = timers.elapsedMs() - this.#beganAtMs < UNHEARD_MS;
    return provenAtMs === undefined || isAwaited ? { state: "syncing", detail } : { state: "stale", provenAtMs, detail };
  }

  #has({ run, seq }: Beat): boolean {
    const place = this.#options.place();
    return place !== undefined && place.run === run && place.seq >= seq;
  }
}

/** No full stop: it stands in a sentence of the page. */
function troubleWords(trouble: FollowingTrouble, cluster: string, engine: string): string {
  switch (trouble.kind) {
    case "cutOff":
      return `the engine at ${engine} cannot be reached from this server, which keeps trying`;
    case "unheard":
      return `the collector of ${cluster} is not heard; if another stands by, it takes over`;
    case "unkept":
      return `the engine does not keep what the collector of ${cluster} tells (${trouble.why}); the collector keeps trying`;
    case "behind":
      return `this server does not get what the engine keeps of ${cluster}; it keeps reading`;
    default:
      return assertNever(trouble);
  }
}
