import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/model/records";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { Condition } from "@daemonscope/kube/objects";

/** A daemon pod in words, as the plates and drawers show it. */
export interface PodAnswer {
  readonly name: string;
  readonly uid: string;
  readonly hash: string | undefined;
  readonly templateGeneration: string | undefined;
  readonly updated: boolean;
  readonly phase: string;
  readonly scheduled: boolean;
  readonly ready: boolean;
  readonly readySinceMs: number | undefined;
  /** When it is or becomes available; absent while it is not ready. */
  readonly availableAtMs: number | undefined;
  readonly available: boolean;
  readonly terminatingSinceMs: number | undefined;
  /** End of the grace period. */
  readonly goneByMs: number | undefined;
  readonly restarts: number;
  /** `ImagePullBackOff`, `Insufficient cpu`…; absent when nothing is wrong. */
  readonly reason: string | undefined;
  /** The full sentence behind the reason, as the API has it. */
  readonly message: string | undefined;
  readonly createdAtMs: number;
}

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
}

/** A way to change an exclusion, with its effect before its command. */
export interface Remedy {
  readonly title: string;
  readonly effect: string;
  readonly command: string;
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
