import type { SourceStatus } from "@daemonscope/shared/source-status";
import type { KubeErrorCode } from "../kube-request-error.ts";
import type { Pace } from "../pace.ts";
import type { ReflectorCounts } from "../reflector.ts";
import type { PodBatch } from "./pod-batch.ts";
import type { PodPart } from "./pod-part.ts";

/** With what a request is sent: headers, and settings of TLS. */
export type RequestSettings = Readonly<Record<string, unknown>>;

/** What became of credentials that were asked for. */
export type Authorized =
  | { readonly settings: RequestSettings; readonly ticket: number }
  | { readonly code: KubeErrorCode; readonly message: string };

/** What a worker is told. A watch is a part of the pods, watched from some moment on: it has a number that no other has. */
export type ToWorker =
  /** First of all. */
  | { readonly kind: "open"; readonly server: string; readonly pace: Pace; readonly requestTimeoutMs: number | undefined }
  | { readonly kind: "watch"; readonly watch: number; readonly part: PodPart }
  | { readonly kind: "end"; readonly watch: number }
  | { readonly kind: "probed"; readonly alive: boolean; readonly detail: string }
  | { readonly kind: "retryNow" }
  | { readonly kind: "authorized"; readonly question: number; readonly answer: Authorized }
  /** A batch was taken in. */
  | { readonly kind: "taken" };

/** What a worker tells, in the order in which it happened. */
export type FromWorker =
  | { readonly kind: "batch"; readonly watch: number; readonly batch: PodBatch }
  | { readonly kind: "status"; readonly watch: number; readonly status: SourceStatus }
  /** Something of what is said now and then is other than before. */
  | { readonly kind: "pulse"; readonly watch: number; readonly provenAtMs: number | undefined; readonly counts: ReflectorCounts }
  | { readonly kind: "synced"; readonly watch: number }
  | { readonly kind: "gap"; readonly watch: number; readonly fromMs: number }
  | { readonly kind: "problem"; readonly text: string }
  /** The server sent a pod that is not of this part: it took no notice of the selector. */
  | { readonly kind: "strayed"; readonly watch: number }
  | {
      readonly kind: "authorize";
      readonly question: number;
      readonly headers: Readonly<Record<string, unknown>>;
      readonly refused: number | undefined;
    };

/** One end of what two threads speak through. Whoever hears is told of each message once, in order, and of the end. */
export interface Port<Out, In> {
  send(message: Out, memory?: readonly ArrayBuffer[]): void;
  hear(onMessage: (message: In) => void): void;
}
