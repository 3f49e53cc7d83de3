import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import { evaluatedDocuments, hasEvaluatedDocument } from "@daemonscope/kube/yaml/evaluated-documents";
import type { ManifestDocument } from "@daemonscope/kube/yaml/manifest-text";
import { duplicateKeysText, skippedDocumentsText } from "@daemonscope/words/english/manifest-text";
import { unreadableStepText } from "@daemonscope/words/english/step-problem-text";
import { STEPS_BODY_BYTES } from "../../actions/preview/parse-steps-body.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { escapeControl } from "../../platform/text/escape-control.ts";
import { readManifests } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import type { WhatIfConfig } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withoutKubectlWords, withoutPlaceholder } from "./kubectl-steps.ts";
import { type ManifestFiles, manifestFiles } from "./manifest-files.ts";

/** A manifest and its file; absent for standard input and for a typed step. */
export interface SourcedManifest extends ManifestDocument {
  readonly file?: string;
}

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

/** The documents of one value of -f or -k. */
interface ReadFiles {
  readonly label: string;
  readonly documents: readonly SourcedManifest[];
}

/** Returns the documents of files, and warns about duplicate keys. Undefined if the user interrupts. */
async function readFiles({ label, files, text }: ManifestFiles, terminal: Terminal): Promise<ReadFiles | undefined> {
  const documents: SourcedManifest[] = [];
  const addText = (content: string, name: string, file: string | undefined) => {
    const { documents: found, duplicateKeys } = readManifests(content, name);
    const warning = duplicateKeysText(name, duplicateKeys);
    if (warning !== undefined) terminal.warn(`Warning: ${escapeControl(warning)}.`);
    documents.push(...found.map((document) => ({ ...document, ...(file === undefined ? {} : { file }) })));
  };
  if (text !== undefined) addText(text, label, undefined);
  for (const file of files) {
    const content = await readTextSource("filename", file, terminal);
    if (content === undefined) return undefined;
    addText(content, fileLabel(file), file === "-" ? undefined : file);
  }
  if (documents.length === 0) throw new UsageError(`${label} is empty: it must hold steps or manifests.`);
  return { label, documents };
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
  const sources = await manifestFiles(config, terminal.stop);
  if (sources === undefined) return undefined;
  const allFiles: ReadFiles[] = [];
  for (const source of sources) {
    const read = await readFiles(source, terminal);
    if (read === undefined) return undefined;
    allFiles.push(read);
  }
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
