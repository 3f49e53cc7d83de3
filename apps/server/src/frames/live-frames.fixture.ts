import { PassThrough } from "node:stream";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { SOURCES, type SourceStatuses } from "@daemonscope/kube/source-status";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { FrameReader, wireFrameOf } from "@daemonscope/shared/codec/read-frame";
import { type ClusterStateOf, withNodeList } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import type { EventQueue } from "../feed/event-queue.ts";
import type { FrameObserver } from "./frame-source.ts";
import { LiveFrames } from "./live-frames.ts";
import type { FrameLogLimits } from "./log/frame-log.ts";

export const allSourcesLive = (provenAtMs: number): SourceStatuses =>
  Object.fromEntries(SOURCES.map((name) => [name, { state: "live", provenAtMs }])) as unknown as SourceStatuses;

/** Live frames with a real model and a real log. The test moves the time. */
export function liveFramesOnManualTime({
  gates,
  tapOf,
  soon,
  onStatuses,
  firstStatuses,
  ...options
}: {
  readonly ring?: FrameLogLimits;
  readonly gates?: MatchingGates;
  /** Creates the observer of the frames' inputs. */
  readonly tapOf?: (model: ClusterModel) => FrameObserver;
  readonly queue?: EventQueue;
  /** Replaces `soon` of the manual time. */
  readonly soon?: Timers["soon"];
  readonly isWhole?: () => boolean;
  /** The first statuses of these sources; all others are live. */
  readonly firstStatuses?: Partial<SourceStatuses>;
  /** Called on each read of the sources. */
  readonly onStatuses?: () => void;
} = {}) {
  const time = manualTime();
  const model = new ClusterModel({ nowMs: time.nowMs(), ...(gates === undefined ? {} : { gates }) });
  let statuses: SourceStatuses = { ...allSourcesLive(time.nowMs()), ...firstStatuses };
  const live = new LiveFrames({
    model,
    identity: { context: "test", server: "http://127.0.0.1:1", version: "v1.36.0", simulated: false },
    epoch: "e1",
    build: "test",
    clock: time.clock,
    timers: soon === undefined ? time.timers : { ...time.timers, soon },
    random: () => 0.5,
    statuses: () => {
      onStatuses?.();
      return statuses;
    },
    wallNowMs: time.nowMs,
    tap: tapOf?.(model),
    ...options,
  });
  return {
    time,
    model,
    live,
    setStatuses(next: SourceStatuses) {
      statuses = next;
    },
    /** Wakes the ticker, and lets it tick. */
    tick(ms = 50) {
      live.wake();
      time.pass(ms);
    },
  };
}

interface SseMessage {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads fields of any message
  readonly data: any;
}

const dataOf = (fields: ReadonlyMap<string, string>): unknown =>
  fields.get("event") === "frame"
    ? wireFrameOf(fields.get("id") ?? "", fields.get("data") ?? "")
    : JSON.parse(fields.get("data") ?? "null");

/** Parses the messages of an event stream, except those that an `again` message repeats. Frames stay encoded. */
export function messagesIn(text: string): readonly SseMessage[] {
  let repeatsLeft = 0;
  return allMessagesIn(text).filter(({ event, data }) => {
    const isRepeat = repeatsLeft > 0;
    if (isRepeat) repeatsLeft -= 1;
    else if (event === "again") repeatsLeft = data.messages;
    return !isRepeat && event !== "again";
  });
}

function allMessagesIn(text: string): readonly SseMessage[] {
  return text
    .split("\n\n")
    .map((block) => new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()])))
    .filter((fields) => fields.has("event"))
    .map((fields) => ({ id: fields.get("id"), event: fields.get("event") ?? "", data: dataOf(fields) }));
}

/** Decodes the frames among messages, each against the state of those before it. `before`: the state to which the first
 *  one applies. */
export function framesIn(messages: readonly SseMessage[], before: ClusterStateOf): readonly Frame[] {
  const reader = new FrameReader(withNodeList(before));
  return messages
    .filter(({ event }) => event === "frame")
    .map(({ data }) => {
      const frame = reader.read(data);
      if (frame === undefined) throw new Error("an encoded frame cannot be decoded");
      return frame;
    });
}

/** A socket that keeps all bytes. */
export function collectingSocket() {
  const out = new PassThrough({ highWaterMark: 1 << 30 });
  return { out, messages: () => messagesIn((out.read() as Buffer | null)?.toString("utf8") ?? "") };
}
