import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import { ownershipOf } from "@daemonscope/daemonset/managed/ownership";
import { controllerOf, type NodePause, pauseOf, phaseOfState, upgradeStateOf } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { decisiveCheck } from "@daemonscope/daemonset/placement/decisive-check";
import { explainPlacement } from "@daemonscope/daemonset/placement/explain-placement";
import type { AffinityTermCheck, Placement, PlacementVerdict, RequirementCheck } from "@daemonscope/daemonset/placement/placement";
import { gapText, type TrailLink, trailLinks } from "@daemonscope/daemonset/pods/life/trail-links";
import type { CauseFact } from "@daemonscope/daemonset/records/cause-fact";
import { nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { requirementText } from "@daemonscope/kube/matching/kubectl-notation";
import type { KubeDaemonSet } from "@daemonscope/kube/objects";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { causeEntry } from "@daemonscope/words/answers/cause-entry";
import { BEING_DELETED, type ExplainEntry, explainEntry } from "@daemonscope/words/answers/explain-entry";
import { lifecycleEntry } from "@daemonscope/words/answers/lifecycle-entry";
import { english } from "@daemonscope/words/english";
import { describeCheck, requirementOf } from "@daemonscope/words/english/check-text";
import { oldNameOfCheck, oldNameText, oldTolerationTexts } from "@daemonscope/words/english/old-name-text";
import { trailNeedText, trailStepText } from "@daemonscope/words/english/trail-text";
import { lifecycleStateText } from "@daemonscope/words/facts/lifecycle-text";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { notFoundError, selectDaemonSets } from "../open/select-keys.ts";
import type { ExplainConfig } from "../options/query-options.ts";
import type { PodWords } from "../print/format-pod.ts";
import { LIFECYCLE_UNKNOWN } from "../print/lifecycle-unknown.ts";
import { isForPrograms, type ListAnswer, type ListRow, printList } from "../print/list-answer.ts";
import { type TerminalColors, terminalColors } from "../print/terminal-colors.ts";
import { noResourcesText } from "../print/text-table.ts";
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
  const byKey = new Map(daemonSets.map((daemonSet) => [targetKeyOf(daemonSet), daemonSet]));
  // A named namespace also applies to a file, which may hold several.
  return selectDaemonSets([...byKey.keys()], (key) => byKey.get(key), config, namespace)
    .toSorted()
    .flatMap((key) => byKey.get(key) ?? []);
}

function chosenNodes({ node }: ExplainConfig, nodes: readonly NodeRecord[]): readonly NodeRecord[] {
  const chosen = node === undefined ? nodes : nodes.filter(({ name }) => name === node);
  if (node !== undefined && chosen.length === 0) {
    const names = nodes.map(({ name }) => name);
    throw notFoundError("node", node, "", names);
  }
  return [...chosen].sort((a, b) => compareTexts(a.name, b.name));
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
  readonly daemonSet: KubeDaemonSet;
  readonly node: NodeRecord;
  readonly entry: ExplainEntry;
  readonly pods: PodWords | undefined;
  readonly found: ExplainedCause | undefined;
  readonly isBeingDeleted: boolean;
}

const VERDICT_WORDS: Readonly<Record<PlacementVerdict, string>> = {
  run: "wanted: the controller runs a pod here",
  keep: "kept: no new pod is created, an existing pod stays",
  exclude: "not eligible: no new pod is created, an existing pod is deleted",
};

/** Reports whether a pair may keep a pod and has none: in effect its node is not eligible. */
const hasNothingToKeep = ({ entry, pods }: ExplainedPair): boolean =>
  entry.verdict === "keep" && pods?.phrases !== undefined && pods.names.length === 0;

const NOTHING_TO_KEEP = "not eligible: no new pod is created, and none exists";

function requirementLine({ source, requirement, have, passed, parseError }: RequirementCheck): string {
  const text = requirementText(requirement);
  if (parseError !== undefined) return `✕ ${text} cannot be read, so the term does not match: ${parseError}`;
  const has =
    source === "field"
      ? `the node is ${have ?? ""}`
      : have === undefined
        ? "the node has no such label"
        : `the node has ${have === "" ? '""' : have}`;
  const oldName = source === "field" ? "" : oldNameText(requirement.key);
  return `${passed ? "✓" : "✕"} ${source === "field" ? "field " : ""}${text} (${has})${oldName}`;
}

function termLines(term: AffinityTermCheck, at: number): readonly string[] {
  const head = `    ${at === 0 ? "   " : "or "}term ${at + 1} ${term.passed ? "matches" : "does not match"}`;
  if (term.empty) return [`${head}: it is empty, and an empty term matches no node`];
  return [`${head}:`, ...term.requirements.map((requirement) => `           ${requirementLine(requirement)}`)];
}

/** Reports whether a cause says more than the state of the pod: `starting` repeats nothing. */
const hasOwnWords = ({ kind, reason, subject }: CauseFact): boolean =>
  CAUSES[kind].matches.length > 0 || reason !== undefined || subject !== undefined;

/** Returns the state of a node's upgrade by the controller that replaces the pods: `gpu-operator: upgrade-failed`.
 *  Undefined without one, and on an upgraded node. */
function upgradeText({ node, entry: { replacedBy } }: ExplainedPair): string | undefined {
  const found = replacedBy === undefined ? undefined : upgradeStateOf(replacedBy, node.labels);
  return found === undefined || phaseOfState(found.state) === "upgraded" ? undefined : `${replacedBy}: ${found.state}`;
}

const pauseText = ({ controller, isWorkOver }: NodePause): string => `${isWorkOver ? "left " : ""}paused by ${controller}`;

/** Returns the parts of a node's life that explain a verdict: its lifecycle, its upgrade, and a pause. */
function nodeLines(pair: ExplainedPair): readonly string[] {
  const { lifecycle, pausedBy } = pair.entry;
  const upgrade = upgradeText(pair);
  const ending = pausedBy?.isWorkOver === true ? "whose work on the node is over" : "which sets the label again after its work on the node";
  return [
    ...(lifecycle?.message === undefined ? [] : [`  node: ${escapeControl(lifecycle.message)}`]),
    ...(upgrade === undefined ? [] : [`  ${escapeControl(upgrade)}`]),
    ...(pausedBy === undefined ? [] : [`  ${pauseText(pausedBy)}, ${ending}`]),
  ];
}

/**
 * Returns the cause of a pair, then its proof, one line per check, in the order of the controller. Affinity terms are
 * ORed; requirements within a term are ANDed.
 */
function proofLines(pair: ExplainedPair, colors: TerminalColors): readonly string[] {
  const { entry, pods, found, isBeingDeleted } = pair;
  const { namespace, daemonSet, node, verdict, checks } = entry;
  // The line of the cause has the words of a single pod already.
  const isRepeated = found !== undefined && hasOwnWords(found.cause) && pods !== undefined && pods.names.length < 2;
  const podsText = isRepeated && pods.sentence.includes(found.sentence) ? (pods.names[0] ?? "none") : pods?.sentence;
  const podsLines = podsText === undefined ? [] : [`  pods: ${escapeControl(podsText)}`];
  if (isBeingDeleted)
    return [
      `${colors.strong(escapeControl(`${namespace}/${daemonSet} on ${node}`))}: ${colors.bad(BEING_DELETED)}`,
      ...(found === undefined ? [] : [`  cause: ${escapeControl(found.text)}`]),
      ...podsLines,
    ];
  const paint = verdict === "run" ? colors.good : colors.bad;
  const answers = `shouldRun ${entry.shouldRun}, shouldContinueRunning ${entry.shouldContinueRunning}`;
  const lifecycle = nodeLifecycle(pair.node);
  const lines = [
    `${colors.strong(escapeControl(`${namespace}/${daemonSet} on ${node}`))} is ${paint(hasNothingToKeep(pair) ? NOTHING_TO_KEEP : VERDICT_WORDS[verdict])} ${colors.quiet(`(${answers})`)}`,
    ...(found === undefined ? [] : [`  cause: ${escapeControl(found.text)}`]),
    ...nodeLines(pair),
  ];
  for (const check of checks) {
    const mark = check.passed ? colors.good("✓") : colors.bad("✕");
    lines.push(`  ${mark} ${escapeControl(describeCheck(check, lifecycle) + oldNameOfCheck(check))}`);
    lines.push(...oldTolerationTexts(check, pair.daemonSet.spec.template.tolerations).map((text) => `    ${escapeControl(text)}`));
    if (check.kind === "nodeAffinity") lines.push(...check.terms.flatMap(termLines).map(escapeControl));
  }
  if (checks.length === 0) lines.push("  ✓ no restrictions: the template sets no node name, selector or affinity; the node has no taints");
  lines.push(...podsLines);
  if (entry.owner?.claims.some(({ kind }) => kind !== "kubectl") === true) lines.push(`  owner: ${escapeControl(entry.owner.message)}`);
  return lines;
}

const verdictCell = (pair: ExplainedPair): string =>
  pair.isBeingDeleted ? "none" : hasNothingToKeep(pair) ? "exclude" : pair.entry.verdict;

/** Returns how many checks passed. A pair without restrictions has none. */
const checksCell = ({ checks }: ExplainEntry): string =>
  checks.length === 0 ? "none" : `${checks.filter(({ passed }) => passed).length}/${checks.length}`;

interface TableShape {
  readonly withPods: boolean;
  /** Adds the number of passed checks. */
  readonly isWide: boolean;
}

function ownedMetadata(daemonSet: KubeDaemonSet): Parameters<typeof explainEntry>[0] {
  const ownership = ownershipOf(daemonSet);
  return ownership === undefined ? daemonSet.metadata : { ...daemonSet.metadata, ownership };
}

/** Returns the proof of a pair, with what other controllers do to the node and to the DaemonSet. */
function entryOf(daemonSet: KubeDaemonSet, node: NodeRecord, placement: Placement): ExplainEntry {
  const replacedBy = controllerOf(daemonSet)?.controller;
  const lifecycle = lifecycleEntry(node);
  const pausedBy = pauseOf(daemonSet.spec.template.nodeSelector, node.labels);
  return {
    ...explainEntry(ownedMetadata(daemonSet), node.name, placement, nodeLifecycle(node)),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(pausedBy === undefined ? {} : { pausedBy }),
  };
}

/** Returns a reason after the work of another controller on the node: `gpu-operator: upgrade-failed; …`. */
function withController(pair: ExplainedPair, reason: string): string {
  const { pausedBy } = pair.entry;
  return [upgradeText(pair), pausedBy && pauseText(pausedBy), reason].filter((part) => part !== undefined).join("; ");
}

/** Returns the deciding check, after the part of its life in which the node is: `node being removed: …`. */
function whyCell(pair: ExplainedPair): string {
  const why = withController(pair, pair.entry.why);
  const lifecycle = nodeLifecycle(pair.node);
  // The answer about one node names the signs that contradict each other.
  if (lifecycle.kind === "unknown") return `${LIFECYCLE_UNKNOWN}; ${why}`;
  const state = lifecycleStateText(english, lifecycle);
  return state === undefined ? why : `node ${state}: ${why}`;
}

/** Returns one row per pair: the decision of the controller and the deciding check. */
function pairRow(pair: ExplainedPair, { withPods, isWide }: TableShape): ListRow {
  const { daemonSet, entry, pods } = pair;
  return {
    cells: () => [
      entry.namespace,
      entry.daemonSet,
      entry.node,
      verdictCell(pair),
      ...(withPods ? [pods?.cell ?? ""] : []),
      ...(isWide ? [checksCell(entry)] : []),
      whyCell(pair),
    ],
    entry: () => entry,
    name: `node/${entry.node}`,
    labels: daemonSet.metadata.labels ?? {},
  };
}

function pairHeader({ withPods, isWide }: TableShape): readonly string[] {
  return ["NAMESPACE", "NAME", "NODE", "VERDICT", ...(withPods ? ["PODS"] : []), ...(isWide ? ["CHECKS"] : []), "WHY"];
}

/** Returns the reason of a pair without its node's own values, so that equal reasons can be counted. */
function groupReason(pair: ExplainedPair): string {
  const { entry, found } = pair;
  const decisive = decisiveCheck(entry.checks);
  const reason = entry.verdict !== "run" && decisive !== undefined ? requirementOf(decisive) : (found?.sentence ?? "no pod yet");
  return withController(pair, reason);
}

const GROUP_HEADER = ["NAMESPACE", "NAME", "NODES", "VERDICT", "WHY"] as const;

/** Returns one row per DaemonSet, verdict and reason: the most frequent reason of a DaemonSet first. */
function groupRows(pairs: Iterable<ExplainedPair>): readonly ListRow[] {
  const groups = new Map<string, { readonly pair: ExplainedPair; readonly verdict: string; readonly why: string; nodes: number }>();
  for (const pair of pairs) {
    const verdict = verdictCell(pair);
    const why = groupReason(pair);
    const key = JSON.stringify([targetKeyOf(pair.daemonSet), verdict, why]);
    const group = groups.get(key) ?? { pair, verdict, why, nodes: 0 };
    group.nodes++;
    groups.set(key, group);
  }
  const places = new Map([...new Set([...groups.values()].map(({ pair }) => targetKeyOf(pair.daemonSet)))].map((key, at) => [key, at]));
  const placeOf = ({ daemonSet }: ExplainedPair): number => places.get(targetKeyOf(daemonSet)) ?? 0;
  return [...groups.values()]
    .sort((a, b) => placeOf(a.pair) - placeOf(b.pair) || b.nodes - a.nodes)
    .map(({ pair: { daemonSet, entry }, nodes, verdict, why }) => ({
      cells: () => [entry.namespace, entry.daemonSet, String(nodes), verdict, why],
      entry: () => ({ namespace: entry.namespace, daemonSet: entry.daemonSet, nodes, verdict, why }),
      name: `daemonset.apps/${entry.daemonSet}`,
      labels: daemonSet.metadata.labels ?? {},
    }));
}

/** Reports whether `--excluded` or `--missing` keep a pair. */
function isChosen({ only }: ExplainConfig, { entry, pods, isBeingDeleted }: ExplainedPair): boolean {
  if (only === undefined) return true;
  if (isBeingDeleted) return false;
  return only === "excluded" ? entry.verdict !== "run" : entry.verdict === "run" && pods?.names.length === 0;
}

const NONE_CHOSEN = {
  excluded: "Every selected node is eligible.",
  missing: "No selected node lacks a pod that it wants.",
} as const;

/** Reports that a namespace has no selected DaemonSet. Throws UsageError if another namespace has a similar name. */
function warnNoDaemonSet(
  { subject: { daemonSets }, recorded }: Pick<ScopedExplainTarget, "subject" | "recorded">,
  namespace: string | undefined,
  terminal: Terminal,
): void {
  const namespaces = namespacesOf(daemonSets);
  const [near] = namespace === undefined || namespaces.has(namespace) ? [] : nearestNames(namespace, namespaces);
  if (near !== undefined) throw new UsageError(`There is no DaemonSet in namespace "${namespace}": did you mean ${near}?`);
  terminal.warn(noResourcesText(namespace, recorded === undefined ? [] : [...namespaces]));
}

async function printAnswer(
  { subject, namespace, recorded }: ScopedExplainTarget,
  fromFiles: FileObjects,
  config: ExplainConfig,
  terminal: Terminal,
): Promise<void> {
  const requestedNamespace = fromFiles.daemonSets === undefined || config.allNamespaces ? namespace : config.cluster.namespace;
  const daemonSets = chosenDaemonSets(config, subject.daemonSets, requestedNamespace);
  const isProgram = isForPrograms(config.format, config.list);
  const shape = { withPods: subject.podsOf !== undefined, isWide: config.format === "wide" };
  const header = pairHeader(shape);
  const write = (answer: ListAnswer) => printList(answer, config, terminal);
  if (recorded !== undefined) terminal.warn(`${recorded.words}.`);
  const goneLines = goneNodeLines(config, subject, daemonSets);
  if (goneLines.length > 0) {
    for (const line of goneLines)
      if (isProgram) terminal.warn(line);
      else terminal.print(line);
    if (isProgram) write({ header, rows: [] });
    return;
  }
  const nodes = chosenNodes(config, subject.nodes);
  const { podsOf, podEntriesOf, causeOf } = subject;
  if (config.only === "missing" && causeOf === undefined) throw new UsageError("--missing needs the verbs list and watch on pods.");
  function* pairs(): Generator<ExplainedPair> {
    for (const daemonSet of daemonSets) {
      for (const node of nodes) {
        const placement = explainPlacement(daemonSet.spec.template, node, recorded?.gates ?? config.gates);
        const entry = entryOf(daemonSet, node, placement);
        const isBeingDeleted = daemonSet.metadata.deletionTimestamp !== undefined;
        const found = causeOf?.(daemonSet, node.name);
        const pods = podsOf?.(daemonSet, node.name);
        const withEntries = pods !== undefined && (isProgram || config.list.sortBy !== undefined);
        const pair: ExplainedPair = {
          daemonSet,
          node,
          entry: {
            ...entry,
            ...(withEntries && podEntriesOf !== undefined ? { pods: podEntriesOf(daemonSet, node.name, pods) } : {}),
            ...(found === undefined ? {} : { cause: causeEntry(found.cause, found.detail) }),
            ...(recorded === undefined ? {} : { asOf: recorded.asOf }),
          },
          found,
          pods,
          isBeingDeleted,
        };
        if (isChosen(config, pair)) yield pair;
      }
    }
  }
  function* rows(): Generator<ListRow> {
    for (const pair of pairs()) yield pairRow(pair, shape);
  }
  if (daemonSets.length === 0 && config.list.ignoreNotFound && config.daemonSets.length > 0) return;
  if (isProgram) return write({ header, rows: rows() });
  if (daemonSets.length === 0) return warnNoDaemonSet({ subject, recorded }, requestedNamespace, terminal);
  if (config.format === "github") {
    const { explainAnnotations } = await import("./explain-annotations.ts");
    const gates = recorded?.gates ?? config.gates;
    for (const line of explainAnnotations(daemonSets, nodes, gates, fromFiles.places)) terminal.print(line);
    return;
  }
  const isOne = daemonSets.length === 1 && nodes.length === 1;
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  const chosen = [...pairs()];
  if (config.only !== undefined && chosen.length === 0) return terminal.warn(NONE_CHOSEN[config.only]);
  if (config.format === undefined && isOne) {
    for (const line of chosen.flatMap((pair) => proofLines(pair, colors))) terminal.print(line);
  } else if (config.only !== undefined && !shape.isWide) write({ header: GROUP_HEADER, rows: groupRows(chosen) });
  else write({ header, rows: chosen.map((pair) => pairRow(pair, shape)) });
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
  const usesFiles = config.manifests !== undefined || config.nodesFile !== undefined;
  const fromFiles = usesFiles ? await (await import("./target-from-files.ts")).targetFromFiles(config, terminal) : {};
  if (fromFiles === undefined) return signalExitCode(terminal.stop);
  const { daemonSets, nodes } = fromFiles;
  if (daemonSets !== undefined && nodes !== undefined) {
    await printAnswer(
      { subject: { daemonSets, nodes, podsOf: undefined, podEntriesOf: undefined, causeOf: undefined }, namespace: undefined },
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
