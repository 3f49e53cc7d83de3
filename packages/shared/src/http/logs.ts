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

/** A line of the answer of GET /api/logs?namespace=&daemonSet=[&pod=][&container=][&previous=true][&tail=][&since=]. */
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
  /** Nothing more comes of it; `problem` is why, unless it is simply over. */
  | { readonly kind: "ended"; readonly stream: number; readonly problem: string | undefined }
  /** Nothing happened, and the server is there. */
  | { readonly kind: "beat" };
