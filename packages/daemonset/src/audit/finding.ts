import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Step } from "../actions/changes/step.ts";
import type { DaemonSetKey } from "../records/records.ts";

/** Weaknesses that an audit finds, the most severe first. The ids are stable: scripts name them in `--fail-on`. */
export const AUDIT_CHECKS = [
  "surgeHostPort",
  "criticalPriority",
  "displaceable",
  "onDeleteDrift",
  "noExecute",
  "unprovenReadiness",
] as const;
export type AuditCheck = (typeof AUDIT_CHECKS)[number];

/** The highest first. */
export const SEVERITIES = ["high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The host path that proves the role of a critical agent, and its owner: the network, storage or devices of the node
 *  (rule Q1). */
export interface CriticalEvidence {
  readonly role: "network" | "storage" | "devices";
  readonly path: string;
}

/** Requests of one more pod, in kubectl's format by resource. */
type WorkloadSize = Readonly<Record<string, string>>;

/** The facts of each check. */
export type AuditFact =
  /** maxSurge starts a second pod on the node, and the first one holds the ports. */
  | { readonly check: "surgeHostPort"; readonly ports: readonly number[]; readonly maxSurge: string }
  | { readonly check: "criticalPriority"; readonly evidence: CriticalEvidence; readonly priorityClass?: string }
  /** `ordinary`: the most frequent priority of pods that no DaemonSet owns. `crowded`: nodes on which one more pod
   *  would leave no room for the agent's next pod (rule Q2). */
  | {
      readonly check: "displaceable";
      readonly priority: number;
      readonly ordinary: number;
      readonly workload: WorkloadSize;
      readonly crowded: number;
      /** Number of nodes that want the agent. */
      readonly wanted: number;
    }
  /** `failingRevision`: the current revision, if each of its pods fails. Then deleting old pods does harm (R10). */
  | { readonly check: "onDeleteDrift"; readonly outdated: number; readonly failingRevision?: number }
  /** `isCritical`: the agent has evidence of rule Q1. */
  | { readonly check: "noExecute"; readonly isCritical: boolean }
  | { readonly check: "unprovenReadiness" };

export interface AuditFinding {
  readonly daemonSet: DaemonSetKey;
  readonly severity: Severity;
  readonly fact: AuditFact;
  /** Number of affected nodes; 0 if none is affected now. */
  readonly nodeCount: number;
  /** Sorted; at most MAX_AUDIT_NODES. */
  readonly nodes: readonly string[];
  /** Steps of the remedy. Empty if no plan exists for it. */
  readonly remedy: readonly Step[];
}

export const MAX_AUDIT_NODES = 20;

/** Returns the severity of a fact. Each check has one, except those whose harm depends on the cluster. */
export function severityOf(fact: AuditFact): Severity {
  switch (fact.check) {
    case "surgeHostPort":
    case "criticalPriority":
      return "high";
    case "displaceable":
      return fact.crowded > 0 ? "high" : "medium";
    case "noExecute":
      return fact.isCritical ? "medium" : "low";
    case "onDeleteDrift":
      return "medium";
    case "unprovenReadiness":
      return "low";
    default:
      return assertNever(fact);
  }
}
