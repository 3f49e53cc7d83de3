import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Rejections } from "@daemonscope/daemonset/pair/rejections";
import type { EligibleNodes } from "@daemonscope/daemonset/placement/eligibility";
import type { LabelKey } from "@daemonscope/daemonset/placement/labels/label-coverage";
import type { PoolPage } from "@daemonscope/daemonset/placement/labels/pool-page";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { SelectorMatch } from "@daemonscope/daemonset/placement/selector-match";
import type { TaintLoss, TaintRow } from "@daemonscope/daemonset/placement/taints/taint-matrix";
import type { JoinSteps } from "@daemonscope/daemonset/pods/join-steps";
import type { CauseDetail, CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { RevisionNodes } from "@daemonscope/daemonset/revisions/nodes-by-revision";
import type { DiffLine } from "@daemonscope/daemonset/revisions/template/line-diff";
import type { TemplateChanges } from "@daemonscope/daemonset/revisions/template/template-changes";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { Condition, Toleration } from "@daemonscope/kube/objects";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import type { Remedy } from "@daemonscope/words/answers/worded-remedy";

/** Answer of GET /api/explain?namespace=&daemonSet=&node=. */
export interface ExplainAnswer {
  readonly at: number;
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  readonly shouldRun: boolean;
  readonly shouldContinueRunning: boolean;
  readonly placement: Placement;
  readonly cell: CellByte;
  /** In the order of the controller: the first one decides. */
  readonly pods: readonly PodAnswer[];
  readonly remedies: readonly Remedy[];
  /** Consecutive failed pods of the pair, as far as the server observed them. */
  readonly rejections?: Rejections;
  /** Why the API server refuses to create the wanted pod. Absent if a pod exists, or nothing is known to refuse it. */
  readonly refusal?: CreationRefusal;
  /** The feature gates of the checks: they decide which tolerations match a taint. */
  readonly gates: MatchingGates;
}

/** Why the pods of a DaemonSet cannot be created, from its newest FailedCreate event. */
export interface CreationRefusal {
  readonly cause: CauseFact;
  readonly detail: CauseDetail;
  /** The first of these events. */
  readonly firstAtMs: number;
}

/** Answer of GET /api/eligibility?namespace=&daemonSet=: node classes with equal results, each once. */
export interface EligibilityAnswer {
  readonly at: number;
  /** The epoch of the frames that the answer belongs to; `uid` is that of the DaemonSet. */
  readonly epoch: string;
  readonly uid: string;
  readonly classes: readonly EligibleNodes[];
}

/** Answer of GET /api/node?name=. */
export interface NodeAnswer {
  readonly at: number;
  readonly node: NodeRecord;
  readonly conditions: readonly Condition[];
  readonly kubeletVersion: string | undefined;
  readonly daemonSets: readonly {
    readonly key: string;
    readonly verdict: Placement["verdict"];
    readonly cell: CellByte;
    readonly pods: readonly PodAnswer[];
    /** Consecutive failed pods of the pair, as far as the server observed them. */
    readonly rejections?: Rejections;
    /** Times of its first pod here. Absent if they are unknown. */
    readonly join?: JoinSteps;
    /** Every placement check, passed or failed, in the order of the controller. */
    readonly checks: Placement["checks"];
  }[];
}

/**
 * Answer of GET /api/daemonset-pods?namespace=&daemonSet=: one entry per node that has or wants a pod, sorted by node.
 */
export interface DaemonSetPodsAnswer {
  readonly at: number;
  readonly daemonSet: DaemonSetRecord;
  /** Template images by pod hash, in template order; without hashes whose revision is missing. */
  readonly imagesByHash: Readonly<Record<string, readonly string[]>>;
  readonly nodes: readonly {
    readonly node: string;
    readonly verdict: Placement["verdict"];
    readonly cell: CellByte;
    readonly pods: readonly PodAnswer[];
  }[];
}

/** Answer of GET /api/taints: the effect of each node taint on each DaemonSet. */
export interface TaintsAnswer {
  readonly at: number;
  /** False if pods were not read. Then it is unknown which nodes have a pod, and `kept` has no meaning. */
  readonly podsRead: boolean;
  /** Sorted by key: the cells of a row are in this order. */
  readonly daemonSets: readonly {
    readonly key: string;
    readonly loss: TaintLoss;
    /** Of the template, unchanged; at most TOLERATIONS_LIMIT. */
    readonly tolerations: readonly Toleration[];
    readonly tolerationCount: number;
    readonly hostNetwork: boolean;
  }[];
  /**
   * At most TAINTS_LIMIT, in matrix order. Above the limit, taints that exclude a DaemonSet have priority, then those
   * with most nodes.
   */
  readonly rows: readonly TaintRow[];
  /** Number of all node taints, including omitted ones. */
  readonly taintCount: number;
  /** Of those: taints that exclude a DaemonSet from a node where it has no pod. */
  readonly keepingOffCount: number;
  /** The feature gates of the matrix. */
  readonly gates: MatchingGates;
}

/** One event, as the API returns it: `count` includes repetitions. */
export interface EventEntry {
  readonly uid: string;
  /** `Warning` or `Normal`. */
  readonly type: string;
  readonly reason: string;
  /** Verbatim. */
  readonly message: string;
  readonly count: number;
  readonly firstSeenMs: number | undefined;
  readonly lastSeenMs: number | undefined;
  /** The object of the event. */
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The reporting component: `kubelet`. */
  readonly component: string | undefined;
  /** Key of the DaemonSet of the event: the object itself, or the owner of the pod. */
  readonly daemonSet: string | undefined;
  /** The node of the pod, or the node itself. */
  readonly node: string | undefined;
}

/** Answer of GET /api/labels[?key=]: the pools of a label key, and the DaemonSets that cover them. */
export interface LabelsAnswer extends PoolPage {
  readonly at: number;
  /** Sorted by key: DaemonSet indexes in this answer refer to it. */
  readonly daemonSets: readonly { readonly key: string; readonly match: SelectorMatch }[];
  /** At most KEYS_LIMIT, the most useful first. */
  readonly keys: readonly LabelKey[];
  readonly keyCount: number;
  /** The requested key, or the most useful one; undefined if no node has a label. */
  readonly key: string | undefined;
  /** Existing keys that are most similar to a requested key that no node has. */
  readonly nearest: readonly string[];
  readonly nodeCount: number;
}

/**
 * Answer of GET /api/events?namespace=&daemonSet= (a DaemonSet and its pods), ?node= (a node), or without parameters
 * (all): newest first.
 */
export interface EventsAnswer {
  readonly at: number;
  readonly events: readonly EventEntry[];
  /** Number of all events; `events` has the newest of them. */
  readonly total: number;
  /** True if the cluster has more events than the server read. */
  readonly isCut: boolean;
  /** One sentence for each part that was unreadable. */
  readonly unread: readonly string[];
}

/** One revision that the cluster keeps. */
export interface RevisionEntry {
  readonly revision: number;
  readonly hash: string;
  /** Of the ControllerRevision. */
  readonly name: string;
  readonly createdAtMs: number | undefined;
  readonly changeCause: string | undefined;
  /** Of its template, in the order of the containers. Empty if the template is not known. */
  readonly images: readonly string[];
  readonly current: boolean;
  /** Nodes whose first pod has this hash; with the names of the first few. */
  readonly nodes: RevisionNodes;
}

/** One side of a comparison: a revision, or the live template while no revision equals it. */
export type ComparedTemplate = { readonly kind: "revision"; readonly revision: number; readonly hash: string } | { readonly kind: "live" };

/**
 * The difference between two templates. Hidden values appear as numbers in the lines; equal values have equal numbers.
 */
export interface RevisionDifference extends TemplateChanges {
  readonly from: ComparedTemplate;
  readonly to: ComparedTemplate;
  readonly yamlBefore: readonly string[];
  readonly yamlAfter: readonly string[];
  /** Unified, three lines of context. */
  readonly diff: readonly DiffLine[];
}

/** Answer of GET /api/revisions?namespace=&daemonSet=[&from=HASH&to=HASH]. */
export interface RevisionsAnswer {
  readonly at: number;
  readonly namespace: string;
  readonly daemonSet: string;
  /** Newest first. */
  readonly revisions: readonly RevisionEntry[];
  /** Nodes whose pod has a hash without a kept revision. */
  readonly unknown: readonly { readonly hash: string; readonly nodes: RevisionNodes }[];
  /** True while no revision equals the live template, because the controller has not created it yet. */
  readonly isLiveUnrecorded: boolean;
  /** The output of `kubectl rollout history`. */
  readonly history: string;
  /**
   * Between the two requested revisions. By default between the current revision and the one before, or between the
   * newest revision and the live template.
   */
  readonly difference: RevisionDifference | undefined;
  /** Why there is no difference; undefined if there is one. */
  readonly noDifferenceReason: string | undefined;
  /** False unless the server was started with `--show-env-values`. */
  readonly showsValues: boolean;
}

/** Answer of GET /api/yaml?namespace=&daemonSet=[&pod=], or ?node=; with &managed=true with its managed fields. */
export interface YamlAnswer {
  readonly kind: "DaemonSet" | "Pod" | "Node";
  readonly namespace: string | undefined;
  readonly name: string;
  readonly resourceVersion: string;
  /** In the format of kubectl; possible secrets are hidden. */
  readonly yaml: string;
  /** False unless the server was started with `--show-env-values`. */
  readonly showsValues: boolean;
}
