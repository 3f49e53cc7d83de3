import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { type ParsedSteps, parseSteps, type StepSyntaxError } from "@daemonscope/daemonset/actions/steps/parse-step";
import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import { unreadableStepText } from "@daemonscope/words/english/step-problem-text";
import { STEPS_BODY_BYTES } from "../../actions/preview/parse-steps-body.ts";
import { UsageError } from "../../platform/failure/usage-error.ts";
import { type ManifestDocument, readDocuments } from "../../watch/manifests/read-documents.ts";
import { fileLabel, readTextSource } from "../../watch/manifests/read-text-source.ts";
import type { WhatIfConfig } from "../options/query-options.ts";
import type { Terminal } from "../terminal/terminal.ts";

function stepsOf(read: ParsedSteps | StepSyntaxError): readonly Step[] {
  if (read.kind === "unreadable") throw new UsageError(unreadableStepText(read));
  return read.steps;
}

function stepOf(value: unknown, where: string, at: number): readonly Step[] {
  if (typeof value === "string") {
    const read = parseSteps(value);
    if (read.kind === "unreadable") throw new UsageError(`${where}, step ${at + 1}: ${unreadableStepText(read)}`);
    return read.steps;
  }
  const step = stepFromJson(value, `steps[${at}]`);
  if (step.kind === "unreadable") throw new UsageError(`${where}: ${step.path} cannot be read: it must be ${step.expected}.`);
  return [step];
}

/** A document is a list of steps, or an object to apply. */
function stepsIn({ object, where }: ManifestDocument, namespace: string): readonly Step[] {
  if (Array.isArray(object.steps)) return object.steps.flatMap((value, at) => stepOf(value, where, at));
  const manifest = object as unknown as Manifest;
  const step = stepFromJson({ kind: "apply", manifest }, "");
  if (step.kind === "unreadable") {
    const place = step.path.replace(/^\.manifest\.?/, "");
    const lacking = place === "" ? step.expected : `a manifest: its ${place} must be ${step.expected}`;
    throw new UsageError(`${where} is neither a list of steps (steps: […]) nor ${lacking}.`);
  }
  const { metadata } = manifest;
  return [{ kind: "apply", manifest: { ...manifest, metadata: { namespace, ...metadata } } }];
}

/**
 * Returns the steps of a command line and its files, in order: files first. Undefined if the user ended it. Throws
 * UsageError.
 */
export async function readStepArguments({ files, steps, cluster }: WhatIfConfig, terminal: Terminal): Promise<readonly Step[] | undefined> {
  const asked: Step[] = [];
  let bytes = 0;
  for (const file of files) {
    const text = await readTextSource("filename", file, terminal);
    if (text === undefined) return undefined;
    bytes += Buffer.byteLength(text);
    if (bytes > STEPS_BODY_BYTES)
      throw new UsageError(
        `${fileLabel(file)} ${files.length === 1 ? "is" : "and what was read before it are"} larger than 1 MB: ask about fewer manifests at once.`,
      );
    const found = readDocuments(text, fileLabel(file));
    if (found.length === 0) throw new UsageError(`${fileLabel(file)} is empty: it must hold steps or manifests.`);
    asked.push(...found.flatMap((each) => stepsIn(each, cluster.namespace ?? "default")));
  }
  asked.push(...steps.flatMap((text) => stepsOf(parseSteps(text))));
  return asked;
}
