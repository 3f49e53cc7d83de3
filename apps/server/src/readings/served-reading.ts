import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import type { TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";

/** A reading that answers a request. */
export interface ServedReading {
  readonly reading: ClusterReading;
  readonly cluster: ClusterIdentity;
  /** With `seq`: the state of the reading. Equal states give equal answers. */
  readonly epoch: string;
  readonly seq: number;
  /** Status of each source. */
  readonly sources: () => SourceStatuses;
  /** The past moment of the reading; absent for a live one. */
  readonly momentMs?: number | undefined;
  /** Redacts templates like those of this reading; absent if unknown. Without it, hidden values cannot be compared. */
  readonly keepTemplate?: TemplateRedactor | undefined;
}
