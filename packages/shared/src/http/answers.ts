import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { Remedy } from "@daemonscope/daemonset/describe/remedies";
import type { Rejections } from "@daemonscope/daemonset/memory/rejections";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/model/records";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { Condition } from "@daemonscope/kube/objects";

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
    /** The first failing check in words, when the verdict is not run. */
    readonly why: string | undefined;
  }[];
}

/** Answer of GET /api/daemonset-pods?namespace=&daemonSet=: one entry a node that has or wants a pod, sorted by node. */
export interface DaemonSetPodsAnswer {
  readonly at: number;
  readonly daemonSet: DaemonSetRecord;
  readonly nodes: readonly {
    readonly node: string;
    readonly verdict: Placement["verdict"];
    readonly cell: CellByte;
    readonly pods: readonly PodAnswer[];
  }[];
}

/** Answer of GET /api/events?namespace=&daemonSet=: newest first, warnings about its pods and itself. */
export interface EventsAnswer {
  readonly events: readonly {
    readonly reason: string;
    readonly message: string;
    readonly count: number;
    readonly lastSeenMs: number | undefined;
    readonly kind: string;
    readonly name: string;
  }[];
}
