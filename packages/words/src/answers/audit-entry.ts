import { formatSteps } from "@daemonscope/daemonset/actions/steps/format-step";
import type { AuditFact, AuditFinding } from "@daemonscope/daemonset/audit/finding";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { english } from "../english.ts";
import { auditReason, auditRemedy, auditSection } from "../facts/audit-text.ts";
import { type AnswerHead, answerHead } from "./answer-kind.ts";

type FactFields<Fact> = Fact extends unknown ? Omit<Fact, "check"> : never;

/** A finding of an audit for programs. */
interface AuditEntry extends AnswerHead<"AuditFinding"> {
  readonly id: AuditFact["check"];
  readonly severity: AuditFinding["severity"];
  readonly namespace: string;
  readonly name: string;
  /** A clause without a full stop. */
  readonly reason: string;
  readonly facts: FactFields<AuditFact>;
  readonly nodeCount: number;
  /** Sorted; at most 20. */
  readonly nodes: readonly string[];
  readonly remedy: {
    readonly text: string;
    /** Steps for `daemonscope what-if`; absent if no plan exists. */
    readonly steps?: string;
  };
  /** The section of the docs. */
  readonly doc: string;
}

export function auditEntry(finding: AuditFinding): AuditEntry {
  const { daemonSet, severity, fact, nodeCount, nodes, remedy } = finding;
  const { check, ...facts } = fact;
  const [namespace, name] = splitKey(daemonSet);
  return {
    ...answerHead("AuditFinding"),
    id: check,
    severity,
    namespace,
    name,
    reason: auditReason(english, finding),
    facts,
    nodeCount,
    nodes,
    remedy: { text: auditRemedy(english, finding), ...(remedy.length === 0 ? {} : { steps: formatSteps(remedy) }) },
    doc: `docs/${auditSection(finding)}`,
  };
}
