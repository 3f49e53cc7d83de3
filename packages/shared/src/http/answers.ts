import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { Remedy } from "@daemonscope/daemonset/describe/worded-remedy";
import type { Rejections } from "@daemonscope/daemonset/pair/rejections";
import type { EligibleNodes } from "@daemonscope/daemonset/placement/eligibility";
import type { LabelKey } from "@daemonscope/daemonset/placement/label-coverage";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { SelectorMatch } from "@daemonscope/daemonset/placement/selector-match";
import type { SentPools } from "@daemonscope/daemonset/placement/sent-pools";
import type { TaintLoss, TaintRow } from "@daemonscope/daemonset/placement/taint-matrix";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { DiffLine } from "@daemonscope/daemonset/revisions/line-diff";
import type { RevisionNodes } from "@daemonscope/daemonset/revisions/nodes-by-revision";
import type { TemplateChanges } from "@daemonscope/daemonset/revisions/template-changes";
import type { Condition, Toleration } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";

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
  /** In the controller's order: the first is the one that counts. */
  readonly pods: readonly PodAnswer[];
  readonly remedies: readonly Remedy[];
  /** Pods of the pair that failed one after the other, as far as the server saw it. */
  readonly rejections?: Rejections;
  /** That the proof was made with: who holds a toleration against a taint takes them. */
  readonly gates: MatchingGates;
}

/** Answer of GET /api/eligibility?namespace=&daemonSet=: what is true of every node, each once. */
export interface EligibilityAnswer {
  readonly at: number;
  /** Of the frames that it belongs to, and of the DaemonSet that it is about. */
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
    /** Pods of the pair that failed one after the other, as far as the server saw it. */
    readonly rejections?: Rejections;
    /** Every check of placement, passed or failed, in the controller's order. */
    readonly checks: Placement["checks"];
  }[];
}

/** Answer of GET /api/daemonset-pods?namespace=&daemonSet=: one entry a node that has or wants a pod, sorted by node. */
export interface DaemonSetPodsAnswer {
  readonly at: number;
  readonly daemonSet: DaemonSetRecord;
  /** Images of the template that pods with a hash were made from, in its order; without those whose revision is not there. */
  readonly imagesByHash: Readonly<Record<string, readonly string[]>>;
  readonly nodes: readonly {
    readonly node: string;
    readonly verdict: Placement["verdict"];
    readonly cell: CellByte;
    readonly pods: readonly PodAnswer[];
  }[];
}

/** Answer of GET /api/taints: what each taint of the nodes does to each DaemonSet. */
export interface TaintsAnswer {
  readonly at: number;
  /** False where pods were not read: which pods are still there is unknown then, and no `kept` counts. */
  readonly podsRead: boolean;
  /** Sorted by key: the cells of a row stand in this order. */
  readonly daemonSets: readonly {
    readonly key: string;
    readonly loss: TaintLoss;
    /** Of the template, as written; at most TOLERATIONS_LIMIT. */
    readonly tolerations: readonly Toleration[];
    readonly tolerationCount: number;
    readonly hostNetwork: boolean;
  }[];
  /** At most TAINTS_LIMIT: those that keep a DaemonSet off, then those with most nodes, in the order of the matrix. */
  readonly rows: readonly TaintRow[];
  /** All taints of the nodes, with those that are left out. */
  readonly taintCount: number;
  /** Of those: the ones that keep a DaemonSet off a place where no pod of it is. */
  readonly keepingOffCount: number;
  /** That the matrix was made with. */
  readonly gates: MatchingGates;
}

/** One event, as the API has it: it counts repetitions itself. */
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
  /** What it is about. */
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  /** Who told of it: `kubelet`. */
  readonly component: string | undefined;
  /** Key of the DaemonSet that it is about, itself or by its pod. */
  readonly daemonSet: string | undefined;
}

/** Answer of GET /api/labels[?key=]: the pools that a label key makes, and who covers them. */
export interface LabelsAnswer extends SentPools {
  readonly at: number;
  /** Sorted by key: indexes of DaemonSets in this answer are places in it. */
  readonly daemonSets: readonly { readonly key: string; readonly match: SelectorMatch }[];
  /** At most KEYS_LIMIT, the most useful first. */
  readonly keys: readonly LabelKey[];
  readonly keyCount: number;
  /** The one that was asked for, or the most useful one; undefined where no node has a label. */
  readonly key: string | undefined;
  /** Keys of nodes that are most like one that no node has. */
  readonly nearest: readonly string[];
  readonly nodeCount: number;
}

/** Answer of GET /api/events?namespace=&daemonSet= (of a DaemonSet and its pods), ?node= (of a node), or of all of them: newest first. */
export interface EventsAnswer {
  readonly at: number;
  readonly events: readonly EventEntry[];
  /** How many there are; `events` has the newest of them. */
  readonly total: number;
  /** True when the cluster has so many events that some were not looked at. */
  readonly isCut: boolean;
  /** One sentence for each part that could not be read. */
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
  readonly current: boolean;
  /** Nodes whose first pod carries its hash; the names of the first few. */
  readonly nodes: RevisionNodes;
}

/** One side of a comparison: a revision, or the live template that no revision equals yet. */
export type ComparedTemplate = { readonly kind: "revision"; readonly revision: number; readonly hash: string } | { readonly kind: "live" };

/** How two templates differ. Hidden values have numbers in the lines, equal ones for equal values. */
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
  /** Nodes whose pod carries the hash of no revision that is kept. */
  readonly unknown: readonly { readonly hash: string; readonly nodes: RevisionNodes }[];
  /** True while no revision equals the live template: the controller has yet to make one. */
  readonly isLiveUnrecorded: boolean;
  /** What `kubectl rollout history` prints. */
  readonly history: string;
  /** Of the two revisions asked for; else of the one before the current one and the current one, or of the newest and the live template. */
  readonly difference: RevisionDifference | undefined;
  /** Why there is no difference; undefined when there is one. */
  readonly whyNoDifference: string | undefined;
  /** False unless the server was started with `--show-env-values`. */
  readonly showsValues: boolean;
}

/** Answer of GET /api/yaml?namespace=&daemonSet=[&pod=], or ?node=; with &managed=true with its managed fields. */
export interface YamlAnswer {
  readonly kind: "DaemonSet" | "Pod" | "Node";
  readonly namespace: string | undefined;
  readonly name: string;
  readonly resourceVersion: string;
  /** As kubectl writes it; what may be secret is hidden. */
  readonly yaml: string;
  /** False unless the server was started with `--show-env-values`. */
  readonly showsValues: boolean;
}
