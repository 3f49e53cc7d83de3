import { manualAction } from "@daemonscope/daemonset/actions/changes/action";
import type { KubectlTarget } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { daemonSetFactsOf } from "@daemonscope/daemonset/actions/daemonset-facts";
import { type Plan, planOf } from "@daemonscope/daemonset/actions/plan";
import { addTolerationsEdit } from "@daemonscope/daemonset/actions/remedies/remedies";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Taint } from "@daemonscope/kube/objects";

/** Adds a toleration, so that the DaemonSet may run on all nodes with the taint. */
export function tolerateTaintPlan(cluster: KubectlTarget, record: DaemonSetRecord, taint: Taint): Plan {
  const set = daemonSetFactsOf(record);
  const { namespace, name, template } = set;
  const edit = addTolerationsEdit(template.tolerations, [taint]);
  const facts = { cluster, node: () => undefined, nodes: () => [], daemonSet: () => set };
  return planOf(facts, manualAction({ kind: "editDaemonSet", namespace, name, edit }));
}

/** Removes the taint from every node that has it. */
export function removeTaintPlan(cluster: KubectlTarget, nodes: readonly NodeRecord[], taint: Taint): Plan {
  const text = taintText(taint);
  const tainted = new Map(nodes.filter(({ taints }) => taints.some((each) => taintText(each) === text)).map((node) => [node.name, node]));
  const facts = { cluster, node: (name: string) => tainted.get(name), nodes: () => nodes, daemonSet: () => undefined };
  return planOf(facts, manualAction({ kind: "untaint", nodes: [...tainted.keys()], taints: [taint] }));
}
