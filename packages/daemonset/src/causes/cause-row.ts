/** Where the evidence of a cause is found.
 *  `create`: a FailedCreate event of the DaemonSet. `scheduler`: the pinned node's reason in condition PodScheduled.
 *  `admission`: status.reason of a pod that the kubelet failed. `pressure`: a condition of the node of an evicted pod.
 *  `pull`: a container whose image cannot be pulled; its message is searched without quoted names. `container`: any
 *  other waiting or ended container. `init`: the same of an init container. `readiness`: the Ready condition.
 *  `startEvent`, `runEvent`, `probeEvent`, `endEvent`: a warning event of a pod that has not started, whose container
 *  ended, that runs and is not Ready, or that has ended. */
export type EvidenceSource =
  | "create"
  | "scheduler"
  | "admission"
  | "pressure"
  | "pull"
  | "container"
  | "init"
  | "readiness"
  | "startEvent"
  | "runEvent"
  | "probeEvent"
  | "endEvent";

/** One way to recognise a cause. */
export interface Match {
  readonly from: EvidenceSource;
  /** The API's reason, one word. Absent: any. */
  readonly reason?: readonly string[] | RegExp;
  /** Pattern of the API's message. The group `subject` names the object. Quantifiers are bounded or cannot overlap. */
  readonly text?: RegExp;
}

/** Who or what ends a problem. `operator`: the operator of this DaemonSet. `owner`: the owner of the cluster,
 *  quota, webhook, controller or node. `unknown`: the API's words are not in the table. */
export type Actor = "time" | "controller" | "kubelet" | "operator" | "owner" | "nothing" | "unknown";

/** What an `owner` owns. */
export type OwnedBy =
  | "cluster"
  | "controlPlane"
  | "node"
  | "quota"
  | "webhook"
  | "scheduler"
  | "registry"
  | "volume"
  | "device"
  | "finalizer"
  | "gate"
  | "upgrade";

/** Reports whether waiting does not end a problem: a person has to act, or to find out. */
export const needsPerson = (endsBy: Actor): boolean => endsBy === "operator" || endsBy === "owner" || endsBy === "unknown";

/** The kind of an action on a rollout, as in `RolloutIntent`. */
export type RemedyKind =
  | "undo"
  | "nodes"
  | "room"
  | "raise"
  | "noSurge"
  | "letOn"
  | "openNodes"
  | "relabel"
  | "keepOff"
  | "hold"
  | "resume"
  | "nudge"
  | "retryUpgrade";

/** Properties of a kind of cause, independent of any object. */
export interface CauseRow {
  /** Empty: the model derives it from the state of pods and nodes. */
  readonly matches: readonly Match[];
  readonly endsBy: Actor;
  /** Whose owner ends it, if `endsBy` is `owner`. Absent: the cluster's. */
  readonly owner?: OwnedBy;
  /** Whether the new revision can be the cause. Only then an undo is offered. `compare`: not if a pod of the current
   *  revision is available on another node. */
  readonly byRevision: "yes" | "no" | "compare";
  /** Actions on the cause, or that keep it from spreading, in the offered order. */
  readonly helps: readonly RemedyKind[];
  /** Actions that make it worse. They are not offered, even if they help another cause. */
  readonly harms: readonly RemedyKind[];
  /** How long it is ordinary (rule R22): not at all, as long as a refusal, or as long as a slow start. `never`: another
   *  rule decides. After that time a cause that only an operator or an owner ends is lasting (rule K6). */
  readonly normalFor: "none" | "lasting" | "slow" | "never";
  /** The run of the container whose log can name the reason. Absent: no log of the pod does. */
  readonly log?: "previous" | "present";
}

/** How long a `slow` cause is ordinary: a Deployment's default progress deadline. */
export const SLOW_START_MS = 600_000;
