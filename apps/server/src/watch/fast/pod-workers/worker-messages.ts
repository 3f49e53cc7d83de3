import type { SourceStatus } from "@daemonscope/kube/source-status";
import type { RetryPolicy } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { KubeErrorCode } from "@daemonscope/kube-client/http/request-error";
import type { ReflectorCounts } from "@daemonscope/kube-client/list-watch/reflector";
import type { PodBatch } from "./pod-batch.ts";
import type { PodPartition } from "./pod-partition.ts";

/** Settings of a request: headers and TLS settings. */
export type RequestSettings = Readonly<Record<string, unknown>>;

/** The answer to a request for credentials. */
export type Authorized =
  | { readonly settings: RequestSettings; readonly ticket: number }
  | { readonly code: KubeErrorCode; readonly message: string };

/** Messages to a worker. `watch` is the number of one watch of a partition; a restarted watch has a new number. */
export type WorkerCommand =
  /** The first message. */
  | { readonly kind: "open"; readonly server: string; readonly pace: RetryPolicy; readonly requestTimeoutMs: number | undefined }
  | { readonly kind: "watch"; readonly watch: number; readonly part: PodPartition }
  | { readonly kind: "end"; readonly watch: number }
  | { readonly kind: "probed"; readonly alive: boolean; readonly detail: string }
  | { readonly kind: "retryNow" }
  | { readonly kind: "authorized"; readonly question: number; readonly answer: Authorized }
  /** A batch was applied. */
  | { readonly kind: "taken" };

/** Messages from a worker, in the order of the events. */
export type WorkerEvent =
  | { readonly kind: "batch"; readonly watch: number; readonly batch: PodBatch }
  | { readonly kind: "status"; readonly watch: number; readonly status: SourceStatus }
  /** The time or the counters of a watch changed. */
  | { readonly kind: "pulse"; readonly watch: number; readonly provenAtMs: number | undefined; readonly counts: ReflectorCounts }
  | { readonly kind: "synced"; readonly watch: number }
  | { readonly kind: "gap"; readonly watch: number; readonly fromMs: number }
  | { readonly kind: "problem"; readonly text: string }
  /** The server sent a pod outside this part: it ignored the selector. */
  | { readonly kind: "strayed"; readonly watch: number }
  | {
      readonly kind: "authorize";
      readonly question: number;
      readonly headers: Readonly<Record<string, unknown>>;
      readonly refused: number | undefined;
    };

/** One end of the connection between two threads. The receiver gets each message once, in order. */
export interface Port<Out, In> {
  send(message: Out, memory?: readonly ArrayBuffer[]): void;
  listen(onMessage: (message: In) => void): void;
}
