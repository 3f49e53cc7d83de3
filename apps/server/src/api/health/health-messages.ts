import type { HealthAnswer, HealthRequest } from "./health-listener.ts";

/** A heartbeat proves that the main thread runs. */
export type ToHealthThread =
  | { readonly kind: "beat" }
  | { readonly kind: "close" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: HealthAnswer };

export type FromHealthThread =
  | { readonly kind: "listening" }
  | { readonly kind: "failed"; readonly code: string | undefined; readonly message: string }
  | { readonly kind: "request"; readonly id: number; readonly request: HealthRequest };

export const BEAT_MS = 1000;
