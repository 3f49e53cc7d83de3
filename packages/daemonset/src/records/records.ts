import type { ContainerPort, DaemonSetCounts, StringMap, Taint } from "@daemonscope/kube/objects";
import type { Budget } from "./budget.ts";
import type { CauseDetail, CauseFact } from "./cause-fact.ts";
import type { CommonTraits } from "./common-traits.ts";
import type { LagCause } from "./lag-cause.ts";
import type { ManagedRollout, PlannedPause } from "./managed-rollout.ts";
import type { NoMatchReason } from "./no-match-reason.ts";
import type { Ownership, StrategyReversal } from "./ownership.ts";
import type { PlacementTemplate } from "./placement-template.ts";
import type { RevisionOutcome, RevisionStart } from "./revision-outcome.ts";
import type { Concern, RolloutState } from "./rollout.ts";
import type { RolloutPace } from "./rollout-pace.ts";

/** A node as the page shows it. Equal facts give an equal record, so a heartbeat changes no record. */
export interface NodeRecord {
  readonly name: string;
  readonly uid: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  readonly unschedulable: boolean;
  /** Status of the Ready condition. "Unknown" also if the condition is absent. */
  readonly ready: "True" | "False" | "Unknown";
  /** Last transition of the Ready condition, whether or not the node is Ready. */
  readonly readySinceMs?: number;
  /** Reason of the Ready condition if it is not True: `KubeletNotReady`, `NodeStatusUnknown`… */
  readonly readyReason?: string;
  /** Signs of its lifecycle outside taints and labels: `signsOf` in kube/node-signs.ts. Absent if there are none. */
  readonly signs?: string;
  readonly createdAtMs: number;
}

/** Kinds that the model requires besides DaemonSets. Without one of them, our numbers would be guesses. */
export const MODEL_SOURCES = ["nodes", "pods", "controllerrevisions"] as const;
export type ModelSource = (typeof MODEL_SOURCES)[number];
export const isModelSource = (source: string): source is ModelSource => (MODEL_SOURCES as readonly string[]).includes(source);

/** `namespace/name`: unique among the DaemonSets that exist at one time. */
export type DaemonSetKey = string;

export interface Disagreement {
  readonly field: keyof DaemonSetCounts;
  readonly reported: number;
  readonly derived: number;
  /** Time since which the status has this number while ours differs, in milliseconds since the epoch. Absent if the
   *  difference is older than the watch. */
  readonly sinceMs?: number;
  /** The likely cause (rule C10). */
  readonly cause: LagCause;
}

export interface RevisionSummary {
  readonly hash: string;
  readonly revision: number;
  readonly createdAtMs: number;
  readonly current: boolean;
  /** Nodes whose first pod has this hash. Null if nodes or pods are unread. */
  readonly nodes: number | null;
  /** Observed outcome of the revision. */
  readonly fate?: RevisionOutcome;
  /** Its template differs from the next lower revision only by the annotation of a restart. */
  readonly isRestart?: true;
  /** Start of an earlier revision. The fields of the record have that of the current one. */
  readonly start?: RevisionStart;
}

/** A node whose pod is ready and becomes available at a known time. */
export interface BecomingAvailable {
  readonly node: string;
  readonly readyAtMs: number;
  readonly availableAtMs: number;
}

/** The derived numberUnavailable by its cause (rule N3): the parts sum to it. */
export interface UnavailableParts {
  /** The node's lifecycle explains it: it joins, leaves, shuts down or is NotReady, and the pod does not fail. */
  readonly byNodeLifecycle: number;
  /** All others: the pod is missing, starts, fails, or is being replaced. */
  readonly byRevision: number;
  /** Those in `byNodeLifecycle` whose node leaves or shuts down. */
  readonly onLeavingNodes: number;
}

/** Returns all parts, also those that the record omits; undefined without derived counts. */
export function unavailablePartsOf({
  derived,
  unavailable,
}: Pick<DaemonSetRecord, "derived" | "unavailable">): UnavailableParts | undefined {
  if (derived === null) return undefined;
  const { byNodeLifecycle = 0, byRevision = derived.numberUnavailable, onLeavingNodes = 0 } = unavailable ?? {};
  return { byNodeLifecycle, byRevision, onLeavingNodes };
}

/** Joining nodes with a startup taint that stays until an agent is Ready there. */
export interface AwaitedAgent {
  readonly taint: string;
  readonly count: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
}

/** Nodes that would want the DaemonSet without the startup taint of another agent. */
export interface WaitsForAgent extends AwaitedAgent {
  /** The name of the other DaemonSet. */
  readonly agent: string;
  /** Further agents, with at most as many nodes. A node may wait for several. Absent if there are none. */
  readonly others?: readonly { readonly agent: string; readonly taint: string; readonly count: number }[];
}

/** Nodes on their way out for one cause, with or without a pod. */
export interface LeavingNodes {
  readonly cause: CauseFact;
  readonly count: number;
  /** Number of these nodes whose taints exclude the DaemonSet, so that desired does not count them. Absent if 0. */
  readonly excluded?: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
}

/** Nodes that share the same problem with this DaemonSet: the grouped causes of the fleet page. */
export interface Cause {
  readonly state: "failing" | "missing" | "unscheduled" | "starting" | "misscheduled" | "terminating" | "nodeUnready" | "leaving";
  readonly cause: CauseFact;
  /** Facts about the occurrence on the first node. Absent if there are none. */
  readonly detail?: CauseDetail;
  readonly count: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
  readonly sinceMs: number | undefined;
}

/** A container and its demands on the node: ports, resources and mounted host paths. An absent field means none. */
export interface RecordContainer {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly ContainerPort[];
  /** Quantities as written, by resource. */
  readonly requests?: StringMap;
  /** Mounts of host path volumes. */
  readonly hostMounts?: readonly HostMount[];
}

/** A path of the node that a container sees. */
export interface HostMount {
  readonly hostPath: string;
  readonly path: string;
  readonly readOnly?: true;
}

export interface DaemonSetRecord {
  readonly key: DaemonSetKey;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly createdAtMs: number;
  readonly deleting: boolean;
  /** Like kubectl's NODE SELECTOR column: `k=v,k=v`, sorted, or `<none>`. */
  readonly nodeSelector: string;
  readonly containers: readonly RecordContainer[];
  readonly hostPorts: readonly number[];
  readonly hostNetwork: boolean;
  /** `name: source` of each volume, host paths with their path. */
  readonly volumes: readonly string[];
  readonly selector: string;
  /** Fields of the template that decide on which nodes it runs. */
  readonly placement: PlacementTemplate;
  readonly priorityClassName?: string;
  readonly strategy: "RollingUpdate" | "OnDelete";
  readonly minReadySeconds: number;
  readonly templateGeneration: number | undefined;
  /** The field manager that made the current revision: `kubectl-set`. Absent if unknown. */
  readonly changedBy?: string;
  /** The user who made the current revision, by an annotation of that manager. */
  readonly changedByUser?: string;
  /** The owner. Absent if no tool is known to. */
  readonly ownership?: Ownership;
  /** The owner reverted an edit of the update strategy. Absent after a later change of it, or a later revision. */
  readonly strategyReverted?: StrategyReversal;
  /** Kinds that were not read completely: not yet, or not permitted. While there is one, nothing is derived (rule
   *  C13). Then `derived` is null, `budget` unknown except for OnDelete, and concern, causes, disagreements and
   *  readying are empty. */
  readonly unread: readonly ModelSource[];
  readonly reported: DaemonSetCounts;
  readonly derived: DaemonSetCounts | null;
  /** Absent if no node's lifecycle is a reason. `unavailablePartsOf` returns the parts in each case. */
  readonly unavailable?: UnavailableParts & { readonly onJoiningNodes?: number };
  /** Absent if no node waits for it. */
  readonly awaited?: AwaitedAgent;
  /** Absent if it waits for no other agent. */
  readonly waitsFor?: WaitsForAgent;
  /** Nodes on their way out that the template selects, also if it does not tolerate their taints. Absent if there are
   *  none. */
  readonly leaving?: readonly LeavingNodes[];
  /** All nodes that want it have an updated, available pod, except some that leave or shut down. */
  readonly doneExceptLeaving?: true;
  /** Pods became available a moment ago, and the status is older. */
  readonly statusIsLate?: true;
  /** Under OnDelete: pods of the current revision fail, and none is available, so that deleting another old pod would
   *  break its node too. */
  readonly newPodsFail?: true;
  /** Under OnDelete: pods fail as their old template may explain, and each pod of the current revision is available, so
   *  that a user ends the failure by deleting these old pods. */
  readonly onlyOldFail?: true;
  readonly disagreements: readonly Disagreement[];
  readonly budget: Budget;
  readonly rollout: RolloutState;
  /** Pods are being replaced, or pods of a new revision start for the first time. This is our inference (rule R21),
   *  because kubectl also waits for a pod that failed long afterwards. */
  readonly underWay: boolean;
  /** The controller that replaces its pods under OnDelete. Absent if no controller does. */
  readonly managedBy?: ManagedRollout;
  /** Nodes that leave it for the time of an upgrade. Absent if there are none. */
  readonly paused?: PlannedPause;
  readonly concern: Concern | null;
  readonly causes: readonly Cause[];
  /** What the failing nodes have in common (rule K5). Absent if there are too few nodes to tell. */
  readonly inCommon?: CommonTraits;
  /** Newest first; the current one has `current`. */
  readonly revisions: readonly RevisionSummary[];
  /** NotReady nodes with a pod, by the revision of their first pod. Absent if there is none. `down`: current ones
   *  whose pod is not available. `silent`: all whose kubelet does not respond. */
  readonly onUnready?: { readonly current: number; readonly old: number; readonly down: number; readonly silent: number };
  /** Time since which the current revision is current: when that was observed, otherwise its creation. Undefined
   *  after an unobserved undo, because the revision is older than its return. */
  readonly revisionSinceMs: number | undefined;
  /** Pods of the current revision that have never been Ready, if no other pod of it exists and no rollout is under way
   *  (rule R27). */
  readonly neverReady?: { readonly revision: number; readonly count: number };
  /** Reason why no node wants it. Absent if a node does. */
  readonly nowhere?: NoMatchReason;
  /** At most MAX_BECOMING_AVAILABLE, soonest first. */
  readonly readying: readonly BecomingAvailable[];
  /** Observed speed of the rollout: during it and until ten minutes after it. Absent until something was measured. */
  readonly pace?: RolloutPace;
}

export const MAX_BECOMING_AVAILABLE = 300;

/** One status of a DaemonSet as the API served it. Each one is kept, in order. */
export interface StatusWrite {
  readonly key: DaemonSetKey;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly counts: DaemonSetCounts;
}
