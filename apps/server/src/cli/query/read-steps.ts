import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import { evaluatedDocuments, hasEvaluatedDocument } from "@daemonscope/kube/yaml/evaluated-documents";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { skippedDocumentsText } from "@daemonscope/words/english/manifest-text";
import { unreadableStepText } from "@daemonscope/words/english/step-problem-text";
import { STEPS_BODY_BYTES } from "../../actions/preview/parse-steps-body.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { WhatIfConfig } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withoutKubectlWords, withoutPlaceholder } from "./kubectl-steps.ts";
import { ManifestReader, type ReadFiles, type SourcedManifest } from "./read-manifest-files.ts";

/** The steps of a command line, and the manifests that they apply. */
export interface StepArguments {
  readonly steps: readonly Step[];
  readonly manifests: readonly SourcedManifest[];
}

/** Parses a text of steps, also in kubectl's words. `where` begins a message about it. */
function parsedSteps(text: string, where: string, notes: Set<string>): readonly Step[] {
  const rewritten = withoutKubectlWords(text);
  for (const note of rewritten.notes) notes.add(note);
  const read = parseSteps(rewritten.text);
  if (read.kind === "unreadable") throw new UsageError(`${where}${withoutPlaceholder(unreadableStepText(read))}`);
  return read.steps;
}

/** Parses a typed text of steps. Refuses a text without one, because an unset variable would make a gate succeed. */
function typedSteps(text: string, notes: Set<string>): readonly Step[] {
  const steps = parsedSteps(text, "", notes);
  if (steps.length === 0)
    throw new UsageError(
      `The step ${JSON.stringify(text)} is empty: write a change such as cordon NODE, and check that each variable is set.`,
    );
  return steps;
}

function stepOf(value: unknown, where: string, at: number, notes: Set<string>): readonly Step[] {
  if (typeof value === "string") {
    const steps = parsedSteps(value, `${where}, step ${at + 1}: `, notes);
    if (steps.length === 0) throw new UsageError(`${where}, step ${at + 1} is empty: write a change, or leave the step out.`);
    return steps;
  }
  const step = stepFromJson(value, `steps[${at}]`);
  if (step.kind === "unreadable") throw new UsageError(`${where}: ${step.path} cannot be read: it must be ${step.expected}.`);
  return [step];
}

/** Returns the steps of a document, which is a list of steps or an object to apply. */
function stepsIn({ object, where }: ManifestDocument, namespace: string, notes: Set<string>): readonly Step[] {
  if (Array.isArray(object.steps)) {
    if (object.steps.length === 0) throw new UsageError(`${where} has no step: write a change below steps.`);
    return object.steps.flatMap((value, at) => stepOf(value, where, at, notes));
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
function manifestsOf(steps: readonly Step[], source: Omit<SourcedManifest, "object" | "written">): readonly SourcedManifest[] {
  return steps.flatMap((step) => (step.kind === "apply" ? [{ ...source, object: { ...step.manifest }, written: () => undefined }] : []));
}

/** Returns the documents that are evaluated, and warns about the others. */
function evaluated(
  { label, documents: found }: ReadFiles,
  mayBeEmpty: boolean,
  namespace: string,
  terminal: Terminal,
): readonly SourcedManifest[] {
  const { documents, skipped } = evaluatedDocuments(found, mayBeEmpty);
  if (skipped !== undefined) terminal.warn(`Warning: ${escapeControl(skippedDocumentsText(label, skipped, namespace))}.`);
  return documents;
}

/**
 * Returns the steps of a command line and its files, in order: files first. Undefined if the user interrupts. Throws
 * UsageError.
 */
export async function readStepArguments(config: WhatIfConfig, terminal: Terminal): Promise<StepArguments | undefined> {
  const namespace = config.cluster.namespace ?? "default";
  const allFiles = await new ManifestReader(terminal).all(config);
  if (allFiles === undefined) return undefined;
  const empty = allFiles.find(({ documents }) => documents.length === 0);
  if (empty !== undefined) throw new UsageError(`${empty.label} is empty: it must hold steps or manifests.`);
  const mayBeEmpty = allFiles.some(({ documents }) => hasEvaluatedDocument(documents));
  const notes = new Set<string>();
  const steps: Step[] = [];
  const manifests: SourcedManifest[] = [];
  let bytes = 0;
  for (const read of allFiles) {
    const documents = evaluated(read, mayBeEmpty, namespace, terminal);
    // Skipped documents do not count, because the CRDs of an install file alone can exceed the limit.
    for (const { object } of documents) bytes += Buffer.byteLength(JSON.stringify(object));
    if (bytes > STEPS_BODY_BYTES)
      throw new UsageError(
        `${read.label} ${allFiles.length === 1 ? "is" : "and what was read before it are"} larger than 1 MB: ask about fewer manifests at once.`,
      );
    for (const document of documents) {
      const fileSteps = stepsIn(document, namespace, notes);
      steps.push(...fileSteps);
      manifests.push(...(Array.isArray(document.object.steps) ? manifestsOf(fileSteps, document) : [document]));
    }
  }
  const typed = config.steps.flatMap((text) => typedSteps(text, notes));
  for (const note of notes) terminal.warn(note);
  return { steps: [...steps, ...typed], manifests: [...manifests, ...manifestsOf(typed, { where: "a step", line: 1 })] };
}
