import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { ClusterIdentity } from "@daemonscope/shared/frame";
import type { SourceStatuses } from "@daemonscope/shared/source-status";
import type { KeepTemplate } from "../cluster/decode/keep-template.ts";

/** A reading as a request is answered from it. */
export interface ServedReading {
  readonly reading: ClusterReading;
  readonly cluster: ClusterIdentity;
  /** The log whose state it is, and how far that is: of one state the answers are the same. */
  readonly epoch: string;
  readonly seq: number;
  /** How each kind was read. */
  readonly sources: () => SourceStatuses;
  /** The moment that it is of, where that is past; absent: it is of now. */
  readonly momentMs?: number | undefined;
  /** How its templates are kept; absent where nobody here knows, and what is hidden of them cannot be compared. */
  readonly keepTemplate?: KeepTemplate | undefined;
}
