import type { AffinityTermCheck, PlacementVerdict, RequirementCheck } from "@daemonscope/daemonset/placement/placement";
import { requirementText } from "@daemonscope/kube/matching/kubectl-notation";
import type { ExplainEntry } from "@daemonscope/words/answers/explain-entry";
import { describeCheck, exclusionReason } from "@daemonscope/words/english/check-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { PodWords } from "./format-pod.ts";
import type { TerminalColors } from "./terminal-colors.ts";
import { textTable } from "./text-table.ts";

/** A placement proof, and the pods of the pair in words if a cluster was read. */
export interface ExplainedPair {
  readonly entry: ExplainEntry;
  readonly pods: PodWords | undefined;
}

const VERDICT_WORDS: Readonly<Record<PlacementVerdict, string>> = {
  run: "wanted: the controller runs a pod here",
  keep: "kept: no new pod comes, an existing one stays",
  exclude: "excluded: no pod comes, an existing one is deleted",
};

function requirementLine({ source, requirement, have, passed, parseError }: RequirementCheck): string {
  const text = requirementText(requirement);
  if (parseError !== undefined) return `✕ ${text} cannot be read, so the term does not match: ${parseError}`;
  const has =
    source === "field"
      ? `the node is ${have ?? ""}`
      : have === undefined
        ? "the node has no such label"
        : `the node has ${have === "" ? '""' : have}`;
  return `${passed ? "✓" : "✕"} ${source === "field" ? "field " : ""}${text} (${has})`;
}

function termLines(term: AffinityTermCheck, at: number): readonly string[] {
  const head = `    ${at === 0 ? "   " : "or "}term ${at + 1} ${term.passed ? "matches" : "does not match"}`;
  if (term.empty) return [`${head}: it is empty, and an empty term matches no node`];
  return [`${head}:`, ...term.requirements.map((requirement) => `           ${requirementLine(requirement)}`)];
}

/**
 * Returns the proof of one pair, one line per check, in the order of the controller. Affinity terms are ORed;
 * requirements within a term are ANDed.
 */
export function proofLines({ entry, pods }: ExplainedPair, ink: TerminalColors): readonly string[] {
  const { namespace, daemonSet, node, verdict, checks } = entry;
  const paint = verdict === "run" ? ink.good : ink.bad;
  const answers = `shouldRun ${entry.shouldRun}, shouldContinueRunning ${entry.shouldContinueRunning}`;
  const lines = [
    `${ink.strong(escapeControl(`${namespace}/${daemonSet} on ${node}`))} is ${paint(VERDICT_WORDS[verdict])} ${ink.quiet(`(${answers})`)}`,
  ];
  for (const check of checks) {
    lines.push(`  ${check.passed ? ink.good("✓") : ink.bad("✕")} ${escapeControl(describeCheck(check))}`);
    if (check.kind === "nodeAffinity") lines.push(...check.terms.flatMap(termLines).map(escapeControl));
  }
  if (checks.length === 0) lines.push("  ✓ nothing restricts it: no node name, selector or affinity in the template, no taint on the node");
  if (pods !== undefined) lines.push(`  pods there: ${escapeControl(pods.sentence)}`);
  return lines;
}

/**
 * Returns one line per pair: the decision of the controller and the deciding check. `isWide` adds the number of passed
 * checks.
 */
export function explainTable(pairs: readonly ExplainedPair[], isWide: boolean): readonly string[] {
  const withPods = pairs.some(({ pods }) => pods !== undefined);
  const header = ["NAMESPACE", "NAME", "NODE", "VERDICT", ...(withPods ? ["PODS"] : []), ...(isWide ? ["CHECKS"] : []), "WHY"];
  const rows = pairs.map(({ entry, pods }) => [
    entry.namespace,
    entry.daemonSet,
    entry.node,
    entry.verdict,
    ...(withPods ? [pods?.cell ?? ""] : []),
    ...(isWide ? [`${entry.checks.filter(({ passed }) => passed).length}/${entry.checks.length}`] : []),
    exclusionReason({ verdict: entry.verdict, checks: entry.checks }) ?? "every check passed",
  ]);
  return textTable(header, rows);
}
