import { effectiveTolerations } from "@daemonscope/kube/automatic-tolerations";
import type { Condition, KubeControllerRevision, KubeDaemonSet, KubeNode, KubePod } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { stableJson } from "@daemonscope/kube/stable-json";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/toleration";
import type { CellByte } from "../cell/cell.ts";
import { cellOfPair } from "../cell/cell-of-pair.ts";
import { COUNT_FIELDS } from "../counts/disagreements.ts";
import type { Mark } from "../marks/mark.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import type { Placement, Verdict } from "../placement/placement.ts";
import { placementVerdict } from "../placement/placement-verdict.ts";
import { availableAtMs, type PodFacts, podFactsOf } from "../pods/pod-facts.ts";
import { hashOfRevision } from "../revisions/revisions-of.ts";
import type { ModelChanges } from "./changes.ts";
import { type DaemonSetEntry, daemonSetKey, newEntry, setFactsOf } from "./daemon-set-entry.ts";
import { daemonSetRecordOf } from "./daemon-set-record.ts";
import { type NodeEntry, nodeEntryOf } from "./node-entry.ts";
import type { Pair } from "./pair.ts";
import { PodTable } from "./pod-table.ts";
import type { DaemonSetKey, DaemonSetRecord, NodeRecord, StatusWrite } from "./records.ts";

interface Pending {
  nodesPut: Map<string, NodeRecord>;
  nodesDropped: Set<string>;
  daemonSetsDropped: Set<DaemonSetKey>;
  statusWrites: StatusWrite[];
  marks: Mark[];
}

const nothingPending = (): Pending => ({
  nodesPut: new Map(),
  nodesDropped: new Set(),
  daemonSetsDropped: new Set(),
  statusWrites: [],
  marks: [],
});

/** The cluster as the domain sees it, updated in place by what the watches bring.
 *  Law M1: after any sequence of changes it equals the model built from scratch of the final objects at the same `now`.
 *  Verdicts are computed again only when a node's name, labels or taints, or a template changed; an equal node costs a comparison.
 *  Cells and records are computed at takeChanges, each at most once, however much happened since. */
export class ClusterModel {
  readonly #gates: MatchingGates;
  readonly #nodes = new Map<string, NodeEntry>();
  readonly #sets = new Map<string, DaemonSetEntry>();
  readonly #uidByKey = new Map<DaemonSetKey, string>();
  readonly #revisions = new Map<string, Map<string, KubeControllerRevision>>();
  readonly #revisionOwners = new Map<string, string>();
  readonly #pods = new PodTable();
  #nowMs: number;
  #pending = nothingPending();
  #marking = false;

  constructor({ nowMs, gates = DEFAULT_GATES }: { readonly nowMs: number; readonly gates?: MatchingGates }) {
    this.#nowMs = nowMs;
    this.#gates = gates;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  get podCount(): number {
    return this.#pods.size;
  }

  /** From here on changes are marks; what the first sync brings is not news. */
  beginMarks(): void {
    this.#marking = true;
  }

  putNode(node: KubeNode): void {
    const entry = nodeEntryOf(node);
    const { name } = entry.record;
    const before = this.#nodes.get(name);
    this.#nodes.set(name, entry);
    if (before?.recordText === entry.recordText) return;
    this.#pending.nodesPut.set(name, entry.record);
    if (before === undefined) this.#mark({ kind: "nodeJoined", atMs: this.#nowMs, node: name });
    else {
      if (stableJson(before.record.taints) !== stableJson(entry.record.taints))
        this.#mark({ kind: "taintsChanged", atMs: this.#nowMs, node: name });
      if (stableJson(before.record.labels) !== stableJson(entry.record.labels))
        this.#mark({ kind: "labelsChanged", atMs: this.#nowMs, node: name });
    }
    const replace = before?.placementText !== entry.placementText;
    const redraw = replace || before?.record.ready !== entry.record.ready;
    if (!redraw) return;
    for (const set of this.#sets.values()) {
      if (replace) set.verdicts.set(name, this.#verdict(set, entry));
      set.dirtyNodes.add(name);
    }
  }

  dropNode(name: string): void {
    if (!this.#nodes.delete(name)) return;
    this.#pending.nodesPut.delete(name);
    this.#pending.nodesDropped.add(name);
    this.#mark({ kind: "nodeLeft", atMs: this.#nowMs, node: name });
    for (const set of this.#sets.values()) {
      set.verdicts.delete(name);
      set.cells.delete(name);
      set.dirtyNodes.delete(name);
      set.waiting.delete(name);
      set.recordDirty = true;
    }
  }

  putDaemonSet(daemonSet: KubeDaemonSet): void {
    const { uid } = daemonSet.metadata;
    const key = daemonSetKey(daemonSet);
    const replaced = this.#uidByKey.get(key);
    // A new object of the same name: the old one's deletion was not seen, or comes later.
    if (replaced !== undefined && replaced !== uid) this.dropDaemonSet(replaced);
    const set = this.#sets.get(uid);
    if (set === undefined) {
      const entry = newEntry(daemonSet, this.#revisionsOf(uid));
      this.#sets.set(uid, entry);
      this.#uidByKey.set(key, uid);
      for (const node of this.#nodes.values()) {
        entry.verdicts.set(node.record.name, this.#verdict(entry, node));
        entry.dirtyNodes.add(node.record.name);
      }
      this.#writeStatus(entry, undefined);
      return;
    }
    const before = set.object;
    set.object = daemonSet;
    set.recordDirty = true;
    this.#writeStatus(set, before);
    if (before.metadata.generation !== daemonSet.metadata.generation) {
      this.#mark({ kind: "specChanged", atMs: this.#nowMs, daemonSet: key, generation: daemonSet.metadata.generation ?? 0 });
      const { template } = daemonSet.spec;
      set.tolerations = effectiveTolerations(template.tolerations, template.hostNetwork);
      for (const node of this.#nodes.values()) set.verdicts.set(node.record.name, this.#verdict(set, node));
      this.#redrawAll(set);
    }
    this.#refreshRevision(set, uid);
  }

  dropDaemonSet(uid: string): void {
    const set = this.#sets.get(uid);
    if (set === undefined) return;
    this.#sets.delete(uid);
    if (this.#uidByKey.get(set.key) === uid) this.#uidByKey.delete(set.key);
    this.#pending.daemonSetsDropped.add(set.key);
  }

  putRevision(revision: KubeControllerRevision): void {
    const owner = controllerOf(revision.metadata);
    const ownerUid = owner?.kind === "DaemonSet" ? owner.uid : undefined;
    const before = this.#revisionOwners.get(revision.metadata.uid);
    if (before !== undefined && before !== ownerUid) this.dropRevision(revision.metadata.uid);
    if (ownerUid === undefined) return;
    const revisions = this.#revisions.get(ownerUid) ?? new Map<string, KubeControllerRevision>();
    revisions.set(revision.metadata.uid, revision);
    this.#revisions.set(ownerUid, revisions);
    this.#revisionOwners.set(revision.metadata.uid, ownerUid);
    const set = this.#sets.get(ownerUid);
    if (set !== undefined) this.#refreshRevision(set, ownerUid);
  }

  dropRevision(uid: string): void {
    const ownerUid = this.#revisionOwners.get(uid);
    if (ownerUid === undefined) return;
    this.#revisionOwners.delete(uid);
    const revisions = this.#revisions.get(ownerUid);
    revisions?.delete(uid);
    if (revisions?.size === 0) this.#revisions.delete(ownerUid);
    const set = this.#sets.get(ownerUid);
    if (set !== undefined) this.#refreshRevision(set, ownerUid);
  }

  putPod(pod: KubePod): void {
    const facts = podFactsOf(pod);
    if (facts === undefined) {
      this.dropPod(pod.metadata.uid);
      return;
    }
    const before = this.#pods.put(facts);
    if (before !== undefined && (before.node !== facts.node || before.ownerUid !== facts.ownerUid)) this.#redraw(before);
    this.#redraw(facts);
  }

  dropPod(uid: string): void {
    const pod = this.#pods.drop(uid);
    if (pod !== undefined) this.#redraw(pod);
  }

  /** Lets time pass: what became available, or stuck, is in the next takeChanges. */
  tick(nowMs: number): void {
    if (nowMs <= this.#nowMs) return;
    this.#nowMs = nowMs;
    for (const set of this.#sets.values()) {
      for (const [node, at] of set.waiting) if (at <= nowMs) set.dirtyNodes.add(node);
      if (set.recordLookAtMs !== undefined && set.recordLookAtMs <= nowMs) set.recordDirty = true;
    }
  }

  /** When time alone changes something; undefined when it does not. Valid after takeChanges. */
  nextLookAtMs(): number | undefined {
    let next: number | undefined;
    const see = (at: number | undefined) => {
      if (at !== undefined && (next === undefined || at < next)) next = at;
    };
    for (const set of this.#sets.values()) {
      see(set.recordLookAtMs);
      for (const at of set.waiting.values()) see(at);
    }
    return next;
  }

  takeChanges(): ModelChanges {
    const cells: { node: string; daemonSet: DaemonSetKey; byte: CellByte }[] = [];
    const daemonSetsPut: DaemonSetRecord[] = [];
    for (const [uid, set] of this.#sets) {
      for (const node of set.dirtyNodes) {
        const byte = this.#cell(set, uid, node);
        if (byte !== (set.cells.get(node) ?? 0)) cells.push({ node, daemonSet: set.key, byte });
        set.cells.set(node, byte);
        set.recordDirty = true;
      }
      set.dirtyNodes.clear();
      if (!set.recordDirty) continue;
      set.recordDirty = false;
      const { record, lookAtMs } = this.#record(set, uid);
      set.recordLookAtMs = lookAtMs;
      const text = stableJson(record);
      if (text === set.recordText) continue;
      this.#markRollout(set.record, record);
      set.record = record;
      set.recordText = text;
      daemonSetsPut.push(record);
    }
    const { nodesPut, nodesDropped, daemonSetsDropped, statusWrites, marks } = this.#pending;
    this.#pending = nothingPending();
    return {
      nodesPut: [...nodesPut.values()],
      nodesDropped: [...nodesDropped],
      daemonSetsPut,
      daemonSetsDropped: [...daemonSetsDropped],
      cells,
      statusWrites,
      marks,
    };
  }

  nodes(): readonly NodeRecord[] {
    return [...this.#nodes.values()].map((entry) => entry.record);
  }

  nodeRecord(name: string): NodeRecord | undefined {
    return this.#nodes.get(name)?.record;
  }

  conditionsOf(name: string): { readonly conditions: readonly Condition[]; readonly kubeletVersion: string | undefined } | undefined {
    return this.#nodes.get(name);
  }

  daemonSetKeys(): readonly DaemonSetKey[] {
    return [...this.#uidByKey.keys()].sort();
  }

  daemonSet(key: DaemonSetKey): KubeDaemonSet | undefined {
    return this.#entry(key)?.object;
  }

  /** As of the last takeChanges. */
  daemonSetRecord(key: DaemonSetKey): DaemonSetRecord | undefined {
    return this.#entry(key)?.record;
  }

  setFacts(key: DaemonSetKey): DaemonSetEntry["facts"] | undefined {
    return this.#entry(key)?.facts;
  }

  podsOf(key: DaemonSetKey, node: string): readonly PodFacts[] {
    const uid = this.#uidByKey.get(key);
    return uid === undefined ? [] : this.#pods.on(uid, node);
  }

  verdictOf(key: DaemonSetKey, node: string): Verdict {
    return this.#entry(key)?.verdicts.get(node) ?? "exclude";
  }

  placementOf(key: DaemonSetKey, node: string): Placement | undefined {
    const set = this.#entry(key);
    const entry = this.#nodes.get(node);
    return set === undefined || entry === undefined ? undefined : explainPlacement(set.object.spec.template, entry.record, this.#gates);
  }

  /** As of the last takeChanges. */
  cellAt(key: DaemonSetKey, node: string): CellByte {
    return this.#entry(key)?.cells.get(node) ?? 0;
  }

  #entry(key: DaemonSetKey): DaemonSetEntry | undefined {
    const uid = this.#uidByKey.get(key);
    return uid === undefined ? undefined : this.#sets.get(uid);
  }

  #verdict(set: DaemonSetEntry, node: NodeEntry): Verdict {
    return placementVerdict(set.object.spec.template, node.record, set.tolerations, this.#gates);
  }

  #revisionsOf(uid: string): readonly KubeControllerRevision[] {
    return [...(this.#revisions.get(uid)?.values() ?? [])];
  }

  #refreshRevision(set: DaemonSetEntry, uid: string): void {
    const before = set.facts;
    const { facts, current } = setFactsOf(set.object, this.#revisionsOf(uid));
    set.facts = facts;
    set.current = current;
    set.recordDirty = true;
    if (
      before.currentHash === facts.currentHash &&
      before.templateGeneration === facts.templateGeneration &&
      before.minReadySeconds === facts.minReadySeconds
    )
      return;
    if (current !== undefined && before.currentHash !== undefined && before.currentHash !== facts.currentHash)
      this.#mark({ kind: "rolloutStarted", atMs: this.#nowMs, daemonSet: set.key, hash: hashOfRevision(current) });
    this.#redrawAll(set);
  }

  #redraw(pod: PodFacts): void {
    const set = this.#sets.get(pod.ownerUid);
    if (set === undefined) return;
    if (this.#nodes.has(pod.node)) set.dirtyNodes.add(pod.node);
    set.recordDirty = true;
  }

  #redrawAll(set: DaemonSetEntry): void {
    for (const name of this.#nodes.keys()) set.dirtyNodes.add(name);
  }

  #pair(set: DaemonSetEntry, uid: string, node: string): Pair {
    return {
      node,
      verdict: set.verdicts.get(node) ?? "exclude",
      nodeUnready: this.#nodes.get(node)?.record.ready !== "True",
      pods: this.#pods.on(uid, node),
    };
  }

  #cell(set: DaemonSetEntry, uid: string, node: string): CellByte {
    const pair = this.#pair(set, uid, node);
    set.waiting.delete(node);
    for (const pod of pair.pods) {
      const at = availableAtMs(pod, set.facts.minReadySeconds);
      if (at !== undefined && at > this.#nowMs) set.waiting.set(node, Math.min(at, set.waiting.get(node) ?? at));
    }
    return cellOfPair(pair, set.facts, this.#nowMs);
  }

  #record(set: DaemonSetEntry, uid: string) {
    const pairs = [...this.#nodes.keys()].map((node) => ({ pair: this.#pair(set, uid, node), cell: set.cells.get(node) ?? 0 }));
    const strays = [...this.#pods.nodesOf(uid)].filter((node) => !this.#nodes.has(node)).map((node) => this.#pair(set, uid, node));
    return daemonSetRecordOf({ entry: set, pairs, strays, revisions: this.#revisionsOf(uid), nowMs: this.#nowMs });
  }

  #mark(mark: Mark): void {
    if (this.#marking) this.#pending.marks.push(mark);
  }

  #markRollout(before: DaemonSetRecord | undefined, after: DaemonSetRecord): void {
    if (before === undefined) return;
    const current = after.revisions.find((revision) => revision.current);
    const wasMoving = before.rollout.kind === "updating" || before.rollout.kind === "waitingForAvailable";
    if (wasMoving && after.rollout.kind === "complete" && current !== undefined)
      this.#mark({ kind: "rolloutFinished", atMs: this.#nowMs, daemonSet: after.key, hash: current.hash });
    if (before.concern?.kind !== "stuck" && after.concern?.kind === "stuck")
      this.#mark({ kind: "rolloutStuck", atMs: this.#nowMs, daemonSet: after.key, message: after.concern.message });
  }

  #writeStatus(set: DaemonSetEntry, before: KubeDaemonSet | undefined): void {
    const { metadata, status } = set.object;
    const equal =
      before !== undefined &&
      before.metadata.generation === metadata.generation &&
      before.status.observedGeneration === status.observedGeneration &&
      COUNT_FIELDS.every((field) => before.status[field] === status[field]);
    if (equal) return;
    const counts = Object.fromEntries(COUNT_FIELDS.map((field) => [field, status[field]])) as unknown as StatusWrite["counts"];
    this.#pending.statusWrites.push({
      key: set.key,
      resourceVersion: metadata.resourceVersion,
      generation: metadata.generation ?? 0,
      observedGeneration: status.observedGeneration,
      counts,
    });
  }
}
