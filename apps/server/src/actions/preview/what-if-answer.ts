import { randomBytes } from "node:crypto";
import { problemParams, rejectedBy } from "@daemonscope/daemonset/actions/changes/problems/step-problem";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { pinnedReading } from "@daemonscope/daemonset/preview/pinned-reading";
import type { PreviewedStep } from "@daemonscope/daemonset/preview/preview-cluster";
import type { PreviewDecoders } from "@daemonscope/daemonset/preview/preview-decoders";
import { previewOverhead } from "@daemonscope/daemonset/preview/preview-overhead";
import { effectsOf, nodesChangedByPreview, type Preview, previewSteps, withCapacity } from "@daemonscope/daemonset/preview/preview-steps";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { decodeDaemonSet } from "@daemonscope/kube-client/decode/decode-daemon-set";
import { decodePodTemplate } from "@daemonscope/kube-client/decode/decode-pod-template";
import { createTemplateRedactor, type TemplateRedactor } from "@daemonscope/kube-client/decode/template-redactor";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { StepPreview, WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import { english } from "@daemonscope/words/english";
import { STEP_ASSUMPTION_TEXTS } from "@daemonscope/words/english/step-assumption-texts";
import { stepProblemText } from "@daemonscope/words/english/step-problem-text";
import { editedOwnershipText } from "@daemonscope/words/facts/ownership-text";
import type { RunParts } from "../../feed/drain-in-slices.ts";
import { type FullTemplates, readFullTemplates, withFullTemplates } from "../../readings/full-templates.ts";
import type { ServedReading } from "../../readings/served-reading.ts";
import type { OnDemandReads } from "../../watch/on-demand-reads.ts";
import { type FreeCapacityResult, readFreeCapacity } from "./free-capacity-result.ts";
import type { LastAppliedConfigs } from "./last-applied-configs.ts";
import { type AppliedConfigSource, readLastAppliedConfigs } from "./last-applied-configs.ts";

/** Fields that a manifest lacks and `decodeDaemonSet` requires. */
const STORED = { uid: "manifest", resourceVersion: "0" };

/** Returns the functions with which a preview of changes reads templates and manifests. `keepTemplate` redacts a
 *  template as stored ones are; `lastApplied` has what kubectl last applied. */
export const previewDecoders = (
  keepTemplate: TemplateRedactor | undefined,
  lastApplied: LastAppliedConfigs | undefined,
): PreviewDecoders => ({
  templateOf: decodePodTemplate,
  daemonSetOf(manifest) {
    const { metadata } = manifest;
    const decoded = decodeDaemonSet({ ...manifest, metadata: { namespace: "default", ...metadata, ...STORED } });
    return "object" in decoded ? { object: decoded.object } : { problem: decoded.problem };
  },
  ...(keepTemplate === undefined ? {} : { keptTemplate: (template, uid) => JSON.parse(keepTemplate(template, uid)) as JsonObject }),
  ...(lastApplied === undefined ? {} : { lastApplied: (key) => lastApplied.get(key) }),
});

function stepPreviewOf({ nodes, kubectl, isSoAlready, problem, doubts, owner }: PreviewedStep): StepPreview {
  return {
    nodes,
    isSoAlready,
    ...(kubectl === undefined ? {} : { kubectl }),
    ...(doubts.length === 0 ? {} : { doubts: doubts.map((code) => ({ code, message: STEP_ASSUMPTION_TEXTS[code] })) }),
    ...(owner === undefined ? {} : { owner: { ...owner, message: editedOwnershipText(english, owner) } }),
    ...(problem === undefined
      ? {}
      : { problem: { code: problem.code, message: stepProblemText(problem), params: problemParams(problem), by: rejectedBy(problem) } }),
  };
}

/** The state to which steps are applied. */
export type PreviewSource = Pick<ServedReading, "reading" | "cluster" | "keepTemplate">;

/** The previewed result of steps, and the free capacity. */
interface CapacityPreview {
  readonly preview: Preview;
  readonly freeCapacity: FreeCapacityResult;
}

/** Keeps templates with hidden values: they are comparable with each other, but not with a manifest. */
const KEEP_HIDDEN = createTemplateRedactor({ key: randomBytes(32), showValues: false });

/** The execution of a preview. */
interface PreviewRun {
  readonly run: RunParts;
  /** The tool that applies manifests and removes fields that it applied before; kubectl if undefined. */
  readonly applies?: AppliedConfigSource;
}

/** Returns the DaemonSet that a step names; undefined for a step on nodes or pods. */
export function changedDaemonSetKey(step: Step): DaemonSetKey | undefined {
  if (step.kind === "edit" || step.kind === "delete") return `${step.namespace}/${step.name}`;
  return step.kind === "apply" ? `${step.manifest.metadata.namespace ?? "default"}/${step.manifest.metadata.name}` : undefined;
}

/** Adds the missing templates of DaemonSets that steps change to a reading (L5). A template that cannot be read is left
 *  out, and later code reports the unknown parts. */
async function withTemplatesForSteps(
  steps: readonly Step[],
  reading: ClusterReading,
  reads: OnDemandReads,
  redact: TemplateRedactor,
): Promise<ClusterReading> {
  const keys = new Set(steps.flatMap((step) => changedDaemonSetKey(step) ?? []));
  const found = await Promise.all(
    [...keys].map(async (key): Promise<readonly [DaemonSetKey, FullTemplates] | undefined> => {
      const object = reading.daemonSet(key);
      if (object === undefined || object.fullTemplate !== undefined) return undefined;
      try {
        return [key, await readFullTemplates(reads, object, reading.revisionsOf(key), redact)];
      } catch (error) {
        if (!(error instanceof KubeRequestError)) throw error;
        return undefined;
      }
    }),
  );
  return withFullTemplates(reading, new Map(found.filter((each) => each !== undefined)));
}

/** Applies steps to a reading, with the free capacity of nodes. Reads missing data from the cluster: whole
 *  templates that a log lacks, last applied manifests, and the capacity. `reads` is undefined for a reading that
 *  is not live. */
export async function previewOf(
  { reading: original, cluster, keepTemplate }: PreviewSource,
  steps: readonly Step[],
  reads: OnDemandReads | undefined,
  { run, applies = "kubectl" }: PreviewRun,
): Promise<CapacityPreview> {
  const withTemplates = reads === undefined ? original : await withTemplatesForSteps(steps, original, reads, keepTemplate ?? KEEP_HIDDEN);
  const pinned = pinnedReading(withTemplates);
  const lastApplied = reads && (await readLastAppliedConfigs(reads, pinned, steps, applies));
  const preview = await run(previewSteps(pinned, steps, previewDecoders(keepTemplate, lastApplied), cluster));
  if (reads === undefined) {
    const message = "Free capacity is unknown in a recording, so Pending pods are not predicted.";
    return { preview, freeCapacity: { kind: "unread", message } };
  }
  const freeCapacity = await readFreeCapacity(reads, preview, run);
  return { freeCapacity, preview: freeCapacity.kind === "read" ? await run(withCapacity(preview, freeCapacity.room)) : preview };
}

/** Returns the effects of all steps together. */
export function* whatIfAnswer({ preview, freeCapacity }: CapacityPreview): Generator<undefined, WhatIfAnswer> {
  const { reading, nodes, steps } = preview;
  const { daemonSets, unchanged } = yield* effectsOf(reading, preview);
  const { changed, left } = yield* nodesChangedByPreview(preview);
  return {
    at: reading.nowMs,
    steps: steps.map(stepPreviewOf),
    daemonSets,
    unchanged,
    nodes: { now: nodes.now.size, then: nodes.then.size },
    changedNodes: changed,
    left,
    tax: freeCapacity.kind === "read" ? yield* previewOverhead(preview, freeCapacity.room.allocatable) : [],
    room: freeCapacity.kind === "read" ? { kind: "read" } : freeCapacity,
  };
}
