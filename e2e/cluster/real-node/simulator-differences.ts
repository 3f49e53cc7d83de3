import type { CaseName } from "../../real-node/cases.ts";

/** Where the simulated kubelet differs from a real one, and why. The tests fail if a difference no longer exists. */
export const OTHER_STATES: Partial<Record<CaseName, string>> = {
  "evicted-badly": "always reports the exit; a real pod sometimes loses it in a race",
  "sidecar-crash": "the other containers start in the sync that started the sidecar",
};

/** The counts of events depend on the jitter of the back-off, or on other pods of the recorded node. */
export const OTHER_EVENTS: Partial<Record<CaseName, string>> = {
  liveness: "counts of events depend on the jitter of the back-off",
  hostport: "alone on its node, so that it has no rival",
  "port-taken": "alone on its node, so that it has no rival",
};

const EVICTED = {
  gap: /^Running ready: main running 0 → /,
  reason: "50 to 62 s to the eviction; kubelet measures each minute, at another moment",
};

/** Gaps whose length differs. The pattern matches `STATE → STATE`. */
export const OTHER_TIMES: Partial<Record<CaseName, { readonly gap: RegExp; readonly reason: string }>> = {
  "evicted-well": EVICTED,
  "evicted-badly": EVICTED,
};

/** Differences that concern no single case. */
export const GENERAL_DIFFERENCES = [
  "Starts take 1 to 2 s. On the recorded node they took up to 30 s, because 40 pods started at once.",
  "Init containers of ordinary images take no time, so that stories stay short.",
  "A server listens at once. A real one refuses the first probes.",
  "Images named `unready` need no probe, so that manifests stay short.",
  "Containers of a terminating pod stop together.",
  "In `big-cluster`, kubelets write no Normal events. There would be hundreds of thousands.",
] as const;
