import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import { taintText } from "../grid/cell-words.ts";

/** Whether a node has a taint, written as kubectl does. */
export const mentionsTaint = ({ taints }: Pick<NodeRecord, "taints">, text: string): boolean =>
  taints.some((taint) => taintText(taint) === text);
