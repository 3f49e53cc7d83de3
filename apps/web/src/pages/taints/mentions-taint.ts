import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";

/** Reports whether a node has a taint, written as in kubectl. */
export const mentionsTaint = ({ taints }: Pick<NodeRecord, "taints">, text: string): boolean =>
  taints.some((taint) => taintText(taint) === text);
