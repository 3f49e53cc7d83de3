import type { KubectlTarget } from "@daemonscope/daemonset/actions/changes/kubectl-line";
import { deletePodsPlan, MAX_DELETIONS_AT_ONCE } from "@daemonscope/daemonset/actions/delete-pods";
import type { GridNode } from "../../data/rows/node-cells.ts";

/** The commands that delete old pods of one group. */
export interface WorklistCommands {
  /** Deletes one pod. `isUnready`: the node is NotReady, so the pod ends only once its kubelet responds. */
  readonly one: { readonly node: string; readonly command: string; readonly isUnready: boolean };
  /** Deletes the first `count` pods together, at most MAX_DELETIONS_AT_ONCE; absent if there is only one. */
  readonly all?: { readonly count: number; readonly command: string };
}

/** Returns the commands for a group's nodes; undefined while the name of a pod is unknown. Prefers a Ready node for
 *  the first pod. */
export function worklistCommands(
  cluster: KubectlTarget | undefined,
  namespace: string,
  nodes: readonly GridNode[],
  oldPodOf: (node: GridNode) => string | undefined,
): WorklistCommands | undefined {
  const first = nodes.find(({ record }) => record.ready === "True") ?? nodes[0];
  const one = first === undefined ? undefined : deletePodsPlan(cluster, namespace, [oldPodOf(first)])?.kubectl;
  if (first === undefined || one === undefined) return undefined;
  const together = nodes.slice(0, MAX_DELETIONS_AT_ONCE);
  const all = nodes.length < 2 ? undefined : deletePodsPlan(cluster, namespace, together.map(oldPodOf))?.kubectl;
  return {
    one: { node: first.name, command: one, isUnready: first.record.ready !== "True" },
    ...(all === undefined ? {} : { all: { count: together.length, command: all } }),
  };
}
