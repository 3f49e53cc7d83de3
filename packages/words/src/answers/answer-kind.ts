/** The version of the answers of commands. New fields may appear within a version (docs/support.md). */
const API_VERSION = "daemonscope.dev/v1";

/** The kinds of answers of commands. An answer with several has one in each element. */
type AnswerKind =
  | "Placement"
  | "DaemonSetStatus"
  | "DaemonPod"
  | "MissingDaemonPod"
  | "HistoryEvent"
  | "WaitResult"
  | "TemplateDiff"
  | "WhatIf"
  | "AuditFinding"
  | "PoolCost"
  | "AgentCost"
  | "NodeCost"
  | "Version";

export interface AnswerHead<K extends AnswerKind> {
  readonly apiVersion: typeof API_VERSION;
  readonly kind: K;
}

/** Returns the first fields of an answer. */
export const answerHead = <K extends AnswerKind>(kind: K): AnswerHead<K> => ({ apiVersion: API_VERSION, kind });
