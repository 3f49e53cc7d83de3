import type { Mark } from "@daemonscope/daemonset/records/mark";
import { pause } from "../cluster/pace.ts";
import type { LoggedTick } from "../log/entry.ts";
import type { LogPlayer } from "../log/log-player.ts";
import { type Beat, SILENT_MS } from "./beat.ts";
import { FollowedLog } from "./followed-log.ts";
import { Fenced } from "./log-stream.ts";
import { claim } from "./stream-store.ts";
import { UntoldHappenings } from "./untold-happenings.ts";
import { type Takeover, type WrittenPlan, WrittenWatch } from "./written-watch.ts";

/** What is collected, where it goes, and who else does. */
export interface CollectorOptions extends WrittenPlan {
  readonly hearBeats: (onBeat: (beat: Beat) => void, signal: AbortSignal) => Promise<void>;
  readonly onState: (state: "standingBy" | "writing" | "fenced") => void;
  /** Answers what is asked of the cluster itself, from the claim on and as long as it writes. */
  readonly answer: (run: string) => { close(): void };
}

const LOOK_MS = 250;

/** Writes a cluster's log into a stream, or stands by while another does: it follows what the other writes, and goes on from there when the other is not heard of any more. Who writes is decided by
 *  the stream alone: a writer whose next block is not the stream's next is fenced, however it came to that (a frozen process, a cut network), and stands by from then on.
 *  *Invariant*: a block of a run that was claimed over is in no stream. */
export class Collector {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Until the signal. Throws what the engine says when it cannot go on. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#options.onState("standingBy");
      const takeover = await this.#standBy(signal);
      if (takeover === undefined) return;
      this.#options.onState("writing");
      await this.#write(takeover, signal);
      if (!signal.aborted) this.#options.onState("fenced");
    }
  }

  /** Follows the stream until nobody writes it and the claim is ours; undefined where the signal ended it. */
  async #standBy(signal: AbortSignal): Promise<Takeover | undefined> {
    const { stream, hearBeats, timers, newName, onProblem } = this.#options;
    const end = new AbortController();
    const until = AbortSignal.any([signal, end.signal]);
    const run = newName();
    let claimed: (() => void) | undefined;
    const untold = new UntoldHappenings();
    const followed = new FollowedLog(stream, {
      onStart: ({ state }, isSame) => {
        if (!isSame) untold.begin(state);
      },
      onFrame: (frame, _player, before) => untold.take(before, frame),
      onWord: (message) => untold.hear(message),
      onClaim: (name) => {
        heardAtMs = timers.elapsedMs();
        if (name === run) claimed?.();
      },
      onProblem,
    });
    let heardAtMs = timers.elapsedMs();
    const hearing = hearBeats(() => {
      heardAtMs = timers.elapsedMs();
    }, until);
    const following = followed.follow(until);
    // What the engine refuses is told where it is awaited.
    following.catch(() => undefined);
    try {
      if ((await stream.lastSeq()) === 0) heardAtMs = Number.NEGATIVE_INFINITY;
      while (!signal.aborted) {
        const isSilent = timers.elapsedMs() - heardAtMs >= SILENT_MS;
        const lastSeq = followed.seenSeq;
        if (isSilent && lastSeq === (await stream.lastSeq())) {
          const taken = new Promise<void>((done) => {
            claimed = done;
          });
          try {
            const claimSeq = await claim(stream, run, lastSeq, this.#claimOf(followed.player));
            // All who follow tick at the claim, this one too.
            await Promise.race([taken, following]);
            end.abort();
            await following;
            const { player } = followed;
            return { run, claimSeq, player, ...(player === undefined ? {} : { untold: untold.word(player.atMs) }) };
          } catch (error) {
            if (!(error instanceof Fenced)) throw error;
            heardAtMs = timers.elapsedMs();
          }
        }
        await Promise.race([pause(LOOK_MS, signal, timers), following]);
      }
      return undefined;
    } finally {
      end.abort();
      await hearing;
      if (signal.aborted) await following;
    }
  }

  #claimOf(player: LogPlayer | undefined): { readonly tick?: LoggedTick } {
    if (player === undefined) return {};
    const nowMs = Math.max(this.#options.clock.nowMs(), player.model.reading.nowMs);
    const atMs = Math.max(nowMs, player.state.at);
    const gap: Mark = { kind: "handedOver", atMs, fromMs: player.atMs };
    return { tick: { atMs, nowMs, gaps: [gap] } };
  }

  /** Resolves when it is fenced, or at the signal. */
  async #write(takeover: Takeover, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const answering = this.#options.answer(takeover.run);
    const writing = new WrittenWatch(this.#options, takeover, () => over.abort());
    await untilAborted(AbortSignal.any([signal, over.signal]));
    answering.close();
    await writing.close();
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
