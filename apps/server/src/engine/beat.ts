import type { SourceStatuses } from "@daemonscope/shared/source-status";

/** What the writer of a log tells twice a second and nobody keeps: that it is there, what time it is in its cluster, and how old what it read is. */
export interface Beat {
  readonly run: string;
  /** Of the frames that follow from its log, as of now. */
  readonly seq: number;
  readonly hash: string;
  /** On the cluster's clock, which is the writer's; `clockRate`: cluster milliseconds in a real one. */
  readonly atMs: number;
  readonly clockRate: number;
  /** Dated on that clock. */
  readonly sources: SourceStatuses;
  /** What it told last is not kept yet: for so long, and why, as the engine says it. */
  readonly unkept?: { readonly forMs: number; readonly why: string };
}

export const BEAT_MS = 500;
/** Who follows says that a writer is not heard when it was silent for so long: three beats, and some. */
export const UNHEARD_MS = 1600;
/** A writer that is not heard of for so long may be gone: whoever stands by takes over. */
export const SILENT_MS = 3000;

export const beatBytes = (beat: Beat): Uint8Array => Buffer.from(JSON.stringify(beat), "utf8");

/** Undefined for what is no beat of this version. */
export function readBeat(bytes: Uint8Array): Beat | undefined {
  try {
    const beat = JSON.parse(Buffer.from(bytes).toString("utf8")) as Partial<Beat>;
    const isBeat =
      typeof beat.run === "string" && typeof beat.seq === "number" && typeof beat.atMs === "number" && typeof beat.sources === "object";
    return isBeat ? (beat as Beat) : undefined;
  } catch {
    return undefined;
  }
}
