/** Where a rollout stands, by the rules of `kubectl rollout status` (R1–R6), with its sentence. */
export interface RolloutState {
  readonly kind: "unobserved" | "updating" | "waitingForAvailable" | "complete" | "onDelete" | "noNodes";
  /** kubectl's own sentence, word for word. */
  readonly message: string;
}

/** Our inference about a DaemonSet, never a Kubernetes status. Null when nothing calls for a person. */
export interface Concern {
  readonly kind: "stuck" | "failing" | "surgeImpossible" | "waitsForYou" | "misscheduled" | "nodesUnready" | "unavailable";
  /** One sentence in plain words, with numbers: `no change for 5m while 3 places are held by ImagePullBackOff`. */
  readonly message: string;
  readonly sinceMs: number | undefined;
}
