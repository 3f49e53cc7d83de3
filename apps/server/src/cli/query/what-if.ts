import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetPreview } from "@daemonscope/daemonset/preview/effect-preview";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { drain } from "@daemonscope/kube/base/drain";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { isRemovedByComponent } from "@daemonscope/kube/node-signs";
import type { StepPreview, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { type LifecycleEntry, lifecycleEntry } from "@daemonscope/words/answers/lifecycle-entry";
import { english } from "@daemonscope/words/english";
import { plural } from "@daemonscope/words/english/plural";
import { effectLines } from "@daemonscope/words/english/what-if-text";
import { taintOriginText } from "@daemonscope/words/facts/lifecycle-text";
import { changedDaemonSetKey, type PreviewSource, previewOf, whatIfAnswer } from "../../actions/preview/what-if-answer.ts";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { toClause } from "../../platform/text/to-clause.ts";
import { checkedDaemonSet } from "../../watch/manifests/manifest-objects.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { FailReason } from "../flags/fail-reasons.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { openCluster } from "../open/open-cluster.ts";
import { ForbiddenError, withListedModel } from "../open/open-command-model.ts";
import type { WhatIfConfig } from "../options/query-options.ts";
import { writeReport } from "../print/ci-report.ts";
import { formatForMachine } from "../print/machine-format.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { textTable } from "../print/text-table.ts";
import { EXIT_QUERY_FAILED, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { controllerNotes } from "./controller-notes.ts";
import { resolveNames } from "./kubectl-steps.ts";
import type { SourcedManifest } from "./read-manifest-files.ts";
import { readStepArguments, type StepArguments } from "./read-steps.ts";
import { countsWithout, failureCode, whatIfFindings } from "./what-if-findings.ts";
import { isFailure, manifestKey, type Refusal, type WhatIfReport, whatIfAnnotations, whatIfMarkdown } from "./what-if-report.ts";

type StepProblem = NonNullable<StepPreview["problem"]>;

/** Returns the objection of a preview to its step, unless the warnings have it. */
function omittedText({ code, message }: StepProblem, words: string, warnings: readonly string[]): readonly string[] {
  // A validation error begins with the path of its field.
  const field = code === "badName" ? "metadata.name" : (message.split(": ")[0] ?? message);
  if (warnings.some((warning) => warning.includes(`: ${field}: `))) return [];
  const reason = code === "refused" ? `would be refused by the API server: ${message}` : `is not valid: ${message}`;
  return [escapeControl(`${words} ${reason}.`)];
}

/**
 * Returns the API server's objections to manifests, those of `explain --daemonset`. `problems` are those of the steps
 * that apply the manifests, in the same order.
 */
async function refusalsOf(
  manifests: readonly SourcedManifest[],
  problems: readonly (StepProblem | undefined)[],
  reading: ClusterReading,
  { gates, cluster }: WhatIfConfig,
): Promise<readonly Refusal[]> {
  if (manifests.length === 0) return [];
  const { manifestWarnings } = await import("./manifest-warnings.ts");
  const namespace = cluster.namespace ?? "default";
  return manifests.flatMap((manifest, at) => {
    const problem = problems[at];
    const isDaemonSet = manifest.object.kind === "DaemonSet";
    const checked = isDaemonSet ? checkedDaemonSet(manifest, namespace) : undefined;
    const key = checked?.key ?? manifestKey(manifest, namespace);
    const warnings =
      checked === undefined ? [] : manifestWarnings("daemonsets", checked, gates, reading.daemonSet(checked.key) !== undefined);
    const words = checked?.words ?? `${String(manifest.object.kind)} ${key} (${manifest.where})`;
    const omitted = problem === undefined ? [] : omittedText(problem, words, warnings);
    return [...warnings, ...omitted].map((text) => ({ key, manifest, text, isOmitted: problem !== undefined }));
  });
}

/** The reasons to fail if the command line names none. */
const DEFAULT_REASONS: readonly FailReason[] = ["lost"];

const failReasons = ({ failOn = DEFAULT_REASONS, strict }: WhatIfConfig): ReadonlySet<FailReason> =>
  new Set<FailReason>([...failOn, ...(strict ? (["refused"] as const) : [])]);

/**
 * Returns the effects in the namespace of -n, and those on DaemonSets that steps name: a gate must not miss its own
 * manifest. Warns about others.
 */
function narrowed(
  effects: readonly DaemonSetPreview[],
  steps: readonly Step[],
  { cluster, allNamespaces }: WhatIfConfig,
  terminal: Terminal,
) {
  const { namespace } = cluster;
  if (namespace === undefined || allNamespaces) return effects;
  const named = new Set(steps.flatMap((step) => changedDaemonSetKey(step) ?? []));
  const kept = effects.filter(({ key }) => key.startsWith(`${namespace}/`) || named.has(key));
  const others = effects.length - kept.length;
  if (others > 0)
    terminal.warn(
      `Warning: ${plural(others, "DaemonSet")} outside namespace ${escapeControl(namespace)} would change too. Use -A to see all.`,
    );
  return kept;
}

/** Problems of a manifest alone. The rest of the question has an answer. */
const MANIFEST_PROBLEMS: readonly string[] = ["refused", "badManifest", "badName"];

/**
 * Returns the problem of each step that applies a manifest, in order. Throws UsageError for another impossible step.
 */
function manifestProblems(steps: readonly Step[], previews: readonly StepPreview[]): readonly (StepProblem | undefined)[] {
  return steps.flatMap(({ kind }, at) => {
    const problem = previews[at]?.problem;
    if (problem !== undefined && !(kind === "apply" && MANIFEST_PROBLEMS.includes(problem.code))) throw new UsageError(problem.message);
    return kind === "apply" ? [problem] : [];
  });
}

/**
 * Prints the effect of steps, and returns the exit code. Throws UsageError for an impossible step, so that a CI check
 * with an invalid query fails. A manifest that cannot be applied is omitted, and fails in any case. `namespace` is that
 * of names without one.
 */
async function printAnswer(
  source: PreviewSource & { readonly namespace: string },
  reads: OnDemandReads | undefined,
  { steps: typedSteps, manifests }: StepArguments,
  config: WhatIfConfig,
  terminal: Terminal,
): Promise<number> {
  const { reading } = source;
  const steps = resolveNames(typedSteps, reading, config.cluster.namespace ?? source.namespace);
  const full = drain(whatIfAnswer(await previewOf(source, steps, reads, { run: runInARow })));
  const problems = manifestProblems(steps, full.steps);
  const failOn = failReasons(config);
  if (failOn.has("noroom") && full.room.kind === "unread")
    throw new UsageError(`--fail-on noroom needs the free capacity of the nodes: ${full.room.message}`);
  const answer: WhatIfAnswer = { ...full, daemonSets: narrowed(full.daemonSets, steps, config, terminal) };
  const { daemonSets: effects } = answer;
  const refusals = await refusalsOf(manifests, problems, reading, config);
  const findings = whatIfFindings(full.daemonSets, steps, reading);
  const namespace = config.cluster.namespace ?? "default";
  const changing = steps.filter((_step, at) => full.steps[at]?.isSoAlready !== true);
  const notes = controllerNotes(changing, reading);
  const nothing = notes.length === 0 ? nothingText(config, answer) : "No other change of a pod is known.";
  const report = { effects, findings, refusals, failOn, manifests, namespace, nothing };
  // Programs have the state of the DaemonSet.
  if (config.format === undefined || config.format === "markdown") for (const note of notes) terminal.warn(`Note: ${escapeControl(note)}`);
  print(answer, { steps, reading }, report, config, terminal);
  const found = new Set<FailReason>([...findings.map(({ reason }) => reason), ...(refusals.length > 0 ? (["refused"] as const) : [])]);
  const isOmitted = refusals.some((refusal) => refusal.isOmitted);
  return isOmitted && !failOn.has("refused") ? EXIT_QUERY_FAILED : failureCode(found, failOn);
}

const HEADER = ["NAMESPACE", "NAME", "DESIRED", "CURRENT", "UP-TO-DATE", "AVAILABLE", "MISSCHEDULED", "LOST"];

/** Returns a number without and with the steps; only once if both are equal. */
const changeText = (now: number, then: number): string => (now === then ? String(now) : `${now} → ${then}`);

/** Returns one row per affected DaemonSet: its counts without and with the steps, and the nodes that lose an agent. */
function rowOf(effect: DaemonSetPreview): readonly string[] {
  const { key, then, lost } = effect;
  const without = countsWithout(effect);
  const [namespace, name] = splitKey(key);
  return [
    namespace,
    name,
    changeText(without.desired, then.desired),
    changeText(without.current, then.current),
    changeText(without.updated, then.updated),
    changeText(without.available, then.available),
    changeText(without.misscheduled, then.misscheduled),
    String(lost),
  ];
}

function nothingText({ cluster: { namespace }, allNamespaces }: WhatIfConfig, { steps }: WhatIfAnswer): string {
  const scope = namespace === undefined || allNamespaces ? "" : ` in namespace ${escapeControl(namespace)}`;
  const why = steps.length > 0 && steps.every(({ isSoAlready }) => isSoAlready) ? ": the cluster is already in that state" : "";
  return `Nothing would happen to any DaemonSet${scope}${why}.`;
}

function printTable({ effects, nothing }: WhatIfReport, terminal: Terminal): void {
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  if (effects.length === 0) return terminal.print(nothing);
  for (const line of textTable(HEADER, effects.map(rowOf))) terminal.print(line);
  for (const effect of effects) {
    terminal.print("");
    terminal.print(colors.strong(escapeControl(effect.key)));
    for (const line of effectLines(effect)) terminal.print(`  ${escapeControl(line)}`);
  }
}

/** The question of an answer. */
interface Asked {
  readonly steps: readonly Step[];
  readonly reading: ClusterReading;
}

/** Returns the lifecycle of each named node that exists after the steps and is not ready. */
function lifecyclesOf({ daemonSets, changedNodes, left }: WhatIfAnswer, reading: ClusterReading): Readonly<Record<string, LifecycleEntry>> {
  const changed = new Map(changedNodes.map((node) => [node.name, node]));
  const named = daemonSets.flatMap(({ ghosts }) => ghosts.flatMap(({ nodes }) => nodes));
  const names = new Set([...changed.keys(), ...named].filter((name) => !left.includes(name)));
  const entries = [...names].toSorted(compareTexts).flatMap((name) => {
    const node = changed.get(name) ?? reading.nodeRecord(name);
    const lifecycle = node && lifecycleEntry(node);
    return lifecycle === undefined ? [] : [[name, lifecycle] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the answer for programs, with what other controllers do to its nodes and DaemonSets. */
function answerForPrograms(answer: WhatIfAnswer, { steps, reading }: Asked): object {
  const controllers = steps.map((step) => {
    const key = changedDaemonSetKey(step);
    return key === undefined ? undefined : reading.daemonSetRecord(key)?.managedBy?.controller;
  });
  return {
    ...answerHead("WhatIf"),
    ...answer,
    at: new Date(answer.at).toISOString(),
    steps: answer.steps.map((step, at) => (controllers[at] === undefined ? step : { ...step, replacedBy: controllers[at] })),
    lifecycles: lifecyclesOf(answer, reading),
  };
}

/** States what owners do to the steps, each once. A manifest is usually the next version of the owner's own. */
const ownerNotes = (answer: WhatIfAnswer, steps: readonly Step[]): ReadonlySet<string> =>
  new Set(answer.steps.flatMap(({ owner }, at) => (owner === undefined || steps[at]?.kind === "apply" ? [] : [owner.message])));

/** States who sets the taints that the steps remove, each once: such a component may set them again. */
function taintNotes(steps: readonly Step[]): ReadonlySet<string> {
  const taints = steps.flatMap((step) => (step.kind === "untaint" ? step.taints : []));
  return new Set(
    taints.flatMap((taint) => (isRemovedByComponent(taint) ? `Taint ${taint.key} is ${taintOriginText(english, taint) ?? ""}.` : [])),
  );
}

function print(answer: WhatIfAnswer, asked: Asked, report: WhatIfReport, { format, failOn }: WhatIfConfig, terminal: Terminal): void {
  const isFor = (reason: FailReason) => report.failOn.has(reason);
  // The annotations have the objections and the reasons to fail.
  if (format !== "github")
    for (const refusal of report.refusals) terminal.warn(`${isFailure(refusal, report.failOn) ? "error" : "Warning"}: ${refusal.text}`);
  if (format === "json" || format === "yaml") {
    terminal.write(formatForMachine(format, answerForPrograms(answer, asked)));
  } else {
    for (const { doubts = [] } of answer.steps) for (const { message } of doubts) terminal.warn(message);
    for (const message of [...ownerNotes(answer, asked.steps), ...taintNotes(asked.steps)])
      terminal.warn(`Note: ${escapeControl(message)}`);
    if (answer.room.kind === "unread") terminal.warn(`Note: ${toClause(answer.room.message)}.`);
    if (format === "github" || format === "junit") {
      writeReport(format, { command: "what-if", heading: "What if" }, whatIfAnnotations(report), terminal);
    } else if (format === "markdown") for (const line of whatIfMarkdown(report, HEADER, report.effects.map(rowOf))) terminal.print(line);
    else printTable(report, terminal);
  }
  if (format === "github") return;
  const applied = new Set(report.manifests.map((manifest) => manifestKey(manifest, report.namespace)));
  for (const { reason, key, text } of report.findings) {
    const line = `${escapeControl(`${key}: ${text}`)}.`;
    // Without --fail-on, the output itself names the lost nodes.
    if (failOn !== undefined && isFor(reason)) terminal.warn(`error: ${line}`);
    else if (reason === "nowhere" && applied.has(key)) terminal.warn(`Warning: ${line}`);
  }
}

/** Runs `what-if` on an open cluster. With -n, the rights in this namespace suffice for an answer about it. */
export async function whatIfOn(cluster: OpenCluster, steps: StepArguments, config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const { namespace } = config.cluster;
  if (namespace === undefined || config.allNamespaces) return whatIfIn(undefined, cluster, steps, config, terminal);
  try {
    return await whatIfIn(undefined, cluster, steps, config, terminal);
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    const code = await whatIfIn(namespace, cluster, steps, config, terminal);
    terminal.warn(`Warning: only namespace ${escapeControl(namespace)} was read: effects on other DaemonSets are not known.`);
    return code;
  }
}

/** Runs `what-if` on the objects of one namespace; undefined for all. */
async function whatIfIn(
  namespace: string | undefined,
  cluster: OpenCluster,
  steps: StepArguments,
  config: WhatIfConfig,
  terminal: Terminal,
): Promise<number> {
  const needed = ["daemonsets", "nodes", "pods", "controllerrevisions"] as const;
  const options = { plan: config, namespace, needed, keepsTemplates: true, terminal };
  const code = await withListedModel(cluster, options, ({ reading, keepTemplate }) => {
    const source = { reading, cluster: cluster.identity, keepTemplate, namespace: cluster.namespace };
    const reads = new OnDemandReads({ transport: cluster.transport, namespace: undefined });
    return printAnswer(source, reads, steps, config, terminal);
  });
  return code ?? signalExitCode(terminal.stop);
}

/**
 * `daemonscope what-if`: previews the effect of changes. Returns the exit code: 6 if nodes would lose an agent; with
 * --strict and --fail-on also for other reasons.
 */
export async function whatIf(config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const steps = await readStepArguments(config, terminal);
  if (steps === undefined) return signalExitCode(terminal.stop);
  if (config.recording !== undefined) {
    const { recordedMoment } = await import("../record/recorded-moment.ts");
    const recorded = await recordedMoment(config.recording, terminal);
    terminal.warn(`${recorded.words}.`);
    const cluster: ClusterIdentity = { context: "in-cluster", server: "", version: undefined, simulated: false };
    return printAnswer({ reading: recorded.reading, cluster, namespace: recorded.namespace }, undefined, steps, config, terminal);
  }
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await whatIfOn(cluster, steps, config, terminal);
  } finally {
    await cluster.close();
  }
}
