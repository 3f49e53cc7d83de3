import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { Placement } from "@daemonscope/daemonset/placement/placement";
import type { AdoptedPod } from "@daemonscope/daemonset/pods/adopted-pod";
import type { ImageChange } from "@daemonscope/daemonset/pods/image-changes";
import type { PodCreation } from "@daemonscope/daemonset/pods/life/pod-creation";
import type { PodDetail } from "@daemonscope/daemonset/pods/life/pod-detail";
import type { MeasuredUsage } from "@daemonscope/daemonset/pods/life/usage-share";
import type { CauseDetail, CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import type { EventEntry } from "./answers.ts";

/** The DaemonSet of one pod, and its values for this pod. */
export interface PodDaemonSet {
  readonly key: string;
  readonly minReadySeconds: number;
  /** The revision number of the pod; undefined if the revision is not kept, or revisions were not read. */
  readonly revision: number | undefined;
  /** Whether the pod has the current revision; undefined if revisions were not read. */
  readonly isCurrent: boolean | undefined;
  readonly currentRevision: number | undefined;
  /** Undefined for a pod that is not on a known node. */
  readonly placement: Placement | undefined;
  readonly cell: CellByte;
  /** Why the pod was created (rule W9); absent if unknown. */
  readonly wanted?: PodCreation;
  /** Images that differ from its template (rule C14). */
  readonly imageChanges: readonly ImageChange[];
  /** Absent for a pod that was not adopted. */
  readonly adopted?: AdoptedPod;
  /** Its problem, from its events and its node too. Absent if there is none. */
  readonly trouble?: { readonly cause: CauseFact; readonly detail: CauseDetail };
}

/**
 * The metrics.k8s.io data of a pod. `notServed`: the cluster lacks this API; `notYet`: the API has no data of this pod
 * yet; `unread`: the reason, in one sentence.
 */
export type PodUsageAnswer =
  | {
      readonly kind: "measured";
      readonly atMs: number | undefined;
      readonly window: string;
      readonly containers: Readonly<Record<string, MeasuredUsage>>;
    }
  | { readonly kind: "notServed" | "notYet" }
  | { readonly kind: "unread"; readonly why: string };

/** Events of one pod, newest first; `unread` gives the reason if there are none. */
export interface PodEventsAnswer {
  readonly events: readonly EventEntry[];
  readonly total: number;
  readonly unread: string | undefined;
}

/**
 * Answer of GET /api/pod?namespace=&pod=[&node=]: read from the cluster per request. `node`: the last known node, in
 * case the pod is deleted.
 */
export type PodPageAnswer =
  | {
      readonly kind: "there";
      readonly at: number;
      readonly pod: PodDetail;
      /** Undefined for a pod without a known DaemonSet. */
      readonly daemonSet: PodDaemonSet | undefined;
      readonly use: PodUsageAnswer;
      readonly podEvents: PodEventsAnswer;
    }
  | {
      readonly kind: "gone";
      readonly at: number;
      /** Derived from the pod name; undefined if no DaemonSet has a matching name. */
      readonly daemonSet: string | undefined;
      /** From its events, or from the request. */
      readonly node: string | undefined;
      /** Current pods of the DaemonSet on that node. */
      readonly replacedBy: readonly { readonly name: string; readonly createdAtMs: number }[];
      /** Most similar names of DaemonSet pods in the namespace. */
      readonly nearest: readonly string[];
      readonly podEvents: PodEventsAnswer;
    };
