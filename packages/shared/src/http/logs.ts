/** Containers that are followed for one reader at one time. */
export const STREAMS_EACH = 50;
/** The most lines, and the longest time, that may be asked for. */
export const MOST_TAIL_LINES = 5000;
export const LONGEST_SINCE_SECONDS = 7 * 86_400;
/** Bytes of a line that are told; the rest is counted. */
export const LOG_LINE_BYTES = 16_384;

/** One container of one pod that is followed. */
export interface LogStream {
  readonly pod: string;
  readonly node: string;
  readonly container: string;
}

/** A container that can be chosen. */
export interface LogContainer {
  readonly name: string;
  readonly kind: "init" | "container" | "ephemeral";
}

/** A line of the answer of GET /api/logs?namespace=&daemonSet=[&pod=][&container=][&previous=true][&tail=][&since=].
 *  Without a pod it goes on with the pods that come later, until the DaemonSet is gone. `at` is on the cluster's clock. */
export type LogMessage =
  /** The first: what is followed. `leftOut` are pods beyond STREAMS_EACH. */
  | {
      readonly kind: "streams";
      readonly streams: readonly LogStream[];
      readonly leftOut: number;
      readonly containers: readonly LogContainer[];
      readonly container: string;
    }
  /** Of the stream with this number: each line as the API has it, its time before the first space. */
  | { readonly kind: "lines"; readonly stream: number; readonly lines: readonly string[] }
  /** A pod came later, and is followed under the next number; `after` is the stream that was followed last on its node. */
  | {
      readonly kind: "joined";
      readonly stream: number;
      readonly opened: LogStream;
      readonly after: number | undefined;
      readonly at: number;
    }
  /** Nothing more comes of it; `problem` is why, unless it is simply over. `isLeaving`: its pod is deleted, or gone. */
  | {
      readonly kind: "ended";
      readonly stream: number;
      readonly problem: string | undefined;
      readonly isLeaving: boolean;
      readonly at: number;
    }
  /** One that ended is followed again: its container was started. */
  | { readonly kind: "resumed"; readonly stream: number; readonly at: number }
  /** So many pods are beyond STREAMS_EACH now. */
  | { readonly kind: "leftOut"; readonly count: number }
  /** Nothing happened, and the server is there. */
  | { readonly kind: "beat" };
