import type { MatchingGates } from "@daemonscope/kube/toleration";
import { whatChanged } from "../memory/lost-nodes.ts";
import { explainPlacement } from "../placement/explain-placement.ts";
import { type NodeClass, NodeClasses } from "../placement/node-classes.ts";
import type { Verdict } from "../placement/placement.ts";
import type { NodeRecord } from "../records/records.ts";
import type { DaemonSetEntry } from "./daemon-set-entry.ts";
import type { NodeRows } from "./node-rows.ts";

/** Keeps the verdict of every pair in the columns of its DaemonSet: of all nodes when a template changes, of one when its name, labels or taints do. */
export class NodeJudge {
  readonly #rows: NodeRows;
  readonly #gates: MatchingGates;
  readonly #classes = new NodeClasses();
  /** By row. */
  readonly #classByRow: NodeClass[] = [];

  constructor(rows: NodeRows, gates: MatchingGates) {
    this.#rows = rows;
    this.#gates = gates;
  }

  /** Nodes and DaemonSets that are there already: their verdicts are in the columns. */
  know(sets: Iterable<DaemonSetEntry>): void {
    for (const { object } of sets) this.#classes.mention(object.spec.template);
    for (const row of this.#rows.present()) {
      const node = this.#rows.recordOf(row);
      if (node !== undefined) this.#classByRow[row] = this.#classes.classOf(node);
    }
  }

  /** A node came, or changed in what placement reads. `rememberAtMs` is undefined while nothing is remembered. */
  judgeNode(
    row: number,
    before: NodeRecord | undefined,
    node: NodeRecord,
    sets: Iterable<DaemonSetEntry>,
    rememberAtMs: number | undefined,
  ): void {
    this.#classByRow[row] = this.#classes.classOf(node);
    for (const set of sets) {
      const was = set.columns.verdictAt(row);
      const verdict = this.#verdict(set, row, node);
      set.columns.putVerdict(row, verdict);
      if (verdict === "run") set.lost.back(node.name);
      if (rememberAtMs === undefined || before === undefined || was !== "run" || verdict === "run") continue;
      const { template } = set.object.spec;
      const what = whatChanged(before, node, template, explainPlacement(template, node, this.#gates));
      if (what !== undefined) set.lost.lost(node.name, what, rememberAtMs, set.columns.totals.desired);
    }
  }

  /** A DaemonSet came, or its template changed. `sets` are all that there are. */
  judgeAll(set: DaemonSetEntry, sets: Iterable<DaemonSetEntry>): void {
    // Nodes are told apart by the labels that templates ask for: a new one parts classes.
    const isParted = this.#classes.mention(set.object.spec.template);
    if (isParted) for (const each of sets) each.verdicts.forget();
    for (const row of this.#rows.present()) {
      const node = this.#rows.recordOf(row);
      if (node === undefined) continue;
      if (isParted) this.#classByRow[row] = this.#classes.classOf(node);
      set.columns.putVerdict(row, this.#verdict(set, row, node));
    }
  }

  #verdict(set: DaemonSetEntry, row: number, node: NodeRecord): Verdict {
    return set.verdicts.on(node, this.#classByRow[row] ?? 0);
  }
}
