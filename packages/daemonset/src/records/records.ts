import type { ContainerPort, DaemonSetCounts, StringMap, Taint } from "@daemonscope/kube/objects";
import type { Budget } from "./budget.ts";
import type { CauseFact } from "./cause-fact.ts";
import type { LagCause } from "./lag-cause.ts";
import type { Nowhere } from "./nowhere.ts";
import type { Pace } from "./pace.ts";
import type { PlacementTemplate } from "./placement-template.ts";
import type { RevisionFate } from "./revision-fate.ts";
import type { Concern, RolloutState } from "./rollout.ts";

/** A node as the page draws it. Equal facts give an equal record: heartbeats change nothing here. */
export interface NodeRecord {
  readonly name: string;
  readonly uid: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  readonly unschedulable: boolean;
  /** Status of the Ready condition; "Unknown" also when the condition is absent. */
  readonly ready: "True" | "False" | "Unknown";
  readonly readySinceMs?: number;
  /** Of the Ready condition when it is not True: `KubeletNotReady`, `NodeStatusUnknown`… */
  readonly readyReason?: string;
  readonly createdAtMs: number;
}

/** Kinds without which our numbers would be guesses. */
export const MODEL_SOURCES = ["nodes", "pods", "controllerrevisions"] as const;
export type ModelSource = (typeof MODEL_SOURCES)[number];
export const isModelSource = (source: string): source is ModelSource => (MODEL_SOURCES as readonly string[]).includes(source);

/** `namespace/name`: unique among the DaemonSets that exist at one time. */
export type DaemonSetKey = string;

export interface Disagreement {
  readonly field: keyof DaemonSetCounts;
  readonly reported: number;
  readonly derived: number;
  /** Since when the status stands at this number while ours is another; milliseconds since the epoch. Absent: since before it was watched. */
  readonly sinceMs?: number;
  /** The likely cause (rule C10). */
  readonly cause: LagCause;
}

export interface RevisionSummary {
  readonly hash: string;
  readonly revision: number;
  readonly createdAtMs: number;
  readonly current: boolean;
  /** Nodes whose first pod carries this hash; null where nodes or pods are unread. */
  readonly nodes: number | null;
  /** How far it came, as far as that was seen. */
  readonly fate?: RevisionFate;
}

/** A node whose pod is ready and becomes available at a known time. */
export interface Readying {
  readonly node: string;
  readonly readyAtMs: number;
  readonly availableAtMs: number;
}

/** A group of nodes that share what is wrong with this DaemonSet on them: the grouped causes of the fleet page. */
export interface Cause {
  readonly state: "failing" | "missing" | "unscheduled" | "starting" | "misscheduled" | "terminating" | "nodeUnready";
  readonly cause: CauseFact;
  readonly count: number;
  /** Sorted; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
  readonly sinceMs: number | undefined;
}

/** A container, and what it asks of its node: ports, resources, and what it mounts of the node's files. Absent: nothing. */
export interface RecordContainer {
  readonly name: string;
  readonly image: string;
  readonly ports?: readonly ContainerPort[];
  /** Quantities as written, by resource. */
  readonly requests?: StringMap;
  /** Of volumes that are host paths. */
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
  /** As kubectl's NODE SELECTOR column: `k=v,k=v`, sorted, or `<none>`. */
  readonly nodeSelector: string;
  readonly containers: readonly RecordContainer[];
  readonly hostPorts: readonly number[];
  readonly hostNetwork: boolean;
  /** `name: source` of each volume, host paths with their path. */
  readonly volumes: readonly string[];
  readonly selector: string;
  /** What of its template says where it runs. */
  readonly placement: PlacementTemplate;
  readonly priorityClassName?: string;
  readonly strategy: "RollingUpdate" | "OnDelete";
  readonly minReadySeconds: number;
  readonly templateGeneration: number | undefined;
  /** The field manager that made the current revision: `kubectl-set`; absent where that is not known. */
  readonly changedBy?: string;
  /** Kinds that were not read whole: not yet, or because they may not be. While there is one, nothing is derived: `derived` is null, `budget` unknown,
   *  and concern, causes, disagreements and readying are empty (rule C13). */
  readonly unread: readonly ModelSource[];
  readonly reported: DaemonSetCounts;
  readonly derived: DaemonSetCounts | null;
  readonly disagreements: readonly Disagreement[];
  readonly budget: Budget;
  readonly rollout: RolloutState;
  /** Pods are being replaced, or those of a new revision come up for the first time: our inference (rule R21), for kubectl also waits for a pod that went
   *  down long after. */
  readonly underWay: boolean;
  readonly concern: Concern | null;
  readonly causes: readonly Cause[];
  /** Newest first; the current one has `current`. */
  readonly revisions: readonly RevisionSummary[];
  /** NotReady nodes with a pod, by the revision of their first pod; absent where there is none. `down`: of the current ones, those whose pod is not
   *  available. `silent`: of all, those whose kubelet does not respond. */
  readonly onUnready?: { readonly current: number; readonly old: number; readonly down: number; readonly silent: number };
  /** Since when the current revision is the current one: when we saw it become that, else when it was made. Undefined after an undo that nobody saw: it is
   *  older than the moment it became current again. */
  readonly revisionSinceMs: number | undefined;
  /** Why no node wants it, where none does. */
  readonly nowhere?: Nowhere;
  /** At most READYING_LIMIT, soonest first. */
  readonly readying: readonly Readying[];
  /** How fast its rollout was seen to go: while one is under way, and until ten minutes after; absent while nothing was measured. */
  readonly pace?: Pace;
}

export const READYING_LIMIT = 300;

/** One status of a DaemonSet as the API served it: facts, each kept, in order. */
export interface StatusWrite {
  readonly key: DaemonSetKey;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly observedGeneration: number;
  readonly counts: DaemonSetCounts;
}
