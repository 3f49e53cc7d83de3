import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { DaemonSetPreview } from "@daemonscope/daemonset/preview/effect-preview";
import { drain } from "@daemonscope/kube/base/drain";
import { evaluatedDocuments } from "@daemonscope/kube/yaml/evaluated-documents";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ClusterIdentity } from "@daemonscope/shared/state/frame";
import { answerHead } from "@daemonscope/words/answers/answer-kind";
import { duplicateKeysText, skippedDocumentsText } from "@daemonscope/words/english/manifest-text";
import { unreadableStepText } from "@daemonscope/words/english/step-problem-text";
import { effectLines } from "@daemonscope/words/english/what-if-text";
import { STEPS_BODY_BYTES } from "../../actions/preview/parse-steps-body.ts";
import { type PreviewSource, previewOf, whatIfAnswer } from "../../actions/preview/what-if-answer.ts";
import { runInARow } from "../../feed/drain-in-slices.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { checkedDaemonSet } from "../../watch/manifests/manifest-objects.ts";
import { readManifests } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import { OnDemandReads } from "../../watch/on-demand-reads.ts";
import type { OpenCluster } from "../open/cluster-for-command.ts";
import { openCluster } from "../open/open-cluster.ts";
import { FIRST_LIST_TIMEOUT_MS, openCommandModel } from "../open/open-command-model.ts";
import type { WhatIfConfig } from "../options/query-options.ts";
import { formatForMachine } from "../print/machine-format.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { textTable } from "../print/text-table.ts";
import { EXIT_AGENTS_LOST, EXIT_MANIFEST_REFUSED, signalExitCode } from "../terminal/exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The steps of a command line, and the manifests that they apply. */
interface StepArguments {
  readonly steps: readonly Step[];
  readonly manifests: readonly ManifestDocument[];
}

/**
 * Warns about DaemonSets that the API server would refuse, like `explain --daemonset`, and reports whether there are
 * any. With --strict these are errors.
 */
async function warnIfRefused(
  manifests: readonly ManifestDocument[],
  reading: ClusterReading,
  { gates, cluster, strict }: WhatIfConfig,
  terminal: Terminal,
): Promise<boolean> {
  const found = manifests.filter(({ object }) => object.kind === "DaemonSet");
  if (found.length === 0) return false;
  const { manifestWarnings } = await import("./manifest-warnings.ts");
  const warnings = found.flatMap((document) => {
    const checked = checkedDaemonSet(document, cluster.namespace ?? "default");
    return manifestWarnings("daemonsets", checked, gates, reading.daemonSet(checked.key) !== undefined);
  });
  for (const warning of warnings) terminal.warn(`${strict ? "error" : "Warning"}: ${warning}.`);
  return warnings.length > 0;
}

/**
 * Prints the effect of steps, and returns the exit code. Throws UsageError for an impossible step, so that a CI check
 * with an invalid query fails.
 */
async function printAnswer(
  source: PreviewSource,
  reads: OnDemandReads | undefined,
  { steps, manifests }: StepArguments,
  config: WhatIfConfig,
  terminal: Terminal,
): Promise<number> {
  const answer = drain(whatIfAnswer(await previewOf(source, steps, reads, { run: runInARow })));
  const problem = answer.steps.map((step) => step.problem).find((each) => each !== undefined);
  if (problem !== undefined) throw new UsageError(problem.message);
  const isRefused = await warnIfRefused(manifests, source.reading, config, terminal);
  print(answer, config, terminal);
  if (isRefused && config.strict) return EXIT_MANIFEST_REFUSED;
  return answer.daemonSets.some(({ lost }) => lost > 0) ? EXIT_AGENTS_LOST : 0;
}

const HEADER = ["NAMESPACE", "NAME", "DESIRED", "CURRENT", "UP-TO-DATE", "AVAILABLE", "MISSCHEDULED", "LOST"];

/** Returns a number without and with the steps; only once if both are equal. */
const changeText = (now: number, then: number): string => (now === then ? String(now) : `${now} → ${then}`);

/** Returns one row per affected DaemonSet: its counts without and with the steps, and the nodes that lose an agent. */
function whatIfTable(effects: readonly DaemonSetPreview[]): readonly string[] {
  return textTable(
    HEADER,
    effects.map(({ key, now, then, anyway, lost }) => {
      const without = anyway?.counts ?? now;
      const [namespace = "", name = ""] = key.split("/");
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
    }),
  );
}

function print(answer: WhatIfAnswer, { format }: WhatIfConfig, terminal: Terminal): void {
  if (format === "json" || format === "yaml") {
    terminal.write(formatForMachine(format, { ...answerHead("WhatIf"), ...answer }));
    return;
  }
  const colors = terminalColors(terminal.isTerminal, terminal.environment);
  for (const { doubts = [] } of answer.steps) for (const { message } of doubts) terminal.warn(message);
  if (answer.room.kind === "unread") terminal.warn(answer.room.message);
  if (answer.daemonSets.length === 0) {
    terminal.print("Nothing would happen to any DaemonSet.");
    return;
  }
  for (const line of whatIfTable(answer.daemonSets)) terminal.print(line);
  for (const effect of answer.daemonSets) {
    terminal.print("");
    terminal.print(colors.strong(escapeControl(effect.key)));
    for (const line of effectLines(effect)) terminal.print(`  ${escapeControl(line)}`);
  }
}

/** Runs `what-if` on an open cluster. */
export async function whatIfOn(cluster: OpenCluster, steps: StepArguments, config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const live = openCommandModel(cluster, {
    plan: config,
    namespace: undefined,
    needed: ["daemonsets", "nodes", "pods", "controllerrevisions"],
    keepsTemplates: true,
    timeoutMs: FIRST_LIST_TIMEOUT_MS,
    terminal,
  });
  try {
    if (!(await live.listed(terminal.stop))) return signalExitCode(terminal.stop);
    if (cluster.identity.simulated) terminal.warn(`${cluster.words}.`);
    const reads = new OnDemandReads({ transport: cluster.transport, namespace: undefined });
    return await printAnswer(
      { reading: live.reading, cluster: cluster.identity, keepTemplate: live.keepTemplate },
      reads,
      steps,
      config,
      terminal,
    );
  } finally {
    await live.close();
  }
}

/** Parses a text of steps. Refuses a text without one, because an unset variable would make a gate succeed. */
function stepsOf(text: string): readonly Step[] {
  const read = parseSteps(text);
  if (read.kind === "unreadable") throw new UsageError(unreadableStepText(read));
  if (read.steps.length === 0)
    throw new UsageError(
      `The step ${JSON.stringify(text)} is empty: write a change such as cordon NODE, and check that each variable is set.`,
    );
  return read.steps;
}

function stepOf(value: unknown, where: string, at: number): readonly Step[] {
  if (typeof value === "string") {
    const read = parseSteps(value);
    if (read.kind === "unreadable") throw new UsageError(`${where}, step ${at + 1}: ${unreadableStepText(read)}`);
    if (read.steps.length === 0) throw new UsageError(`${where}, step ${at + 1} is empty: write a change, or leave the step out.`);
    return read.steps;
  }
  const step = stepFromJson(value, `steps[${at}]`);
  if (step.kind === "unreadable") throw new UsageError(`${where}: ${step.path} cannot be read: it must be ${step.expected}.`);
  return [step];
}

/** Returns the steps of a document, which is a list of steps or an object to apply. */
function stepsIn({ object, where }: ManifestDocument, namespace: string): readonly Step[] {
  if (Array.isArray(object.steps)) {
    if (object.steps.length === 0) throw new UsageError(`${where} has no step: write a change below steps.`);
    return object.steps.flatMap((value, at) => stepOf(value, where, at));
  }
  const manifest = object as unknown as Manifest;
  const step = stepFromJson({ kind: "apply", manifest }, "");
  if (step.kind === "unreadable") {
    const manifestPath = step.path.replace(/^\.manifest\.?/, "");
    const lacking = manifestPath === "" ? step.expected : `a manifest: its ${manifestPath} must be ${step.expected}`;
    throw new UsageError(`${where} is neither a list of steps (steps: […]) nor ${lacking}.`);
  }
  const { metadata } = manifest;
  return [{ kind: "apply", manifest: { ...manifest, metadata: { namespace, ...metadata } } }];
}

/** Returns the manifests in steps. Their text as written is not known. */
function manifestsOf(steps: readonly Step[], where: string): readonly ManifestDocument[] {
  return steps.flatMap((step) => (step.kind === "apply" ? [{ object: { ...step.manifest }, where, written: () => undefined }] : []));
}

/** Returns the documents of a file that are evaluated, and warns about the others and about duplicate keys. */
function documentsIn(text: string, file: string, namespace: string, terminal: Terminal): readonly ManifestDocument[] {
  const label = fileLabel(file);
  const { documents: found, duplicateKeys } = readManifests(text, label);
  if (found.length === 0) throw new UsageError(`${label} is empty: it must hold steps or manifests.`);
  const { documents, skipped } = evaluatedDocuments(found);
  const warnings = [
    duplicateKeysText(label, duplicateKeys),
    skipped === undefined ? undefined : skippedDocumentsText(label, skipped, namespace),
  ];
  for (const warning of warnings) if (warning !== undefined) terminal.warn(`Warning: ${escapeControl(warning)}.`);
  return documents;
}

/**
 * Returns the steps of a command line and its files, in order: files first. Undefined if the user interrupts. Throws
 * UsageError.
 */
export async function readStepArguments({ files, steps, cluster }: WhatIfConfig, terminal: Terminal): Promise<StepArguments | undefined> {
  const namespace = cluster.namespace ?? "default";
  const allSteps: Step[] = [];
  const manifests: ManifestDocument[] = [];
  let bytes = 0;
  for (const file of files) {
    const text = await readTextSource("filename", file, terminal);
    if (text === undefined) return undefined;
    const documents = documentsIn(text, file, namespace, terminal);
    // Skipped documents do not count, because the CRDs of an install file alone can exceed the limit.
    for (const { object } of documents) bytes += Buffer.byteLength(JSON.stringify(object));
    if (bytes > STEPS_BODY_BYTES)
      throw new UsageError(
        `${fileLabel(file)} ${files.length === 1 ? "is" : "and what was read before it are"} larger than 1 MB: ask about fewer manifests at once.`,
      );
    for (const document of documents) {
      const fileSteps = stepsIn(document, namespace);
      allSteps.push(...fileSteps);
      manifests.push(...(Array.isArray(document.object.steps) ? manifestsOf(fileSteps, document.where) : [document]));
    }
  }
  const typedSteps = steps.flatMap(stepsOf);
  return { steps: [...allSteps, ...typedSteps], manifests: [...manifests, ...manifestsOf(typedSteps, "a step")] };
}

/**
 * `daemonscope what-if`: previews the effect of changes. Returns the exit code: 6 if nodes would lose an agent, 7 if
 * --strict finds a manifest that the API server would refuse.
 */
export async function whatIf(config: WhatIfConfig, terminal: Terminal): Promise<number> {
  const steps = await readStepArguments(config, terminal);
  if (steps === undefined) return signalExitCode(terminal.stop);
  if (config.recording !== undefined) {
    const { recordedMoment } = await import("../record/recorded-moment.ts");
    const recorded = await recordedMoment(config.recording, terminal);
    terminal.warn(`${recorded.words}.`);
    const cluster: ClusterIdentity = { context: "in-cluster", server: "", version: undefined, simulated: false };
    return printAnswer({ reading: recorded.reading, cluster }, undefined, steps, config, terminal);
  }
  const cluster = await openCluster(config, "refused", terminal);
  try {
    return await whatIfOn(cluster, steps, config, terminal);
  } finally {
    await cluster.close();
  }
}
