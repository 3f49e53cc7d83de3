import type { DaemonSetPreview } from "@daemonscope/daemonset/preview/effect-preview";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { effectLines } from "@daemonscope/words/english/what-if-text";
import { escapeControl } from "../../platform/text/escape-control.ts";
import type { FailReason } from "../flags/fail-reasons.ts";
import type { AnnotatedPlace, Annotation } from "../print/github-annotations.ts";
import { markdownTable, markdownText } from "../print/markdown.ts";
import type { SourcedManifest } from "./read-manifest-files.ts";
import type { Finding } from "./what-if-findings.ts";

/** The API server's objection to a manifest, as one sentence. */
export interface Refusal {
  readonly key: DaemonSetKey;
  readonly manifest: SourcedManifest;
  readonly text: string;
  /** The manifest cannot be applied, so that the answer has no effect of it. */
  readonly isOmitted: boolean;
}

/** Reports whether an objection is a reason to fail. */
export const isFailure = ({ isOmitted }: Refusal, failOn: ReadonlySet<FailReason>): boolean => isOmitted || failOn.has("refused");

/** An answer for CI or for a ticket. */
export interface WhatIfReport {
  readonly effects: readonly DaemonSetPreview[];
  readonly findings: readonly Finding[];
  readonly refusals: readonly Refusal[];
  readonly failOn: ReadonlySet<FailReason>;
  readonly manifests: readonly SourcedManifest[];
  /** The namespace of manifests without one. */
  readonly namespace: string;
  /** The sentence of an answer without effects. */
  readonly nothing: string;
}

const placeOf = ({ file, line }: SourcedManifest): AnnotatedPlace | undefined => (file === undefined ? undefined : { file, line });

export function manifestKey({ object }: SourcedManifest, namespace: string): DaemonSetKey {
  const metadata = (object.metadata ?? {}) as { readonly name?: unknown; readonly namespace?: unknown };
  return `${String(metadata.namespace ?? namespace)}/${String(metadata.name)}`;
}

/** Returns the DaemonSets of a report: those with an effect, then those with a finding alone. */
function linesByKey({ effects, findings }: WhatIfReport): ReadonlyMap<DaemonSetKey, readonly string[]> {
  const linesOf = (key: DaemonSetKey) => findings.filter((finding) => finding.key === key).map(({ text }) => text);
  return new Map([
    ...effects.map((effect) => [effect.key, [...new Set([...linesOf(effect.key), ...effectLines(effect)])]] as const),
    ...findings.filter(({ key }) => !effects.some((effect) => effect.key === key)).map(({ key }) => [key, linesOf(key)] as const),
  ]);
}

/** Returns the results for CI: one for each objection, and one for each affected DaemonSet. */
export function whatIfAnnotations(report: WhatIfReport): readonly Annotation[] {
  const { findings, refusals, failOn, manifests, namespace, nothing } = report;
  const places = new Map(manifests.map((manifest) => [manifestKey(manifest, namespace), placeOf(manifest)]));
  const levelOf = (key: DaemonSetKey): Annotation["level"] => {
    const found = findings.filter((finding) => finding.key === key);
    return found.some(({ reason }) => failOn.has(reason)) ? "error" : found.length > 0 ? "warning" : "notice";
  };
  const annotations: readonly Annotation[] = [
    ...refusals.map(
      (refusal): Annotation => ({
        level: isFailure(refusal, failOn) ? "error" : "warning",
        title: `DaemonSet ${refusal.key}`,
        message: refusal.text,
        place: placeOf(refusal.manifest),
      }),
    ),
    ...Array.from(
      linesByKey(report),
      ([key, lines]): Annotation => ({
        level: levelOf(key),
        title: `What if: DaemonSet ${key}`,
        message: lines.map(escapeControl).join("\n"),
        place: places.get(key),
      }),
    ),
  ];
  return annotations.length === 0 ? [{ level: "notice", title: "What if", message: nothing }] : annotations;
}

/** Returns the answer as GitHub's Markdown, for a job summary or a ticket. */
export function whatIfMarkdown(report: WhatIfReport, header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const { findings, refusals, failOn, nothing } = report;
  const failures = [
    ...refusals.filter((refusal) => isFailure(refusal, failOn)).map(({ text }) => text),
    ...findings.filter(({ reason }) => failOn.has(reason)).map(({ key, text }) => `${key}: ${text}`),
  ];
  const objections = refusals.filter((refusal) => !isFailure(refusal, failOn)).map(({ text }) => `Warning: ${text}`);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${markdownText(line)}`);
  const details = Array.from(linesByKey(report), ([key, lines]) => ["", `**${markdownText(key)}**`, "", ...list(lines)]);
  return [
    "### What if",
    "",
    ...(failures.length === 0
      ? []
      : [`**Failed** for ${failures.length === 1 ? "1 reason" : `${failures.length} reasons`}:`, "", ...list(failures), ""]),
    ...(rows.length === 0 ? [nothing] : markdownTable(header, rows)),
    ...(objections.length === 0 ? [] : ["", ...list(objections)]),
    ...details.flat(),
  ];
}
