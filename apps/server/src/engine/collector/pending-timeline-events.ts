import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { TimelineRecorder } from "../../history/timeline/timeline-recorder.ts";
import type { StoredMessage } from "../stream/event-log-stream.ts";
import { parseSegmentSummary, type SegmentSummary } from "../stream/stream-block-store.ts";

/**
 * Timeline events of a followed log that its writer has not published yet. If the writer is killed, its successor
 * publishes them.
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

  /** Forgets the events that a message of the writer has published. */
  receive(message: StoredMessage): void {
    if (message.kind !== "told") return;
    const { untilMs } = parseSegmentSummary(message);
    if (untilMs <= this.#fromMs) return;
    this.#fromMs = untilMs;
    this.#timeline.forgetBefore(untilMs);
  }

  /** Returns the pending events until `untilMs`, and the time from which on they are complete. */
  summary(untilMs: number): { readonly fromMs: number; readonly summary: SegmentSummary } {
    return { fromMs: this.#fromMs, summary: { untilMs, part: this.#timeline.part(this.#fromMs, untilMs) } };
  }
}
