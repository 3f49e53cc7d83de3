import type { SourceStatuses } from "@daemonscope/kube/source-status";

/**
 * The heartbeat of a log's writer: twice a second, and not stored. It carries the time in the cluster, and the age of
 * the data that the writer read.
 */
export interface WriterHeartbeat {
  readonly run: string;
  /** Seq of the last frame that follows from the log. */
  readonly seq: number;
  /** The hash of the state after that frame. */
  readonly hash: string;
  /** On the cluster's clock, as the writer has it. `clockRate`: cluster milliseconds per real millisecond. */
  readonly atMs: number;
  readonly clockRate: number;
  /** Their times are on the cluster's clock, like `atMs`. */
  readonly sources: SourceStatuses;
  /** The last message is not stored yet: for how long, and the reason in the words of the engine. */
  readonly unkept?: { readonly forMs: number; readonly why: string };
}

export const WRITER_HEARTBEAT_MS = 500;
/**
 * A follower reports a writer as disconnected after this time without a heartbeat: a little more than three
 * heartbeats.
 */
export const WRITER_TIMEOUT_MS = 1600;
/** After this time without a heartbeat the writer may be gone, and a standby takes over. */
export const TAKEOVER_AFTER_MS = 3000;

export const encodeHeartbeat = (heartbeat: WriterHeartbeat): Uint8Array => Buffer.from(JSON.stringify(heartbeat), "utf8");

/** Returns undefined for data that is not a heartbeat of this version. */
export function decodeHeartbeat(bytes: Uint8Array): WriterHeartbeat | undefined {
  try {
    const heartbeat = JSON.parse(Buffer.from(bytes).toString("utf8")) as Partial<WriterHeartbeat>;
    const isHeartbeat =
      typeof heartbeat.run === "string" &&
      typeof heartbeat.seq === "number" &&
      typeof heartbeat.atMs === "number" &&
      typeof heartbeat.sources === "object";
    return isHeartbeat ? (heartbeat as WriterHeartbeat) : undefined;
  } catch {
    return undefined;
  }
}
