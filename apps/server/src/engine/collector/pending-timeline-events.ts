import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { TimelineRecorder } from "../../history/timeline/timeline-recorder.ts";
import type { StoredMessage } from "../stream/event-log-stream.ts";
import { parseSegmentSummary, type SegmentSummary } from "../stream/stream-block-store.ts";

/**
 * Timeline events of a followed log that its writer has not published yet. A killed writer never does, and its
 * successor publishes them instead.
 */
export class PendingTimelineEvents {
  #timeline = new TimelineRecorder();
  #fromMs = 0;

  begin(state: ClusterState): void {
    this.#timeline = new TimelineRecorder();
    this.#timeline.begin(state);
    this.#fromMs = state.at;
  }

  take(before: ClusterState, frame: Frame): void {
    this.#timeline.take(before, frame);
  }

  /** The writer has published the time until `untilMs`. */
  receive(message: StoredMessage): void {
    if (message.kind !== "told") return;
    const { untilMs } = parseSegmentSummary(message);
    if (untilMs <= this.#fromMs) return;
    this.#fromMs = untilMs;
    this.#timeline.forgetBefore(untilMs);
  }

  /** Returns all of them until a moment, and the moment at which they start. */
  word(untilMs: number): { readonly fromMs: number; readonly word: SegmentSummary } {
    return { fromMs: this.#fromMs, word: { untilMs, part: this.#timeline.part(this.#fromMs, untilMs) } };
  }
}
