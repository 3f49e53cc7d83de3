/** Maximum number of containers that one reader follows at a time. */
export const STREAMS_EACH = 50;
/** Maximum number of lines, and maximum age, of a request. */
export const MAX_TAIL_LINES = 5000;
export const MAX_SINCE_SECONDS = 7 * 86_400;
/** Maximum bytes of a line that are sent; the rest is only counted. */
export const LOG_LINE_BYTES = 16_384;

/** One container of one pod that is followed. */
export interface ContainerLogStream {
  readonly pod: string;
  readonly node: string;
  readonly container: string;
}

/** A container that the user can choose. */
export interface LogContainer {
  readonly name: string;
  readonly kind: "init" | "container" | "ephemeral";
}

/**
 * A line of the answer of GET /api/logs?namespace=&daemonSet=[&pod=][&container=][&previous=true][&tail=][&since=].
 * Without a pod the answer continues with new pods until the DaemonSet is deleted. `at` is on the clock of the cluster.
 */
export type LogMessage =
  /** The first message: the followed streams. `leftOut` counts pods beyond STREAMS_EACH. */
  | {
      readonly kind: "streams";
      readonly streams: readonly ContainerLogStream[];
      readonly leftOut: number;
      readonly containers: readonly LogContainer[];
      readonly container: string;
    }
  /** Lines of one stream, as the API returns them: the time is before the first space. */
  | { readonly kind: "lines"; readonly stream: number; readonly lines: readonly string[] }
  /** A new pod is followed under the next stream number. `after` is the last stream that was followed on its node. */
  | {
      readonly kind: "joined";
      readonly stream: number;
      readonly opened: ContainerLogStream;
      readonly after: number | undefined;
      readonly at: number;
    }
  /**
   * The stream ended; `problem` is the reason, unless the end is normal. `isLeaving`: the pod is terminating or
   * deleted.
   */
  | {
      readonly kind: "ended";
      readonly stream: number;
      readonly problem: string | undefined;
      readonly isLeaving: boolean;
      readonly at: number;
    }
  /** An ended stream is followed again, because its container was started. */
  | { readonly kind: "resumed"; readonly stream: number; readonly at: number }
  /** The current number of pods beyond STREAMS_EACH. */
  | { readonly kind: "leftOut"; readonly count: number }
  /** Keepalive: no new line, and the server is alive. */
  | { readonly kind: "beat" };
