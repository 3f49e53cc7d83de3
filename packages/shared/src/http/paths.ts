/** The server's HTTP paths. Pages live under `/` and `/daemonsets/<namespace>/<name>`; view state is in the query (see the page's address/url.ts). */
export const PATHS = {
  /** `?atLeast=SEQ`: a keyframe from SEQ on will do; without it, the keyframe of now. */
  keyframe: "/api/keyframe",
  /** `?after=EPOCH.SEQ`: frames after that one; `Last-Event-ID` wins over it. `&retry=now`: a person waits, so that tries to reach the cluster wait no longer. */
  stream: "/api/stream",
  explain: "/api/explain",
  /** How a pair's pod came to be (see http/trail.ts). */
  trail: "/api/trail",
  node: "/api/node",
  nodePods: "/api/node-pods",
  /** What a pair's pod that waits needs of its node (see http/capacity.ts). */
  fit: "/api/fit",
  /** What is requested on a node against what it has (see http/capacity.ts). */
  nodeCapacity: "/api/node-capacity",
  /** Who wrote the taints and labels of a node (see http/node-managers.ts). */
  nodeManagers: "/api/node-managers",
  daemonSetPods: "/api/daemonset-pods",
  /** Pods of DaemonSets by a part of their name (see http/pods-named.ts). */
  podsNamed: "/api/pods-named",
  /** Of a DaemonSet: whether each node may have a pod, and which check decides. */
  eligibility: "/api/eligibility",
  /** No parameters. */
  taints: "/api/taints",
  /** `?key=`: a label key; the most useful one when left out. */
  labels: "/api/labels",
  /** One pod, read when it is asked for (see http/pod.ts). */
  pod: "/api/pod",
  events: "/api/events",
  /** What containers write, followed: one JSON message a line (see http/logs.ts). */
  logs: "/api/logs",
  /** The ways to talk to a DaemonSet's pods (see http/reach.ts). */
  reach: "/api/reach",
  /** One object as YAML. */
  yaml: "/api/yaml",
  revisions: "/api/revisions",
  /** Rollouts of a DaemonSet that are kept, and what became of one (see http/rollouts.ts). */
  rollouts: "/api/rollouts",
  /** All clusters of a server that watches several (see http/clusters.ts). What is of one of them stands below `clusters/NAME/`. */
  clusters: "/api/clusters",
  /** How the template of a DaemonSet differs between two of them. */
  clustersDifference: "/api/clusters/difference",
  /** What is kept of the past, and what happened (see http/history.ts). */
  history: "/api/history",
  /** Keyframe and frames of a time that is past. */
  historyFrames: "/api/history/frames",
  /** A range of the past as a file, for `daemonscope replay`. */
  historyRecording: "/api/history/recording",
  /** What the person who asks may see (see http/rights.ts). */
  rights: "/api/rights",
  /** Of a simulated cluster only: see http/lab.ts. Commands are POSTs below it. */
  lab: "/api/lab",
  /** What of it changes: asked for again and again. */
  labNow: "/api/lab-now",
  /** What changes that somebody imagines would do (see http/what-if.ts): POST, and nothing is sent to the cluster. */
  whatIf: "/api/what-if",
  whatIfPair: "/api/what-if/pair",
  /** Whether who asks may act, plans, and what was done (see http/acting.ts). */
  acting: "/api/acting",
  actions: "/api/actions",
  actionPlan: "/api/actions/plan",
  actionBatch: "/api/actions/batch",
  /** Who is signed in (see http/session.ts). */
  session: "/api/session",
  signIn: "/api/sign-in",
  /** Goes to a provider of sign-ins; `to`: the path to come back to. */
  signInAway: "/api/sign-in/away",
  /** Where the provider sends people back to. */
  signInReturn: "/api/sign-in/return",
  signOut: "/api/sign-out",
  livez: "/livez",
  readyz: "/readyz",
  version: "/version",
  metrics: "/metrics",
  /** What the page says of each DaemonSet, for Prometheus: it names them. */
  daemonSetMetrics: "/metrics/daemonsets",
} as const;

/** What a page asks of its first keyframe: one of any seq of this epoch, which others may share. The page asks by exactly these words, and its head before it does. */
export const RECENT_KEYFRAME = { atLeast: "0" } as const;

/** On every answer: the epoch of the log that it was answered from. On a question: of the log that the asker has. */
export const LOG_HEADER = "daemonscope-log";

/** Every error body of ours. `message` is one sentence: the thing, the cause, the way out. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  /** Names that exist and are near the one that was asked for. */
  readonly nearest?: readonly string[];
  /** What the message names, for those who say it in another language. */
  readonly params?: Readonly<Record<string, string | number>>;
}
