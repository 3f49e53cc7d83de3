import { AdaptiveUintColumn } from "@daemonscope/columns/adaptive-uint-column";
import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import { explainPlacement } from "../../placement/explain-placement.ts";
import { noMatchReasonFor } from "../../placement/no-match-reason.ts";
import { type NodeClass, NodeClasses } from "../../placement/node-classes.ts";
import type { PlacementVerdict } from "../../placement/placement.ts";
import type { PlacementNode } from "../../placement/placement-node.ts";
import type { NoMatchReason } from "../../records/no-match-reason.ts";
import type { NodeRecord } from "../../records/records.ts";
import { changedFieldsOf } from "../../tracking/lost-node-tracker.ts";
import type { DaemonSetEntry } from "./daemon-set-entry.ts";
import type { NodeRows } from "./node-rows.ts";

/** Nodes classified in one time slice of a restore: some milliseconds. */
const NODES_PER_SLICE = 2000;

/** Maintains the verdict of every pair in the columns of its DaemonSet. A template change judges all nodes; a change
 *  of a node's name, labels or taints judges that node. */
export class PlacementEvaluator {
  readonly #rows: NodeRows;
  readonly #gates: MatchingGates;
  readonly #classes = new NodeClasses();
  /** By row. */
  readonly #classByRow = new AdaptiveUintColumn();

  constructor(rows: NodeRows, gates: MatchingGates) {
    this.#rows = rows;
    this.#gates = gates;
  }

  /** Registers restored nodes and DaemonSets, whose verdicts are already in the columns. */
  *know(sets: Iterable<DaemonSetEntry>): Generator<undefined, void> {
    for (const { object } of sets) this.#classes.mention(object.spec.template);
    for (const row of this.#rows.present()) {
      const node = this.#rows.nodes.recordAt(row);
      if (node !== undefined) this.#putClass(row, this.#classes.classOf(node));
      if (row % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield;
    }
  }

  /** Judges a node that joined, or changed in a field that placement reads. `rememberAtMs` is undefined while the
   *  model does not remember. */
  judgeNode(
    row: number,
    before: NodeRecord | undefined,
    node: NodeRecord,
    sets: Iterable<DaemonSetEntry>,
    rememberAtMs: number | undefined,
  ): void {
    this.#putClass(row, this.#classes.classOf(node));
    for (const set of sets) {
      // judgeAll will judge all nodes for it, by classes that its labels have split.
      if (set.isUnjudged) continue;
      const previous = set.columns.verdictAt(row);
      const verdict = this.#verdict(set, row, node);
      set.columns.putVerdict(row, verdict);
      if (verdict === "run") set.lost.back(node.name);
      if (rememberAtMs === undefined || before === undefined || previous !== "run" || verdict === "run") continue;
      const { template } = set.object.spec;
      const changedFields = changedFieldsOf(before, node, template, explainPlacement(template, node, this.#gates));
      if (changedFields !== undefined) set.lost.lost(node.name, changedFields, rememberAtMs, set.columns.totals.desired);
    }
  }

  /** Judges all nodes for a new DaemonSet or a changed template. */
  judgeAll(set: DaemonSetEntry): void {
    this.splitClasses(set);
    set.columns.reach(this.#rows.extent - 1);
    for (const row of this.#rows.present()) {
      const known = set.verdicts.known(this.#classByRow.at(row));
      if (known !== undefined) {
        set.columns.putVerdict(row, known);
        continue;
      }
      const node = this.#rows.nodes.recordAt(row);
      if (node !== undefined) set.columns.putVerdict(row, this.#verdict(set, row, node));
    }
  }

  /** Splits node classes by labels that no template used before. Node classes depend on the labels in templates.
   *  Returns false if there are no such labels. */
  splitClasses({ object }: DaemonSetEntry): boolean {
    const keys = this.#classes.mention(object.spec.template);
    for (const key of keys) {
      const partOf = this.#classes.partByLabel();
      for (const row of this.#rows.present()) this.#putClass(row, partOf(this.#rows.nodes.labelAt(row, key), this.#classByRow.at(row)));
    }
    return keys.length > 0;
  }

  /** Returns which check excludes every node, given that none wants the DaemonSet. Checks one node per class, unless
   *  the template reads names. */
  nowhere({ object, verdicts }: DaemonSetEntry): NoMatchReason {
    const { template } = object.spec;
    const nodes: NodeRecord[] = [];
    const counts = new Map<NodeClass, number>();
    const countOf = new Map<PlacementNode, number>();
    const first = new Map<NodeClass, NodeRecord>();
    for (const row of this.#rows.present()) {
      const nodeClass = this.#classByRow.at(row);
      const count = verdicts.readsNames ? 0 : (counts.get(nodeClass) ?? 0);
      counts.set(nodeClass, count + 1);
      if (count > 0) continue;
      const node = this.#rows.nodes.recordAt(row);
      if (node === undefined) continue;
      nodes.push(node);
      first.set(nodeClass, node);
    }
    if (!verdicts.readsNames) for (const [nodeClass, node] of first) countOf.set(node, counts.get(nodeClass) ?? 1);
    return noMatchReasonFor(template, nodes, this.#gates, (node) => countOf.get(node) ?? 1);
  }

  #putClass(row: number, nodeClass: NodeClass): void {
    this.#classByRow.reach(row);
    this.#classByRow.put(row, nodeClass);
  }

  #verdict(set: DaemonSetEntry, row: number, node: NodeRecord): PlacementVerdict {
    return set.verdicts.on(node, this.#classByRow.at(row));
  }
}
