import type { AuditFinding } from "@daemonscope/daemonset/audit/finding";

/** The findings of all DaemonSets, the most severe first. */
export interface AuditAnswer {
  readonly at: number;
  readonly findings: readonly AuditFinding[];
  /** Why priorities and free capacity are unknown, as a sentence. Absent if they were read. */
  readonly unread?: string;
}
