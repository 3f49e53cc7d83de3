import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import { ApiFailure } from "../../platform/failure/api-failure.ts";

/** More steps than a user reads at once. */
const MAX_STEPS = 100;
/** Room for manifests, escaped as JSON. */
export const STEPS_BODY_BYTES = 1024 * 1024;

/** Deeper than any manifest written by hand. Later code walks the steps recursively. */
const MAX_LEVELS = 100;

/** O(values), at most `levels` calls deep. Allocates nothing: a body of 1 MB can hold 300,000 lists. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((each) => isDeeperThan(levels - 1, each));
  for (const key in value) if (isDeeperThan(levels - 1, (value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
}

const tooMany = (count: number, most: number, what: string): ApiFailure =>
  new ApiFailure(400, "TooManyValues", `The steps hold ${count} ${what}, and at most ${most} are accepted at once: split the request.`);

/** Limit of the labels, taints, keys and resources that all steps of a question set on nodes or remove. Each node gets
 *  a copy. */
const MAX_NODE_VALUES = 100;
/** Limit of the values in tolerations, selectors and affinities of all steps: each node is checked against each of
 *  them. An edit other than a manifest counts with all its values. */
const MAX_PLACEMENT_VALUES = 500;

interface StepValueCounts {
  /** Labels, taints, keys and resources that are set on nodes or removed. */
  readonly onNodes: number;
  /** Values in tolerations, selectors and affinities, and in other edits. */
  readonly inPlacement: number;
}

/** Counts texts, numbers, booleans and nulls in a value, at any depth. */
function leavesIn(value: unknown): number {
  let leaves = 0;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const each = pending.pop();
    if (typeof each !== "object" || each === null) {
      if (each !== undefined) leaves++;
      continue;
    }
    for (const inner of Object.values(each)) pending.push(inner);
  }
  return leaves;
}

/** Counts the values of a manifest that determine the placement of its pods. */
function placementIn({ spec }: Manifest): number {
  const template: unknown = isJsonObject(spec) ? spec.template : undefined;
  const pod: unknown = isJsonObject(template) ? template.spec : undefined;
  if (!isJsonObject(pod)) return 0;
  return leavesIn([pod.tolerations, pod.nodeSelector, pod.affinity]);
}

function countValues(step: Step): StepValueCounts {
  const onNodes = (count: number): StepValueCounts => ({ onNodes: count, inPlacement: 0 });
  const inPlacement = (count: number): StepValueCounts => ({ onNodes: 0, inPlacement: count });
  switch (step.kind) {
    case "taint":
    case "untaint":
      return onNodes(step.taints.length);
    case "label":
      return onNodes(Object.keys(step.labels).length);
    case "unlabel":
      return onNodes(step.keys.length);
    case "join": {
      const { labels, taints, allocatable } = step.nodes;
      return onNodes(Object.keys(labels).length + taints.length + Object.keys(allocatable).length);
    }
    case "edit":
      return inPlacement(step.edit.kind === "manifest" ? placementIn(step.edit.manifest) : leavesIn(step.edit));
    case "apply":
      return inPlacement(placementIn(step.manifest));
    default:
      return onNodes(0);
  }
}

/** Counts the values of all steps. O(values). */
function countStepValues(steps: readonly Step[]): StepValueCounts {
  let [onNodes, inPlacement] = [0, 0];
  for (const step of steps) {
    const values = countValues(step);
    onNodes += values.onNodes;
    inPlacement += values.inPlacement;
  }
  return { onNodes, inPlacement };
}

/** Rejects too many values. A preview holds them for each node, so that a body of 1 MB could take gigabytes and
 *  minutes. Throws ApiFailure. */
function requireFewValues(steps: readonly Step[]): void {
  const { onNodes, inPlacement } = countStepValues(steps);
  if (onNodes > MAX_NODE_VALUES) throw tooMany(onNodes, MAX_NODE_VALUES, "labels, taints and keys of nodes");
  if (inPlacement > MAX_PLACEMENT_VALUES)
    throw tooMany(inPlacement, MAX_PLACEMENT_VALUES, "values in tolerations, node selectors and affinities");
}

/** Returns the steps of a question in order. Throws ApiFailure, which names the path. */
export function parseStepsBody(body: unknown): readonly Step[] {
  const steps = isJsonObject(body) ? body.steps : undefined;
  if (!Array.isArray(steps) || steps.length > MAX_STEPS)
    throw new ApiFailure(400, "BadSteps", `The body must be JSON with a list "steps" of at most ${MAX_STEPS}.`);
  if (isDeeperThan(MAX_LEVELS, steps))
    throw new ApiFailure(400, "BadSteps", `The steps hold values more than ${MAX_LEVELS} levels deep: no manifest is so deep.`);
  const parsed = steps.map((value, at) => {
    const step = stepFromJson(value, `steps[${at}]`);
    if (step.kind === "unreadable") throw new ApiFailure(400, "BadStep", `${step.path} cannot be read: it must be ${step.expected}.`);
    return step;
  });
  requireFewValues(parsed);
  return parsed;
}
