/**
 * HTTP paths of the server. Pages are under `/` and `/daemonsets/<namespace>/<name>`. View state is in the query (see
 * data/url/url.ts of the page).
 */
export const PATHS = {
  /** `?atLeast=SEQ`: any keyframe from SEQ on; without it, the current one. */
  keyframe: "/api/keyframe",
  /**
   * `?after=EPOCH.SEQ`: frames after that one; `Last-Event-ID` has precedence. `&retry=now`: a user waits, so the
   * server retries the cluster without further delay.
   */
  stream: "/api/stream",
  explain: "/api/explain",
  /** How the pod of a pair was created (see http/trail.ts). */
  trail: "/api/trail",
  node: "/api/node",
  nodePods: "/api/node-pods",
  /** The requests of a pending pod against its node (see http/capacity.ts). */
  fit: "/api/fit",
  /** Requested and allocatable resources of a node (see http/capacity.ts). */
  nodeCapacity: "/api/node-capacity",
  /** Writers of the taints and labels of a node (see http/node-field-managers.ts). */
  nodeManagers: "/api/node-managers",
  daemonSetPods: "/api/daemonset-pods",
  /** Pods of DaemonSets by a part of their name (see http/pod-search.ts). */
  podsNamed: "/api/pods-named",
  /** For a DaemonSet: whether each node may run a pod, and which check decides. */
  eligibility: "/api/eligibility",
  /** Times from the join of a node to the first ready pod of a DaemonSet, by pool (see http/joins.ts). */
  joins: "/api/joins",
  /** No parameters. */
  taints: "/api/taints",
  /** `?key=`: a label key; by default the most useful one. */
  labels: "/api/labels",
  /** Weaknesses of all DaemonSets (see http/audit.ts). */
  audit: "/api/audit",
  /** `?daemonSet=NAMESPACE/NAME`: its nodes too (see http/audit.ts). */
  costs: "/api/costs",
  /** One pod, read from the cluster per request (see http/pod.ts). */
  pod: "/api/pod",
  events: "/api/events",
  /** Container logs as a stream: one JSON message per line (see http/logs.ts). */
  logs: "/api/logs",
  /** Ports and Services that reach the pods of a DaemonSet (see http/reach.ts). */
  reach: "/api/reach",
  /** One object as YAML. */
  yaml: "/api/yaml",
  revisions: "/api/revisions",
  /** Stored rollouts of a DaemonSet, and the report of one (see http/rollouts.ts). */
  rollouts: "/api/rollouts",
  /** All clusters of a server with several (see http/clusters.ts). Paths of one cluster are below `clusters/NAME/`. */
  clusters: "/api/clusters",
  /** The template difference of a DaemonSet between two clusters. */
  clustersDifference: "/api/clusters/difference",
  /** The stored history and its timeline events (see http/history.ts). */
  history: "/api/history",
  /** Keyframe and frames of a past time range. */
  historyFrames: "/api/history/frames",
  /** A past time range as a file, for `daemonscope replay`. */
  historyRecording: "/api/history/recording",
  /** The rights of the caller (see http/rights.ts). */
  rights: "/api/rights",
  /** Only for a simulated cluster: see http/lab.ts. Commands are POSTs below this path. */
  lab: "/api/lab",
  /** The changing part of the lab state, for polling. */
  labNow: "/api/lab-now",
  /** The lessons of the course on the lab (see http/course.ts). */
  labCourse: "/api/lab-course",
  /** `?lesson=&step=`: checks a step on the simulated cluster. */
  labCheck: "/api/lab-check",
  /** The effect of previewed changes (see http/what-if.ts): a POST that sends nothing to the cluster. */
  whatIf: "/api/what-if",
  whatIfPair: "/api/what-if/pair",
  /** Whether the caller may act, plans, and action runs (see http/actions.ts). */
  acting: "/api/acting",
  actions: "/api/actions",
  actionPlan: "/api/actions/plan",
  actionBatch: "/api/actions/batch",
  /** The signed-in user (see http/session.ts). */
  session: "/api/session",
  signIn: "/api/sign-in",
  /** Redirects to a sign-in provider; `to`: the path to return to. */
  signInAway: "/api/sign-in/away",
  /** The redirect target of the provider. */
  signInReturn: "/api/sign-in/return",
  signOut: "/api/sign-out",
  livez: "/livez",
  readyz: "/readyz",
  version: "/version",
  metrics: "/metrics",
  /** The state of each DaemonSet for Prometheus, as the page shows it. The metrics contain names of DaemonSets. */
  daemonSetMetrics: "/metrics/daemonsets",
} as const;

/**
 * Query of the first keyframe of a page: any seq of this epoch, so that clients can share one. The page and the preload
 * in its head must use exactly this query.
 */
export const RECENT_KEYFRAME = { atLeast: "0" } as const;

/** In every response: the epoch of the log that answered. In a request: the epoch of the log that the client has. */
export const LOG_HEADER = "daemonscope-log";

/** The body of every error response. `message` is one sentence: the subject, the cause, the next step. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  /** Existing names similar to the requested one. */
  readonly nearest?: readonly string[];
  /** Values in the message, for translations. */
  readonly params?: Readonly<Record<string, string | number>>;
}
