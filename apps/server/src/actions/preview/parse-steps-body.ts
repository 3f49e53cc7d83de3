import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { stepFromJson } from "@daemonscope/daemonset/actions/steps/step-from-json";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { countStepValues, MAX_NODE_VALUES, MAX_PLACEMENT_VALUES } from "./values-of-steps.ts";

/** More steps than a user reads at once. */
export const MAX_STEPS = 100;
/** Room for manifests, escaped as JSON. */
export const STEPS_BODY_BYTES = 1024 * 1024;

/** Deeper than any manifest written by hand. Later code walks the steps recursively. */
const MAX_LEVELS = 100;

/** O(values), at most MAX_LEVELS calls deep. Allocates nothing: a body of 1 MB can hold 300,000 lists. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((each) => isDeeperThan(levels - 1, each));
  for (const key in value) if (isDeeperThan(levels - 1, (value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
}

const tooMany = (count: number, most: number, what: string): ApiFailure =>
  new ApiFailure(400, "TooManyValues", `The steps hold ${count} ${what}, and at most ${most} are accepted at once: split the request.`);

/** Rejects too many values. A preview holds them for each node, so that a body of 1 MB could take gigabytes and
 *  minutes. Throws ApiFailure. */
function requireFewValues(steps: readonly Step[]): void {
  const { onNodes, ofPlacement } = countStepValues(steps);
  if (onNodes > MAX_NODE_VALUES) throw tooMany(onNodes, MAX_NODE_VALUES, "labels, taints and keys of nodes");
  if (ofPlacement > MAX_PLACEMENT_VALUES)
    throw tooMany(ofPlacement, MAX_PLACEMENT_VALUES, "values in tolerations, node selectors and affinities");
}

/** Returns the steps of a question in order. Throws ApiFailure, which names the path. */
export function parseStepsBody(body: unknown): readonly Step[] {
  const steps = isJsonObject(body) ? body.steps : undefined;
  if (!Array.isArray(steps) || steps.length > MAX_STEPS)
    throw new ApiFailure(400, "BadSteps", `The body must be JSON with a list "steps" of at most ${MAX_STEPS}.`);
  if (isDeeperThan(MAX_LEVELS, steps))
    throw new ApiFailure(400, "BadSteps", `The steps hold values more than ${MAX_LEVELS} levels deep: no manifest is so deep.`);
  const read = steps.map((value, at) => {
    const step = stepFromJson(value, `steps[${at}]`);
    if (step.kind === "unreadable") throw new ApiFailure(400, "BadStep", `${step.path} cannot be read: it must be ${step.expected}.`);
    return step;
  });
  requireFewValues(read);
  return read;
}
