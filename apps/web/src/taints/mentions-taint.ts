import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/kubectl-notation";

/** Whether a node has a taint, written as kubectl does. */
export const mentionsTaint = ({ taints }: Pick<NodeRecord, "taints">, text: string): boolean =>
  taints.some((taint) => taintText(taint) === text);
