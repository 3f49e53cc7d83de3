import type { Store, StoredObject } from "../../store/contract.ts";
import { type DaemonSetView, specOf } from "../objects.ts";
import { byTargetNode, claimPods } from "./claim.ts";
import { decideNode, type NodeDecision } from "./placement.ts";
import type { RollingNode } from "./rolling-update.ts";

/** What one sync decides from: taken once, as from upstream's caches. */
export interface Sight {
  readonly set: DaemonSetView;
  readonly hash: string;
  readonly nowMs: number;
  readonly nodes: readonly RollingNode[];
  /** Nodes that hold pods and do not exist. */
  readonly vanished: readonly RollingNode[];
  /** All that the DaemonSet has, on whatever node. */
  readonly pods: readonly StoredObject[];
}

interface Decided {
  readonly name: string;
  readonly labels: unknown;
  readonly spec: unknown;
  readonly generation: number;
  readonly decision: NodeDecision;
}

/** Decisions in the order of node names, each good as long as the node's labels and spec and the DaemonSet's generation are. */
export interface DecisionCache {
  decided: readonly Decided[];
}

export interface SightOptions {
  readonly store: Store;
  readonly set: DaemonSetView;
  readonly hash: string;
  readonly nowMs: number;
  readonly contrarian: boolean;
  readonly decisions: DecisionCache;
}

const NOWHERE: NodeDecision = { shouldRun: false, shouldContinueRunning: false };
const NO_PODS: readonly StoredObject[] = [];

/** Claims the DaemonSet's pods and puts them beside every node's decision. Pods with an `unseen` uid are not in the cache yet.
 *  O(nodes + pods of the DaemonSet). */
export function takeSight({ store, set, hash, nowMs, contrarian, decisions }: SightOptions, unseen?: ReadonlySet<string>): Sight {
  const claimed = claimPods(store, set);
  const pods = unseen === undefined || unseen.size === 0 ? claimed : claimed.filter((pod) => !unseen.has(pod.metadata.uid));
  const byNode = byTargetNode(pods);
  const nodes: RollingNode[] = [];
  const decided: Decided[] = [];
  let held = 0;
  let next = 0;
  for (const node of store.list("nodes")) {
    const { name, labels } = node.metadata;
    const spec = specOf(node);
    // Both lists are in the order of names: they are walked side by side.
    while ((decisions.decided[next]?.name ?? name) < name) next++;
    let entry = decisions.decided[next];
    // Heartbeats share labels and spec with the version before: nothing is decided anew for them.
    if (entry?.name !== name || entry.labels !== labels || entry.spec !== spec || entry.generation !== set.generation)
      entry = { name, labels, spec, generation: set.generation, decision: decideNode(set, node, contrarian) };
    decided.push(entry);
    const present = byNode.get(name);
    if (present !== undefined) held++;
    nodes.push({ name, decision: entry.decision, pods: present ?? NO_PODS });
  }
  decisions.decided = decided;
  const vanished: RollingNode[] = [];
  if (held < byNode.size) {
    const names = new Set(nodes.map(({ name }) => name));
    for (const [name, present] of byNode) if (!names.has(name)) vanished.push({ name, decision: NOWHERE, pods: present });
  }
  return { set, hash, nowMs, nodes, vanished, pods };
}
