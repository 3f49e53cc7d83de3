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

/** Decisions by node name, good as long as the node's labels and spec and the DaemonSet's generation are. */
export type DecisionCache = Map<
  string,
  { readonly labels: unknown; readonly spec: unknown; readonly generation: number; readonly decision: NodeDecision }
>;

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
const STALE_DECISIONS = 64;

/** Claims the DaemonSet's pods and puts them beside every node's decision. Pods with an `unseen` uid are not in the cache yet.
 *  O(nodes + pods of the DaemonSet). */
export function takeSight({ store, set, hash, nowMs, contrarian, decisions }: SightOptions, unseen?: ReadonlySet<string>): Sight {
  const claimed = claimPods(store, set);
  const pods = unseen === undefined || unseen.size === 0 ? claimed : claimed.filter((pod) => !unseen.has(pod.metadata.uid));
  const byNode = byTargetNode(pods);
  const nodes: RollingNode[] = [];
  let held = 0;
  for (const node of store.list("nodes")) {
    const { name, labels } = node.metadata;
    const spec = specOf(node);
    let entry = decisions.get(name);
    // Heartbeats share labels and spec with the version before: nothing is decided anew for them.
    if (entry === undefined || entry.labels !== labels || entry.spec !== spec || entry.generation !== set.generation) {
      entry = { labels, spec, generation: set.generation, decision: decideNode(set, node, contrarian) };
      decisions.set(name, entry);
    }
    const present = byNode.get(name);
    if (present !== undefined) held++;
    nodes.push({ name, decision: entry.decision, pods: present ?? NO_PODS });
  }
  if (decisions.size > nodes.length + STALE_DECISIONS) decisions.clear();
  const vanished: RollingNode[] = [];
  if (held < byNode.size) {
    const names = new Set(nodes.map(({ name }) => name));
    for (const [name, present] of byNode) if (!names.has(name)) vanished.push({ name, decision: NOWHERE, pods: present });
  }
  return { set, hash, nowMs, nodes, vanished, pods };
}
