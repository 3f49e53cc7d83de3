import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { isJsonObject } from "@daemonscope/kube/values/json-value";

/** Limit of the labels, taints and keys that all steps of a question set on nodes or remove: each node gets a
 *  copy. */
export const MAX_NODE_VALUES = 100;
/** Limit of the values in tolerations, selectors and affinities of all steps: each node is checked against each of
 *  them. */
export const MAX_PLACEMENT_VALUES = 500;

export interface StepValueCounts {
  /** Labels, taints and keys that are set on nodes or removed. */
  readonly onNodes: number;
  /** Values in tolerations, selectors and affinities. */
  readonly ofPlacement: number;
}

/** Counts texts, numbers and booleans in a value, at any depth. */
function leavesIn(value: unknown): number {
  let leaves = 0;
  const left: unknown[] = [value];
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each !== "object" || each === null) {
      if (each !== undefined) leaves++;
      continue;
    }
    for (const inner of Object.values(each)) left.push(inner);
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
  const onNodes = (count: number): StepValueCounts => ({ onNodes: count, ofPlacement: 0 });
  const ofPlacement = (count: number): StepValueCounts => ({ onNodes: 0, ofPlacement: count });
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
      return ofPlacement(step.edit.kind === "manifest" ? placementIn(step.edit.manifest) : leavesIn(step.edit));
    case "apply":
      return ofPlacement(placementIn(step.manifest));
    default:
      return onNodes(0);
  }
}

/** Counts the values of all steps. O(values). */
export function countStepValues(steps: readonly Step[]): StepValueCounts {
  let [onNodes, ofPlacement] = [0, 0];
  for (const step of steps) {
    const values = countValues(step);
    onNodes += values.onNodes;
    ofPlacement += values.ofPlacement;
  }
  return { onNodes, ofPlacement };
}
