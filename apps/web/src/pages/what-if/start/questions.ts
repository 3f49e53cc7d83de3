import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { LABELS, POOL_LABELS } from "@daemonscope/kube/well-known";
import { compareGroups, groupOf, NO_GROUP } from "../../../data/rows/grouping.ts";

/** A pool and how steps select it. */
export interface Pool {
  readonly name: string;
  /** Number of nodes. */
  readonly count: number;
  /** The nodes of the pool as arguments of a step: `-l pool=gpu`. */
  readonly choice: string;
  /** A node whose labels and capacity a joining node copies. */
  readonly example: string;
  /** Nodes that leave if the pool shrinks, at most MAX_LEAVING. */
  readonly leaving: readonly string[];
  readonly isControlPlane: boolean;
  /** Labels of the example. */
  readonly labels: NodeRecord["labels"];
}

const MAX_LEAVING = 3;

function choiceOf(node: NodeRecord, pool: string): string {
  const key = POOL_LABELS.find((label) => node.labels[label] === pool);
  if (key !== undefined) return `-l ${key}=${pool}`;
  return pool === NO_GROUP ? "--all" : `-l ${LABELS.rolePrefix}${pool}`;
}

/** Returns the pools of the nodes, the smallest first and control planes last. Nodes without a pool count only if no
 *  node has one. O(nodes). */
export function poolsOf(nodes: readonly (NodeRecord | undefined)[]): readonly Pool[] {
  const pools = new Map<string, NodeRecord[]>();
  for (const node of nodes) {
    if (node === undefined) continue;
    const name = groupOf(node, "pool");
    appendTo(pools, name, node);
  }
  if (pools.size > 1) pools.delete(NO_GROUP);
  return [...pools]
    .flatMap(([name, members]): readonly Pool[] => {
      const [first] = members;
      if (first === undefined) return [];
      return [
        {
          name,
          count: members.length,
          choice: choiceOf(first, name),
          example: first.name,
          leaving: members.slice(-MAX_LEAVING).map((node) => node.name),
          labels: first.labels,
          isControlPlane: `${LABELS.rolePrefix}control-plane` in first.labels,
        },
      ];
    })
    .sort((a, b) => Number(a.isControlPlane) - Number(b.isControlPlane) || a.count - b.count || compareGroups(a.name, b.name));
}

/** Answer of a card: its step, or nothing if a text is not complete. */
export const stepsOfText = (text: string): readonly Step[] => {
  const read = parseSteps(text);
  return read.kind === "steps" ? read.steps : [];
};

/** Returns an image that differs from the current one: the last number of its tag plus one. */
export function nextImage(image: string): string {
  const [name = image] = image.split("@");
  const tag = /:([^/:]+)$/.exec(name)?.[1];
  if (tag === undefined) return `${name}:next`;
  const next = tag.replace(/(\d+)(\D*)$/, (_all, digits: string, rest: string) => `${Number(digits) + 1}${rest}`);
  return `${name.slice(0, -tag.length)}${next === tag ? `${tag}-next` : next}`;
}

/** Returns the label that the first answer removes: one that the DaemonSet requires, else that of the operating
 *  system. */
export const requiredLabel = ({ placement }: Pick<DaemonSetRecord, "placement">): string =>
  Object.keys(placement.nodeSelector)[0] ?? "kubernetes.io/os";

/** Returns a change of labels as a step has it: `remove KEY` is `KEY-`. */
export const labelArgument = (text: string): string => text.trim().replace(/^remove\s+(\S+)$/, "$1-");

/** Numbers of nodes that join, or leave if negative. */
export const NODE_COUNTS = [3, 10, -1, -3] as const;

/** Returns the step that adds nodes to a pool or removes some of it. */
export function nodesStep(pool: Pool, count: number): readonly Step[] {
  if (count > 0) return [{ kind: "join", nodes: { count, like: pool.example, labels: {}, taints: [], allocatable: {} } }];
  return [{ kind: "leave", nodes: { kind: "names", names: pool.leaving.slice(count) } }];
}
