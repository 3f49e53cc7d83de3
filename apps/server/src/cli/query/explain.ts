import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { AffinityTermCheck, PlacementVerdict, RequirementCheck } from "@daemonscope/daemonset/placement/placement";
import type { PlacementNode } from "@daemonscope/daemonset/placement/placement-node";
import { gapText, type TrailLink, trailLinks } from "@daemonscope/daemonset/pods/life/trail-links";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { requirementText } from "@daemonscope/kube/matching/kubectl-notation";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { causeEntry } from "@daemonscope/words/answers/cause-entry";
import { type ExplainEntry, explainEntry } from "@daemonscope/words/answers/explain-entry";
import { describeCheck, exclusionReason } from "@daemonscope/words/english/check-text";
import { trailNeedText, trailStepText } from "@daemonscope/words/english/trail-text";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { notFoundError, selectKeys } from "../open/select-keys.ts";
import type { ExplainConfig } from "../options/query-options.ts";
import type { PodWords } from "../print/format-pod.ts";
import { formatListForMachine } from "../print/machine-format.ts";
import { type TerminalColors, terminalColors } from "../print/terminal-colors.ts";
import { noResourcesText, textTable } from "../print/text-table.ts";
import { signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ExplainedCause, type FileObjects, type ScopedExplainTarget, targetKeyOf } from "./explain-target.ts";

const namespacesOf = (daemonSets: readonly KubeDaemonSet[]): ReadonlySet<string> =>
  new Set(daemonSets.map(({ metadata }) => metadata.namespace));

function chosenDaemonSets(
  config: ExplainConfig,
  daemonSets: readonly KubeDaemonSet[],
  namespace: string | undefined,
): readonly KubeDaemonSet[] {
  // A named namespace also applies to a file, which may hold several.
  const inScope = daemonSets.filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace);
  const keys = new Set(selectKeys(inScope.map(targetKeyOf), config.daemonSet, namespace, namespacesOf(daemonSets)));
  return inScope
    .filter((daemonSet) => keys.has(targetKeyOf(daemonSet)))
    .sort((a, b) => (targetKeyOf(a) < targetKeyOf(b) ? -1 : targetKeyOf(a) > targetKeyOf(b) ? 1 : 0));
}

function chosenNodes({ node }: ExplainConfig, nodes: readonly PlacementNode[]): readonly PlacementNode[] {
  const chosen = node === undefined ? nodes : nodes.filter(({ name }) => name === node);
  if (node !== undefined && chosen.length === 0) {
    const names = nodes.map(({ name }) => name);
    throw notFoundError("node", node, "", names);
  }
  return [...chosen].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/**
 * Returns the lines about a node that no longer exists while pods of the DaemonSets remain on it; empty if there are
 * none. The controller counts such pods against maxUnavailable (rule B3).
 */
function goneNodeLines(
  { node }: ExplainConfig,
  { nodes, podsOf }: ScopedExplainTarget["subject"],
  daemonSets: readonly KubeDaemonSet[],
): readonly string[] {
  if (node === undefined || podsOf === undefined || nodes.some(({ name }) => name === node)) return [];
  const lines = daemonSets.flatMap((daemonSet) => {
    const { names } = podsOf(daemonSet, node);
    if (names.length === 0) return [];
    const [subject, verb, object] = names.length === 1 ? ["Pod", "remains and counts", "it"] : ["Pods", "remain and count", "them"];
    return [`${subject} ${names.join(", ")} of ${targetKeyOf(daemonSet)} ${verb} until pod garbage collection removes ${object}.`];
  });
  return lines.length === 0 ? [] : [`Node ${node} no longer exists.`, ...lines].map(escapeControl);
}

function whenText({ step, isAfterLoss }: TrailLink): string {
  if (step.kind === "missing") return isAfterLoss ? "not now" : "not yet";
  if (step.atMs === undefined) return "time unknown";
  return `${step.kind === "lost" ? "until " : ""}${new Date(step.atMs).toISOString()}`;
}

/**
 * Returns the observed lifecycle of the pod of a pair (rule W10), one line per step. Each line has the time, the step,
 * and the time since the previous step, or what the step waits for.
 */
export function trailLines({ at, steps, creation }: TrailAnswer): readonly string[] {
  if (steps.length === 0) return [];
  const links = trailLinks(steps);
  const width = Math.max(...links.map((link) => whenText(link).length));
  const lines = links.map((link) => {
    const { step, betweenMs } = link;
    const after = betweenMs === undefined ? "" : betweenMs === 0 ? " (at once)" : ` (after ${gapText(betweenMs)})`;
    const needs = step.kind === "came" || step.needs === undefined ? "" : `: ${trailNeedText(step.needs, at)}`;
    return `    ${whenText(link).padEnd(width)}  ${trailStepText(step.name, creation)}${after}${needs}`;
  });
  return ["  how it got here, as it was watched:", ...lines.map(escapeControl)];
}

/** A placement proof, and the pods of the pair in words if a cluster was read. */
interface ExplainedPair {
  readonly entry: ExplainEntry;
  readonly pods: PodWords | undefined;
  readonly found: ExplainedCause | undefined;
  readonly isBeingDeleted: boolean;
}

/** The controller creates no pod for a DaemonSet with a deletionTimestamp (rule R30). */
const BEING_DELETED = "nothing is wanted: the DaemonSet is being deleted";

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

/** Reports whether a cause says more than the state of the pod: `starting` repeats nothing. */
const hasOwnWords = ({ kind, reason, subject }: CauseFact): boolean =>
  CAUSES[kind].matches.length > 0 || reason !== undefined || subject !== undefined;

/**
 * Returns the cause of a pair, then its proof, one line per check, in the order of the controller. Affinity terms are
 * ORed; requirements within a term are ANDed.
 */
function proofLines({ entry, pods, found, isBeingDeleted }: ExplainedPair, colors: TerminalColors): readonly string[] {
  const { namespace, daemonSet, node, verdict, checks } = entry;
  // The line of the cause has the words of a single pod already.
  const isRepeated = found !== undefined && hasOwnWords(found.cause) && pods !== undefined && pods.names.length < 2;
  const podsText = isRepeated && pods.sentence.includes(found.sentence) ? (pods.names[0] ?? "none") : pods?.sentence;
  const podsLines = podsText === undefined ? [] : [`  pods there: ${escapeControl(podsText)}`];
  if (isBeingDeleted)
    return [
      `${colors.strong(escapeControl(`${namespace}/${daemonSet} on ${node}`))}: ${colors.bad(BEING_DELETED)}`,
      ...(found === undefined ? [] : [`  cause: ${escapeControl(found.text)}`]),
      ...podsLines,
    ];
  const paint = verdict === "run" ? colors.good : colors.bad;
  const answers = `shouldRun ${entry.shouldRun}, shouldContinueRunning ${entry.shouldContinueRunning}`;
  const lines = [
    `${colors.strong(escapeControl(`${namespace}/${daemonSet} on ${node}`))} is ${paint(VERDICT_WORDS[verdict])} ${colors.quiet(`(${answers})`)}`,
    ...(found === undefined ? [] : [`  cause: ${escapeControl(found.text)}`]),
  ];
  for (const check of checks) {
    lines.push(`  ${check.passed ? colors.good("✓") : colors.bad("✕")} ${escapeControl(describeCheck(check))}`);
    if (check.kind === "nodeAffinity") lines.push(...check.terms.flatMap(termLines).map(escapeControl));
  }
  if (checks.length === 0) lines.push("  ✓ nothing restricts it: no node name, selector or affinity in the template, no taint on the node");
  lines.push(...podsLines);
  return lines;
}

/**
 * Returns one line per pair: the decision of the controller and the deciding check. `isWide` adds the number of passed
 * checks.
 */
function explainTable(pairs: readonly ExplainedPair[], isWide: boolean): readonly string[] {
  const withPods = pairs.some(({ pods }) => pods !== undefined);
  const header = ["NAMESPACE", "NAME", "NODE", "VERDICT", ...(withPods ? ["PODS"] : []), ...(isWide ? ["CHECKS"] : []), "WHY"];
  const rows = pairs.map(({ entry, pods, isBeingDeleted }) => [
    entry.namespace,
    entry.daemonSet,
    entry.node,
    isBeingDeleted ? "none" : entry.verdict,
    ...(withPods ? [pods?.cell ?? ""] : []),
    ...(isWide ? [`${entry.checks.filter(({ passed }) => passed).length}/${entry.checks.length}`] : []),
    isBeingDeleted ? BEING_DELETED : (exclusionReason({ verdict: entry.verdict, checks: entry.checks }) ?? "every check passed"),
  ]);
  return textTable(header, rows);
}

async function printAnswer(
  { subject, namespace, recorded }: ScopedExplainTarget,
  fromFiles: FileObjects,
  config: ExplainConfig,
  terminal: Terminal,
): Promise<void> {
  const requestedNamespace = fromFiles.daemonSets === undefined || config.allNamespaces ? namespace : config.cluster.namespace;
  const daemonSets = chosenDaemonSets(config, subject.daemonSets, requestedNamespace);
  const goneLines = goneNodeLines(config, subject, daemonSets);
  if (goneLines.length > 0) {
    for (const line of goneLines) terminal.print(line);
    return;
  }
  const nodes = chosenNodes(config, subject.nodes);
  const { podsOf, causeOf } = subject;
  function* pairs(): Generator<ExplainedPair> {
    for (const daemonSet of daemonSets) {
      const { namespace: daemonSetNamespace, name } = daemonSet.metadata;
      for (const node of nodes) {
        const placement = explainPlacement(daemonSet.spec.template, node, recorded?.gates ?? config.gates);
        const entry = explainEntry({ namespace: daemonSetNamespace, name }, node.name, placement);
        const isBeingDeleted = daemonSet.metadata.deletionTimestamp !== undefined;
        const found = causeOf?.(daemonSet, node.name);
        yield {
          entry: {
            ...entry,
            ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
            ...(recorded === undefined ? {} : { asOf: recorded.asOf }),
          },
          found,
          pods: podsOf?.(daemonSet, node.name),
          isBeingDeleted,
        };
      }
    }
  }
  if (config.format === "json" || config.format === "yaml") {
    const entries = (function* () {
      for (const { entry } of pairs()) yield entry;
    })();
    if (recorded !== undefined) terminal.warn(`${recorded.words}.`);
    for (const text of formatListForMachine(config.format, entries)) terminal.write(text);
    return;
  }
  if (daemonSets.length === 0) {
    const [near] = requestedNamespace === undefined ? [] : nearestNames(requestedNamespace, namespacesOf(subject.daemonSets));
    if (near !== undefined) throw new UsageError(`There is no DaemonSet in namespace "${requestedNamespace}": did you mean ${near}?`);
    return terminal.warn(noResourcesText(requestedNamespace));
  }
  const isOne = daemonSets.length === 1 && nodes.length === 1;
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  const lines =
    config.format === undefined && isOne
      ? [...pairs()].flatMap((pair) => proofLines(pair, colors))
      : explainTable([...pairs()], config.format === "wide");
  if (recorded !== undefined) terminal.print(colors.strong(escapeControl(recorded.words)));
  for (const line of lines) terminal.print(line);
  const [daemonSet] = daemonSets;
  const [node] = nodes;
  if (!isOne || config.format !== undefined || podsOf === undefined || daemonSet === undefined || node === undefined) return;
  const trail = await recorded?.trailOf(targetKeyOf(daemonSet), node.name);
  for (const line of trail === undefined ? [] : trailLines(trail)) terminal.print(line);
}

/**
 * Runs `explain` with an injected cluster. It is not opened if files hold both the DaemonSets and the nodes, or if a
 * recording is queried.
 */
export async function explainOn(open: () => Promise<OpenCluster>, config: ExplainConfig, terminal: Terminal): Promise<number> {
  const usesFiles = config.daemonSetFile !== undefined || config.nodesFile !== undefined;
  const fromFiles = usesFiles ? await (await import("./target-from-files.ts")).targetFromFiles(config, terminal) : {};
  if (fromFiles === undefined) return signalExitCode(terminal.stop);
  const { daemonSets, nodes } = fromFiles;
  if (daemonSets !== undefined && nodes !== undefined) {
    await printAnswer(
      { subject: { daemonSets, nodes, podsOf: undefined, causeOf: undefined }, namespace: undefined },
      fromFiles,
      config,
      terminal,
    );
    return 0;
  }
  if (config.recording !== undefined) {
    const { targetFromRecording } = await import("./target-from-cluster.ts");
    await printAnswer(await targetFromRecording(config.recording, config, fromFiles, terminal), fromFiles, config, terminal);
    return 0;
  }
  const cluster = await open();
  try {
    const { targetFromCluster } = await import("./target-from-cluster.ts");
    const target = await targetFromCluster(cluster, config, fromFiles, terminal);
    if (target === undefined) return signalExitCode(terminal.stop);
    await printAnswer(target, fromFiles, config, terminal);
    return 0;
  } finally {
    await cluster.close();
  }
}

/**
 * `daemonscope explain`: the DaemonSet controller's checks for each pair, from the cluster, from files, or from both.
 * Returns the exit code.
 */
export function explain(config: ExplainConfig, terminal: Terminal): Promise<number> {
  const open = async () => (await import("../open/open-cluster.ts")).openCluster(config, "refused", terminal);
  return explainOn(open, config, terminal);
}
