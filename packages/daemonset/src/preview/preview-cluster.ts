import { assertNever } from "@daemonscope/kube/base/assert-never";
import { labelSelectorText } from "@daemonscope/kube/matching/label-selector";
import type { KubeControllerRevision, KubeDaemonSet, StringMap, Taint } from "@daemonscope/kube/objects";
import type { JsonObject } from "@daemonscope/kube/values/json-value";
import { isConditionTaint, TAINTS } from "@daemonscope/kube/well-known";
import type { Change, Manifest } from "../actions/changes/change.ts";
import { ownershipOfChange } from "../actions/changes/edited-ownership.ts";
import { isNodeChange, kindOfNodeChange } from "../actions/changes/kinds/node-kinds.ts";
import type { KubectlTarget } from "../actions/changes/kubectl-line.ts";
import { LABELS_PER_SLICE, labelKeysOf, NODES_PER_SLICE, NodeGroups } from "../actions/changes/node-groups.ts";
import type { DaemonSetFacts } from "../actions/changes/plan-facts.ts";
import type { StepProblem } from "../actions/changes/problems/step-problem.ts";
import type { Step } from "../actions/changes/step.ts";
import { daemonSetFactsOf } from "../actions/daemonset-facts.ts";
import { nodesLine } from "../actions/steps/change-line.ts";
import { changesLine } from "../actions/steps/changes-line.ts";
import { MAX_JOINING_NODES, type ResolvedStep, resolveStep, type StepFacts } from "../actions/steps/resolve-step.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { EditedOwnership } from "../records/ownership.ts";
import type { DaemonSetKey, NodeRecord } from "../records/records.ts";
import { appliedManifest } from "./apply/applied-manifest.ts";
import { editedObject } from "./apply/edited-object.ts";
import { normalizedTemplate } from "./apply/normalized-template.ts";
import { podsNamedBy } from "./pods-named-by.ts";
import type { PreviewDecoders, StepAssumption } from "./preview-decoders.ts";

/** The result of a step. */
export interface PreviewedStep {
  readonly nodes: readonly string[];
  readonly kubectl: string | undefined;
  readonly isSoAlready: boolean;
  readonly problem: StepProblem | undefined;
  /** Its assumptions about unknown facts. */
  readonly doubts: readonly StepAssumption[];
  /** The owner of the changed DaemonSet, and what it does to the change. */
  readonly owner?: EditedOwnership;
}

/** A node that does not exist yet. */
interface JoinedNode {
  /** The node whose capacity it copies. */
  readonly like: string | undefined;
  /** Quantities by resource, as written. */
  readonly allocatable: StringMap;
}

/** A pod that its DaemonSet orphaned, with the labels by which another may adopt it. */
export interface OrphanedPod {
  readonly pod: PodFacts;
  readonly labels: StringMap;
  /** The DaemonSet that owned it. */
  readonly from: KubeDaemonSet;
}

/** Objects right after the steps, before any controller reacts. Created for one query: not stored and not shared. */
export interface PreviewCluster {
  readonly nodes: ReadonlyMap<string, NodeRecord>;
  readonly joined: Map<string, JoinedNode>;
  readonly daemonSets: Map<string, KubeDaemonSet>;
  /** Pods that a step deletes, by `namespace/name`, with their DaemonSets. */
  readonly deletedPods: Map<string, DaemonSetKey>;
  readonly orphans: OrphanedPod[];
  /** Manifests that steps created or applied, by key. */
  readonly manifests: Map<string, Manifest>;
  /** The first step that changed each DaemonSet. */
  readonly changedBy: Map<string, number>;
  readonly steps: readonly PreviewedStep[];
}

interface PreviewInProgress extends Omit<PreviewCluster, "nodes"> {
  readonly nodes: NodeGroups<NodeRecord>;
  /** DaemonSets of pods that the steps name. */
  readonly pods: ReadonlyMap<string, DaemonSetKey>;
  /** Assumptions of the current step. */
  doubts: readonly StepAssumption[];
  readonly steps: PreviewedStep[];
  readonly reading: ClusterReading;
  readonly tools: PreviewDecoders;
  readonly target: KubectlTarget | undefined;
}

/** Reports whether the node lifecycle controller maintains a taint, from conditions and cordon, regardless of user
 *  edits. Source: pkg/controller/nodelifecycle, doNoScheduleTaintingPass and processTaintBaseEviction. */
const isControllerTaint = ({ key, effect }: Taint): boolean =>
  isConditionTaint({ key }) &&
  (effect === "NoSchedule" || (effect === "NoExecute" && (key === TAINTS.notReady || key === TAINTS.unreachable)));

const CORDONED: Taint = { key: TAINTS.unschedulable, effect: "NoSchedule" };

/** Returns the node as the lifecycle controller leaves it: the controller's own taints are unchanged, except the
 *  cordon taint (rule I2). */
function settledNode(before: NodeRecord, after: NodeRecord): NodeRecord {
  const kept = before.taints.filter((taint) => isControllerTaint(taint) && taint.key !== TAINTS.unschedulable);
  const remains = (taint: Taint): boolean => after.taints.some(({ key, effect }) => key === taint.key && effect === taint.effect);
  const changedTaints = after.taints.filter(
    (taint) => !isControllerTaint(taint) || kept.some(({ key, effect }) => key === taint.key && effect === taint.effect),
  );
  const cordon = after.unschedulable ? (before.taints.find(({ key }) => key === TAINTS.unschedulable) ?? CORDONED) : undefined;
  const taints = [...changedTaints, ...kept.filter((taint) => !remains(taint)), ...(cordon === undefined ? [] : [cordon])];
  return { ...after, taints };
}

function factsOf(state: PreviewInProgress): StepFacts {
  const { reading, nodes, daemonSets } = state;
  const setFacts = (object: KubeDaemonSet): DaemonSetFacts => {
    const { metadata, spec, status } = object;
    const { namespace, name, uid } = metadata;
    const record = reading.daemonSetRecord(`${namespace}/${name}`);
    const currentFacts = record?.uid === uid ? daemonSetFactsOf(record) : undefined;
    return {
      ...(currentFacts ?? { desired: status.desiredNumberScheduled }),
      namespace,
      name,
      uid,
      template: spec.template,
      containers: spec.template.containers,
      ...(spec.template.priorityClassName === undefined ? {} : { priorityClassName: spec.template.priorityClassName }),
      selector: labelSelectorText(spec.selector),
      updateStrategy: spec.updateStrategy,
    };
  };
  return {
    cluster: state.target,
    gates: reading.gates,
    node: (name) => nodes.node(name),
    nodes: () => nodes.nodes(),
    grouped: nodes,
    daemonSet: (namespace, name) => {
      const object = daemonSets.get(`${namespace}/${name}`);
      return object === undefined ? undefined : setFacts(object);
    },
    daemonSetKeys: () => [...daemonSets.keys()],
    hasPod: (namespace, name) => state.pods.has(`${namespace}/${name}`),
  };
}

function joinedRecord({ metadata, spec }: Manifest, nowMs: number): NodeRecord {
  const { labels = {} } = metadata as { readonly labels?: StringMap };
  const { taints = [] } = (spec ?? {}) as { readonly taints?: readonly Taint[] };
  const { name } = metadata;
  return { name, uid: `imagined ${name}`, labels, taints, unschedulable: false, ready: "True", readySinceMs: nowMs, createdAtMs: nowMs };
}

function createDaemonSet(state: PreviewInProgress, manifest: Manifest): StepProblem | undefined {
  const { name, namespace = "default" } = manifest.metadata;
  const decoded = state.tools.daemonSetOf({ ...manifest, metadata: { ...manifest.metadata, namespace } });
  if ("problem" in decoded) return { code: "badManifest", name, reason: decoded.problem };
  const metadata = { ...decoded.object.metadata, namespace, uid: `imagined ${namespace}/${name} ${state.steps.length}` };
  const template = normalizedTemplate(((manifest.spec ?? {}) as { readonly template?: JsonObject }).template ?? {});
  const full = state.tools.keptTemplate?.(template, metadata.uid) ?? template;
  state.daemonSets.set(`${namespace}/${name}`, { ...decoded.object, metadata, fullTemplate: JSON.stringify(full) });
  state.manifests.set(`${namespace}/${name}`, manifest);
  return undefined;
}

/** Applies a manifest. If an earlier step applied one to the same DaemonSet, that one is the last applied manifest. */
function applyManifest(state: PreviewInProgress, object: KubeDaemonSet, manifest: Manifest, revisions: readonly KubeControllerRevision[]) {
  const key = `${object.metadata.namespace}/${object.metadata.name}`;
  const before = state.manifests.get(key);
  const tools = before === undefined ? state.tools : { ...state.tools, lastApplied: () => (before.spec ?? {}) as JsonObject };
  const result = appliedManifest(object, manifest, revisions, tools);
  if ("code" in result) return result;
  state.manifests.set(key, manifest);
  state.doubts = [...state.doubts, ...result.doubts];
  return result.object;
}

function* orphanPods(state: PreviewInProgress, key: string): Generator<undefined, void> {
  const object = state.daemonSets.get(key);
  const { reading } = state;
  if (object === undefined || reading.daemonSet(key)?.metadata.uid !== object.metadata.uid) return;
  for (const [at, node] of reading.nodes().entries()) {
    for (const pod of reading.podsOf(key, node.name))
      if (pod.deletingSinceMs === undefined) state.orphans.push({ pod, labels: object.spec.template.labels, from: object });
    if (at % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield;
  }
}

/** Carries out one change; returns a problem if it cannot. */
function* carryOut(state: PreviewInProgress, change: Change, step: Step): Generator<undefined, StepProblem | undefined> {
  const { nodes, daemonSets, reading } = state;
  const noteChange = (key: string): void => {
    if (!state.changedBy.has(key)) state.changedBy.set(key, state.steps.length);
  };
  if (isNodeChange(change)) {
    const { changed } = kindOfNodeChange(change);
    yield* nodes.change(change.nodes, (node) => settledNode(node, { ...node, ...changed(node, change) } as NodeRecord));
    return undefined;
  }
  switch (change.kind) {
    case "nodesLeave":
      nodes.remove(change.nodes);
      for (const name of change.nodes) state.joined.delete(name);
      return undefined;
    case "nodesJoin": {
      const count = change.manifests.length;
      if (state.joined.size + count > MAX_JOINING_NODES) return { code: "badCount", count, most: MAX_JOINING_NODES - state.joined.size };
      const joining = step.kind === "join" ? step.nodes : undefined;
      if (joining?.like === undefined && Object.keys(joining?.allocatable ?? {}).length === 0) state.doubts = [...state.doubts, "joinRoom"];
      const records = change.manifests.map((manifest) => joinedRecord(manifest, reading.nowMs));
      yield* nodes.add(records);
      for (const { name } of records) state.joined.set(name, { like: joining?.like, allocatable: joining?.allocatable ?? {} });
      return undefined;
    }
    case "editDaemonSet": {
      const key = `${change.namespace}/${change.name}`;
      const object = daemonSets.get(key);
      if (object === undefined) return undefined;
      const isExisting = reading.daemonSet(key)?.metadata.uid === object.metadata.uid;
      const revisions = isExisting ? reading.revisionsOf(key) : [];
      const { edit } = change;
      const edited =
        edit.kind === "manifest"
          ? applyManifest(state, object, edit.manifest, revisions)
          : editedObject(object, edit, revisions, state.tools);
      if ("code" in edited) return edited;
      daemonSets.set(key, edited);
      noteChange(key);
      return undefined;
    }
    case "createDaemonSet":
      noteChange(`${change.manifest.metadata.namespace ?? "default"}/${change.manifest.metadata.name}`);
      return createDaemonSet(state, change.manifest);
    case "deleteDaemonSet": {
      const key = `${change.namespace}/${change.name}`;
      if (change.orphan) yield* orphanPods(state, key);
      daemonSets.delete(key);
      state.manifests.delete(key);
      noteChange(key);
      return undefined;
    }
    case "deletePods":
      for (const pod of change.pods) {
        const key = state.pods.get(`${change.namespace}/${pod}`);
        if (key !== undefined) state.deletedPods.set(`${change.namespace}/${pod}`, key);
      }
      return undefined;
    default:
      return assertNever(change);
  }
}

/** Returns the command of a step; undefined for nodes that join, or if the command would be too long. A step on nodes
 *  uses its selector as written: node names change, and the meaning does not. */
function* lineOf(
  facts: StepFacts,
  step: Step,
  { changes }: Extract<ResolvedStep, { kind: "changes" }>,
): Generator<undefined, string | undefined> {
  const [change] = changes;
  if (step.kind === "join") return undefined;
  if (change !== undefined && isNodeChange(change) && "nodes" in step && "kind" in step.nodes) {
    if (step.nodes.kind === "selector") return nodesLine(facts, change, ["-l", step.nodes.selector]);
    if (step.nodes.kind === "all" && change.kind !== "cordon" && change.kind !== "uncordon") return nodesLine(facts, change, ["--all"]);
  }
  return yield* changesLine(facts, changes);
}

const NOTHING = { nodes: [], kubectl: undefined, isSoAlready: false, doubts: [] } as const;

/** Returns the objects of a reading after steps, in order, as a generator that yields between small parts. A step
 *  that fails is omitted with its problem. O(nodes), and for each step O(groups of equal nodes) plus the names that
 *  it returns. */
export function* previewCluster(
  reading: ClusterReading,
  steps: readonly Step[],
  tools: PreviewDecoders,
  target?: KubectlTarget,
): Generator<undefined, PreviewCluster> {
  const pods = yield* podsNamedBy(reading, steps);
  const nodes = new NodeGroups<NodeRecord>(labelKeysOf(steps));
  yield* nodes.add(reading.nodes());
  const state: PreviewInProgress = {
    reading,
    tools,
    target,
    nodes,
    pods,
    joined: new Map(),
    daemonSets: new Map(
      reading.daemonSetKeys().flatMap((key) => {
        const object = reading.daemonSet(key);
        return object === undefined ? [] : [[key, object] as const];
      }),
    ),
    deletedPods: new Map(),
    orphans: [],
    manifests: new Map(),
    changedBy: new Map(),
    doubts: [],
    steps: [],
  };
  for (const step of steps) {
    const facts = factsOf(state);
    const resolved = yield* resolveStep(facts, step);
    yield;
    if (resolved.kind === "problem") {
      state.steps.push({ ...NOTHING, problem: resolved.problem });
      continue;
    }
    const kubectl = yield* lineOf(facts, step, resolved);
    yield;
    let problem: StepProblem | undefined;
    const [owner] = resolved.changes.flatMap((change) => ownershipOfChange(facts, change) ?? []);
    state.doubts = [];
    const before = state.daemonSets.size;
    let isSoAlready = resolved.isSoAlready;
    for (const change of resolved.changes) {
      const object = change.kind === "editDaemonSet" ? state.daemonSets.get(`${change.namespace}/${change.name}`) : undefined;
      problem ??= yield* carryOut(state, change, step);
      yield;
      // Only the full template shows whether a manifest changes anything.
      if (change.kind === "editDaemonSet" && change.edit.kind === "manifest" && before === state.daemonSets.size)
        isSoAlready ||= object !== undefined && isUnchanged(object, state.daemonSets.get(`${change.namespace}/${change.name}`));
    }
    // Hides the command, because a merge that removes a missing field may leave an empty parent: another template.
    const shownCommand = isSoAlready && step.kind === "edit" ? undefined : kubectl;
    state.steps.push(
      problem === undefined
        ? {
            nodes: resolved.nodes,
            kubectl: shownCommand,
            isSoAlready,
            problem,
            doubts: state.doubts,
            ...(owner === undefined || isSoAlready ? {} : { owner }),
          }
        : { ...NOTHING, problem },
    );
  }
  const nodesAfter = new Map<string, NodeRecord>();
  for (const name of nodes.names()) {
    const node = nodes.node(name);
    if (node !== undefined) nodesAfter.set(name, node);
    if (nodesAfter.size % LABELS_PER_SLICE === 0) yield;
  }
  return { ...state, nodes: nodesAfter };
}

const isUnchanged = (before: KubeDaemonSet, after: KubeDaemonSet | undefined): boolean =>
  after !== undefined && after.templateHash === before.templateHash && JSON.stringify(after.spec) === JSON.stringify(before.spec);
