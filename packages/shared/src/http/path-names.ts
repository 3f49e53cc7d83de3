// HTTP paths of the server. Pages are under `/` and `/daemonsets/<namespace>/<name>`. View state is in the query (see
// data/url/url.ts of the page).

/** `?atLeast=SEQ`: any keyframe from SEQ on; without it, the current one. */
export const keyframe = "/api/keyframe";
/**
 * `?after=EPOCH.SEQ`: frames after that one; `Last-Event-ID` has precedence. `&retry=now`: a user waits, so the
 * server retries the cluster without further delay.
 */
export const stream = "/api/stream";
export const explain = "/api/explain";
/** How the pod of a pair was created (see http/trail.ts). */
export const trail = "/api/trail";
export const node = "/api/node";
export const nodePods = "/api/node-pods";
/** The requests of a pending pod against its node (see http/capacity.ts). */
export const fit = "/api/fit";
/** Requested and allocatable resources of a node (see http/capacity.ts). */
export const nodeCapacity = "/api/node-capacity";
/** Writers of the taints and labels of a node (see http/node-field-managers.ts). */
export const nodeManagers = "/api/node-managers";
export const daemonSetPods = "/api/daemonset-pods";
/** Pods of DaemonSets by a part of their name (see http/pod-search.ts). */
export const podsNamed = "/api/pods-named";
/** For a DaemonSet: whether each node may run a pod, and which check decides. */
export const eligibility = "/api/eligibility";
/** Times from the join of a node to the first ready pod of a DaemonSet, by pool (see http/joins.ts). */
export const joins = "/api/joins";
/** No parameters. */
export const taints = "/api/taints";
/** `?key=`: a label key; by default the most useful one. */
export const labels = "/api/labels";
/** Weaknesses of all DaemonSets (see http/audit.ts). */
export const audit = "/api/audit";
/** `?daemonSet=NAMESPACE/NAME`: its nodes too (see http/audit.ts). */
export const costs = "/api/costs";
/** One pod, read from the cluster per request (see http/pod.ts). */
export const pod = "/api/pod";
export const events = "/api/events";
/** Container logs as a stream: one JSON message per line (see http/logs.ts). */
export const logs = "/api/logs";
/** Ports and Services that reach the pods of a DaemonSet (see http/reach.ts). */
export const reach = "/api/reach";
/** One object as YAML. */
export const yaml = "/api/yaml";
export const revisions = "/api/revisions";
/** Stored rollouts of a DaemonSet, and the report of one (see http/rollouts.ts). */
export const rollouts = "/api/rollouts";
/** All clusters of a server with several (see http/clusters.ts). Paths of one cluster are below `clusters/NAME/`. */
export const clusters = "/api/clusters";
/** The template difference of a DaemonSet between two clusters. */
export const clustersDifference = "/api/clusters/difference";
/** The stored history and its timeline events (see http/history.ts). */
export const history = "/api/history";
/** Keyframe and frames of a past time range. */
export const historyFrames = "/api/history/frames";
/** A past time range as a file, for `daemonscope replay`. */
export const historyRecording = "/api/history/recording";
/** The rights of the caller (see http/rights.ts). */
export const rights = "/api/rights";
/** Only for a simulated cluster: see http/lab.ts. Commands are POSTs below this path. */
export const lab = "/api/lab";
/** The changing part of the lab state, for polling. */
export const labNow = "/api/lab-now";
/** The lessons of the course on the lab (see http/course.ts). */
export const labCourse = "/api/lab-course";
/** `?lesson=&step=`: checks a step on the simulated cluster. */
export const labCheck = "/api/lab-check";
/** The effect of previewed changes (see http/what-if.ts): a POST that sends nothing to the cluster. */
export const whatIf = "/api/what-if";
export const whatIfPair = "/api/what-if/pair";
/** Whether the caller may act, plans, and action runs (see http/actions.ts). */
export const acting = "/api/acting";
export const actions = "/api/actions";
export const actionPlan = "/api/actions/plan";
export const actionBatch = "/api/actions/batch";
/** The signed-in user (see http/session.ts). */
export const session = "/api/session";
export const signIn = "/api/sign-in";
/** Redirects to a sign-in provider; `to`: the path to return to. */
export const signInAway = "/api/sign-in/away";
/** The redirect target of the provider. */
export const signInReturn = "/api/sign-in/return";
export const signOut = "/api/sign-out";
export const livez = "/livez";
export const readyz = "/readyz";
export const version = "/version";
export const metrics = "/metrics";
/** The state of each DaemonSet for Prometheus, as the page shows it. The metrics contain names of DaemonSets. */
export const daemonSetMetrics = "/metrics/daemonsets";
