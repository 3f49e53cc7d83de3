/** Where a rollout stands, by the rules of `kubectl rollout status` (R1–R6), with its sentence. */
export interface RolloutState {
  readonly kind: "unobserved" | "updating" | "waitingForAvailable" | "complete" | "onDelete" | "noNodes";
  /** kubectl's own sentence, word for word. */
  readonly message: string;
}

/** Our inference about a DaemonSet, never a Kubernetes status. Null when nothing calls for a person. */
export interface Concern {
  readonly kind: "stuck" | "failing" | "surgeImpossible" | "waitsForYou" | "misscheduled" | "nodesUnready" | "unavailable";
  /** One sentence in plain words, with numbers: `1 of 1 place used, 1 held by ImagePullBackOff`. How long is for `sinceMs`: a sentence would grow old. */
  readonly message: string;
  readonly sinceMs: number | undefined;
}
