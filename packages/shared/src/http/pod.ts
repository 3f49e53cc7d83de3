import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { PodWanted } from "@daemonscope/daemonset/life/pod-wanted";
import type { MeasuredUse } from "@daemonscope/daemonset/life/use-share";
import type { WholePod } from "@daemonscope/daemonset/life/whole-pod";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { ImageChange } from "@daemonscope/daemonset/pods/image-changes";
import type { EventEntry } from "./answers.ts";

/** What of its DaemonSet concerns one pod. */
export interface DaemonSetOfPod {
  readonly key: string;
  readonly minReadySeconds: number;
  /** Number of its revision; undefined where that is not kept (any more), or revisions were not read. */
  readonly revision: number | undefined;
  /** Of the current one; undefined where revisions were not read. */
  readonly isCurrent: boolean | undefined;
  readonly currentRevision: number | undefined;
  /** Undefined for a pod that is on no node that is known. */
  readonly placement: Placement | undefined;
  readonly cell: CellByte;
  /** What it was created for (rule W9); absent where that is not known. */
  readonly wanted?: PodWanted;
  /** Images that are not its template's (rule C14). */
  readonly imageChanges: readonly ImageChange[];
}

/** What metrics.k8s.io says of a pod. `notServed`: the cluster has no such API; `notYet`: it has nothing of this pod (yet); `unread`: why not, in a sentence. */
export type UseOfPod =
  | {
      readonly kind: "measured";
      readonly atMs: number | undefined;
      readonly window: string;
      readonly containers: Readonly<Record<string, MeasuredUse>>;
    }
  | { readonly kind: "notServed" | "notYet" }
  | { readonly kind: "unread"; readonly why: string };

/** Events of one pod, newest first; `unread` says why there are none. */
export interface EventsOfPod {
  readonly events: readonly EventEntry[];
  readonly total: number;
  readonly unread: string | undefined;
}

/** Answer of GET /api/pod?namespace=&pod=[&node=]: read from the cluster when asked for. `node`: where it was seen before, for when it is gone. */
export type PodAnswerOfPage =
  | {
      readonly kind: "there";
      readonly at: number;
      readonly pod: WholePod;
      /** Undefined for a pod that no DaemonSet owns that is known. */
      readonly daemonSet: DaemonSetOfPod | undefined;
      readonly use: UseOfPod;
      readonly told: EventsOfPod;
    }
  | {
      readonly kind: "gone";
      readonly at: number;
      /** By its name; undefined where no DaemonSet is called so. */
      readonly daemonSet: string | undefined;
      /** As its events tell, or as it was asked about. */
      readonly node: string | undefined;
      /** The DaemonSet's pods on that node now. */
      readonly replacedBy: readonly { readonly name: string; readonly createdAtMs: number }[];
      /** Names of DaemonSets' pods of its namespace that are most like it. */
      readonly nearest: readonly string[];
      readonly told: EventsOfPod;
    };
