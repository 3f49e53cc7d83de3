import { assertNever } from "@daemonscope/kube/base/assert-never";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { ownValue } from "@daemonscope/kube/base/own-value";
import type { StringMap, Taint } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isConditionTaint, LABELS } from "@daemonscope/kube/well-known";
import type { Change, DaemonSetEdit, Manifest } from "../changes/change.ts";
import { kindOfEdit } from "../changes/kinds/edit-kinds.ts";
import type { NodeStep } from "../changes/kinds/node-kind.ts";
import { isNodeStep, kindOfNodeChange, kindOfNodeStep } from "../changes/kinds/node-kinds.ts";
import { LABELS_PER_SLICE } from "../changes/node-groups.ts";
import type { DaemonSetFacts, NodeFacts, PlanFacts } from "../changes/plan-facts.ts";
import { manifestProblem } from "../changes/problems/manifest-problem.ts";
import type { StepProblem } from "../changes/problems/step-problem.ts";
import { firstProblem, labelsProblem, quantitiesProblem, taintProblem } from "../changes/problems/value-problem.ts";
import type { JoiningNodes, Step } from "../changes/step.ts";
import { chosenNodes } from "./chosen-nodes.ts";

/** Kubernetes supports at most this number of nodes in a cluster. */
export const MAX_JOINING_NODES = 5000;

/** The queries of steps on a reading. */
export interface StepFacts extends PlanFacts {
  /** `namespace/name` of each DaemonSet. */
  daemonSetKeys(): readonly string[];
  /** Absent: pods are not known, and each one is assumed to exist. */
  hasPod?(namespace: string, name: string): boolean;
}

/** The meaning of a step for the current reading. */
export type ResolvedStep =
  | {
      readonly kind: "changes";
      /** Names of the affected nodes, sorted; empty for a step without nodes. */
      readonly nodes: readonly string[];
      readonly changes: readonly Change[];
      /** Nothing changes: the state already matches. */
      readonly isSoAlready: boolean;
    }
  | { readonly kind: "problem"; readonly problem: StepProblem };

const failedStep = (problem: StepProblem): ResolvedStep => ({ kind: "problem", problem });
const changedStep = (change: Change, isSoAlready = false): ResolvedStep => ({ kind: "changes", nodes: [], changes: [change], isSoAlready });

/** Resolves a change of chosen nodes, from their names and one node of each group of equal nodes. */
function* resolveNodeStep(facts: StepFacts, step: NodeStep): Generator<undefined, ResolvedStep> {
  const { problem: problemOf, change: changeOf } = kindOfNodeStep(step);
  const problem = problemOf(step);
  if (problem !== undefined) return failedStep(problem);
  const chosen = chosenNodes(facts, step.nodes);
  if ("problem" in chosen) return failedStep(chosen.problem);
  const { names, alike } = chosen;
  const result = changeOf(step, names, alike);
  const change = "kind" in result ? result : yield* result;
  const { changed } = kindOfNodeChange(change);
  let isSoAlready = true;
  for (const [at, node] of alike.entries()) {
    isSoAlready = isSame(node, changed(node, change));
    if (!isSoAlready) break;
    if (at % LABELS_PER_SLICE === LABELS_PER_SLICE - 1) yield;
  }
  return { kind: "changes", nodes: names, changes: [change], isSoAlready };
}

const isSame = (before: NodeFacts, after: NodeFacts): boolean =>
  isEqualJson(before.labels, after.labels) &&
  isEqualJson(before.taints, after.taints) &&
  (before.unschedulable ?? false) === (after.unschedulable ?? false);

function unknownDaemonSet(facts: StepFacts, name: string): ResolvedStep {
  return failedStep({ code: "unknownDaemonSet", name, nearest: nearestNames(name, facts.daemonSetKeys()).join(", ") });
}

/** Fields that only a Deployment has: the number of replicas, the method of replacement, its deadline and the pause. */
const DEPLOYMENT_FIELDS = ["replicas", "strategy", "progressDeadlineSeconds", "paused"];

const without = (fields: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Returns a DaemonSet that replaces a Deployment, with its selector and template, without fields from the API
 *  server and its controller. The Deployment itself stays. */
export function daemonSetFromDeployment({ apiVersion, metadata, spec }: Manifest): Change {
  const { name, namespace, labels } = metadata;
  const manifestMetadata = { name, ...(namespace === undefined ? {} : { namespace }), ...(labels === undefined ? {} : { labels }) };
  const manifest: Manifest = {
    apiVersion,
    kind: "DaemonSet",
    metadata: manifestMetadata,
    spec: without((spec ?? {}) as Record<string, unknown>, DEPLOYMENT_FIELDS),
  };
  return { kind: "createDaemonSet", manifest };
}

/** Returns the DaemonSet of a manifest, also for a Deployment; undefined for another kind. */
function asDaemonSet(manifest: Manifest): Manifest | undefined {
  if (manifest.kind === "DaemonSet") return manifest;
  if (manifest.kind !== "Deployment") return undefined;
  const change = daemonSetFromDeployment(manifest);
  return change.kind === "createDaemonSet" ? change.manifest : undefined;
}

function resolveApply(facts: StepFacts, written: Manifest): ResolvedStep {
  const manifest = asDaemonSet(written);
  if (manifest === undefined) return failedStep({ code: "otherKind", kind: written.kind, name: written.metadata.name });
  const { name, namespace = "default" } = manifest.metadata;
  const set = facts.daemonSet(namespace, name);
  const problem = manifestProblem(manifest, set);
  if (problem !== undefined) return failedStep(problem);
  return changedStep(
    set === undefined
      ? { kind: "createDaemonSet", manifest }
      : { kind: "editDaemonSet", namespace, name, edit: { kind: "manifest", manifest } },
  );
}

function resolveEdit(facts: StepFacts, { namespace, name, edit }: Extract<Step, { kind: "edit" }>): ResolvedStep {
  const set = facts.daemonSet(namespace, name);
  if (set === undefined) return unknownDaemonSet(facts, `${namespace}/${name}`);
  const { problem: problemOf, edited } = kindOfEdit(edit);
  const edits = editsOf(set, edit);
  const problem = firstProblem(edits, (each) => problemOf(set, each));
  if (problem !== undefined) return failedStep(problem);
  const isSoAlready = edited !== undefined && edits.every((each) => isEqualJson(set, edited(set, each)));
  return {
    kind: "changes",
    nodes: [],
    changes: edits.map((each) => ({ kind: "editDaemonSet", namespace, name, edit: each })),
    isSoAlready,
  };
}

/** Returns one edit for each container if an image is for all of them, as in `kubectl set image ds/x '*=y'`. */
function editsOf({ containers }: DaemonSetFacts, edit: DaemonSetEdit): readonly DaemonSetEdit[] {
  const isForAll = edit.kind === "image" && edit.container === "*" && containers.length > 0;
  return isForAll ? containers.map(({ name }) => ({ ...edit, container: name })) : [edit];
}

const NAME_LIMIT = 240;

type NodeModel = Pick<NodeFacts, "labels" | "taints">;

/** Returns the labels and taints that all nodes with these labels share; those that all nodes share, if none has them.
 *  A kubelet sets labels that no user writes, for example `kubernetes.io/os`. O(nodes), in slices. */
function* sharedByNodes(facts: Pick<PlanFacts, "nodes">, labels: StringMap): Generator<undefined, NodeModel> {
  const wanted = Object.entries(labels);
  const isLike = (node: NodeFacts): boolean => wanted.every(([key, value]) => ownValue(node.labels, key) === value);
  const nodes = facts.nodes();
  const alike = nodes.filter(isLike);
  const [first, ...others] = alike.length === 0 ? nodes : alike;
  if (first === undefined) return { labels: {}, taints: [] };
  let shared = Object.entries(first.labels);
  let { taints } = first;
  for (const [at, node] of others.entries()) {
    if (!shared.every(([key, value]) => ownValue(node.labels, key) === value))
      shared = shared.filter(([key, value]) => ownValue(node.labels, key) === value);
    if (taints.length > 0) taints = taints.filter((taint) => node.taints.some((other) => isSameTaint(taint, other)));
    if (at % LABELS_PER_SLICE === LABELS_PER_SLICE - 1) yield;
  }
  return { labels: Object.fromEntries(shared), taints };
}

const isSameTaint = (one: Taint, other: Taint): boolean =>
  one.key === other.key && one.effect === other.effect && (one.value ?? "") === (other.value ?? "");

/** Returns manifests of ready nodes, named after the node that they copy. They have the model's labels and taints,
 *  except its condition taints. */
function joiningManifests(facts: Pick<PlanFacts, "node">, joining: JoiningNodes, model: NodeModel): readonly Manifest[] {
  const { count, like, allocatable } = joining;
  const namePrefix = `${(like ?? "node").slice(0, NAME_LIMIT)}-new`;
  const modelTaints = model.taints.filter((taint) => !isConditionTaint(taint));
  const isOverridden = (taint: { readonly key: string; readonly effect: string }): boolean =>
    joining.taints.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const taints = [...modelTaints.filter((taint) => !isOverridden(taint)), ...joining.taints];
  const manifests: Manifest[] = [];
  for (let number = 1; manifests.length < count; number++) {
    const name = `${namePrefix}-${number}`;
    if (facts.node(name) !== undefined) continue;
    manifests.push({
      apiVersion: "v1",
      kind: "Node",
      metadata: { name, labels: { ...model.labels, [LABELS.hostname]: name, ...joining.labels } },
      spec: taints.length === 0 ? {} : { taints },
      status: {
        ...(Object.keys(allocatable).length === 0 ? {} : { allocatable, capacity: allocatable }),
        conditions: [{ type: "Ready", status: "True" }],
      },
    });
  }
  return manifests;
}

function* resolveJoin(facts: StepFacts, { nodes: joining }: Extract<Step, { kind: "join" }>): Generator<undefined, ResolvedStep> {
  const { count, like, labels, taints, allocatable } = joining;
  if (!Number.isInteger(count) || count < 1 || count > MAX_JOINING_NODES)
    return failedStep({ code: "badCount", count, most: MAX_JOINING_NODES });
  const chosen = like === undefined ? undefined : chosenNodes(facts, { kind: "names", names: [like] });
  if (chosen !== undefined && "problem" in chosen) return failedStep(chosen.problem);
  const problem = labelsProblem(labels) ?? firstProblem(taints, taintProblem) ?? quantitiesProblem(allocatable);
  if (problem !== undefined) return failedStep(problem);
  const model = chosen?.alike[0] ?? (yield* sharedByNodes(facts, labels));
  return changedStep({ kind: "nodesJoin", manifests: joiningManifests(facts, joining, model) });
}

/** Resolves a step against this reading: changes of named objects, or the problem. Names and selectors are evaluated
 *  against the current state. Pure; O(groups of nodes) for a step on nodes, as a generator that yields between small
 *  parts. */
export function* resolveStep(facts: StepFacts, step: Step): Generator<undefined, ResolvedStep> {
  if (isNodeStep(step)) return yield* resolveNodeStep(facts, step);
  switch (step.kind) {
    case "leave": {
      const chosen = chosenNodes(facts, step.nodes);
      if ("problem" in chosen) return failedStep(chosen.problem);
      const nodes = chosen.names;
      return { kind: "changes", nodes, changes: [{ kind: "nodesLeave", nodes }], isSoAlready: false };
    }
    case "join":
      return yield* resolveJoin(facts, step);
    case "edit":
      return resolveEdit(facts, step);
    case "apply":
      return resolveApply(facts, step.manifest);
    case "delete": {
      const { namespace, name, orphan } = step;
      if (facts.daemonSet(namespace, name) === undefined) return unknownDaemonSet(facts, `${namespace}/${name}`);
      return changedStep({ kind: "deleteDaemonSet", namespace, name, orphan });
    }
    case "deletePods": {
      const { namespace, pods } = step;
      const gone = pods.find((pod) => facts.hasPod?.(namespace, pod) === false);
      return gone === undefined
        ? changedStep({ kind: "deletePods", namespace, pods })
        : failedStep({ code: "unknownPod", pod: `${namespace}/${gone}` });
    }
    default:
      return assertNever(step);
  }
}
