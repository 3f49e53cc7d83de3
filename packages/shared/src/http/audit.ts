import type { Costs } from "@daemonscope/daemonset/audit/costs";
import type { AuditFinding } from "@daemonscope/daemonset/audit/finding";

/** The findings of all DaemonSets, the most severe first. */
export interface AuditAnswer {
  readonly at: number;
  readonly findings: readonly AuditFinding[];
  /** Why priorities and free capacity are unknown, as a sentence. Absent if they were read. */
  readonly unread?: string;
}

/** What the pods of all DaemonSets request and use. */
export interface CostsAnswer extends Costs {
  readonly at: number;
  /** Why the usage is unknown, as a sentence. Absent if it was read. */
  readonly usageUnread?: string;
}
