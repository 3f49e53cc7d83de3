import type { HistoryFramesAnswer, KeptHistory } from "@daemonscope/shared/http/history";
import { PATHS } from "@daemonscope/shared/http/paths";
import { fetchJson } from "../../../data/api/fetch-answer.ts";
import type { DisplayedCluster } from "../../../data/cluster/displayed-cluster.ts";
import { onNextFrame } from "../../../data/computed/on-next-frame.ts";
import type { UrlMoment } from "../../../data/url/moment.ts";
import { goToMoment } from "../../../data/url/navigation.ts";
import { type TimelineEnd, timelineEnd } from "../timeline-end.ts";
import { HistoryPlayer, type PlayerStatus } from "./history-player.ts";

/** Interval between updates of the URL while it plays. */
const URL_INTERVAL_MS = 1000;

/** The player's reaction to a new URL. */
export type FollowMode = { readonly kind: "seek"; readonly atMs: number } | { readonly kind: "leave" } | { readonly kind: "stay" };

const STAY: FollowMode = { kind: "stay" };

/** Returns how the player follows a URL. It ignores a URL that it wrote itself. *Trap*: that URL arrives after the page
 *  has drawn, when a running player is further on. Following it would move the player back and stop it. `lastUrlMs`:
 *  the moment that the player wrote or followed last. */
export function followModeOf(moment: UrlMoment, lastUrlMs: number | undefined, wantedMs: number | undefined): FollowMode {
  if (moment.kind === "now") return wantedMs === undefined ? STAY : { kind: "leave" };
  if (moment.kind !== "past" || moment.atMs === wantedMs) return STAY;
  return wantedMs !== undefined && moment.atMs === lastUrlMs ? STAY : { kind: "seek", atMs: moment.atMs };
}

/** Connects the player, the shown cluster, and the moment in the URL. */
export class TimeTravel {
  readonly player: HistoryPlayer;
  readonly #shown: DisplayedCluster;
  #kept: KeptHistory | undefined;
  #epoch: string | undefined;
  #urlWrittenAtMs = 0;
  /** The moment in the URL, if this object wrote or followed it. */
  #lastUrlMs: number | undefined;

  constructor(shown: DisplayedCluster) {
    this.#shown = shown;
    this.player = new HistoryPlayer({
      fetchFrames: (fromMs, toMs, signal) =>
        fetchJson<HistoryFramesAnswer>(PATHS.historyFrames, { from: String(fromMs), to: String(Math.max(fromMs, toMs)) }, signal),
      nowMs: () => this.nowMs(),
      kept: () => this.#kept,
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      onNextFrame: (call) => {
        let isOver = false;
        onNextFrame(() => {
          if (!isOver) call(performance.now());
        });
        return () => {
          isOver = true;
        };
      },
      onStatus: (status) => this.#onStatus(status),
    });
    shown.live.subscribe(() => this.#onLive());
  }

  /** Returns the end of the known time of the cluster, also while the history is shown. */
  end(): TimelineEnd {
    return timelineEnd(this.#shown.live.snapshot(), Date.now(), this.#kept?.toMs);
  }

  /** Cluster time of the end. */
  nowMs(): number {
    return this.end().endMs;
  }

  keep(kept: KeptHistory | undefined): void {
    this.#kept = kept;
  }

  /** Goes to the moment in the URL. */
  follow(moment: UrlMoment): void {
    const following = followModeOf(moment, this.#lastUrlMs, this.player.status().wantedMs);
    this.#lastUrlMs = moment.kind === "past" ? moment.atMs : undefined;
    if (following.kind === "seek") this.player.seek(following.atMs);
    if (following.kind === "leave") this.player.leave();
    if (moment.kind === "now") this.#shown.show(undefined);
  }

  goTo(atMs: number): void {
    this.player.seek(Math.min(atMs, this.nowMs()));
  }

  /** Passes a moment during a drag: the URL is updated when the handle stops. */
  passTo(atMs: number): void {
    this.player.seek(Math.min(atMs, this.nowMs()), true);
  }

  now(): void {
    this.player.leave();
    this.#shown.show(undefined);
    goToMoment(undefined);
  }

  #onStatus({ wantedMs, isShown, rate }: PlayerStatus): void {
    if (wantedMs === undefined) {
      this.#shown.show(undefined);
      goToMoment(undefined, { replace: true });
      return;
    }
    if (!isShown) return;
    const wasNow = this.#shown.snapshot().moment === undefined;
    this.#shown.show(this.player);
    const { moment } = this.player.snapshot();
    if (moment?.askedAtMs === undefined) return;
    const realMs = performance.now();
    if (rate > 0 && realMs - this.#urlWrittenAtMs < URL_INTERVAL_MS) return;
    this.#urlWrittenAtMs = realMs;
    this.#lastUrlMs = moment.atMs;
    goToMoment(moment.atMs, { replace: !wasNow });
  }

  #onLive(): void {
    // Pending frames are of the same log, so there is no need to read them.
    const { state } = this.#shown.live.peek();
    if (state === undefined || state.epoch === this.#epoch) return;
    const isAnother = this.#epoch !== undefined;
    this.#epoch = state.epoch;
    if (isAnother) this.player.forget();
  }
}

const travels = new WeakMap<DisplayedCluster, TimeTravel>();

/** Returns the instance for a cluster; creates it on first use. */
export function timeTravelOf(shown: DisplayedCluster): TimeTravel {
  const travel = travels.get(shown) ?? new TimeTravel(shown);
  travels.set(shown, travel);
  return travel;
}
