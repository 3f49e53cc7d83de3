import { controllerUid, type RawMirror, type RawObject, targetNode } from "../differential/raw-mirror.ts";
import { hasEnded, isDeleting } from "../differential/raw-pods.ts";

/**
 * The pods of one pair that have not ended and are not being deleted, by uid, and whether each is bound to its node.
 */
export type SeenPods = ReadonlyMap<string, { readonly name: string; readonly isBound: boolean }>;

/** The objects of raw watches at a moment without changes. */
export interface SeenCluster {
  readonly nodes: ReadonlyMap<string, RawObject>;
  /** DaemonSets by `namespace/name`. */
  readonly daemonSets: ReadonlyMap<string, RawObject>;
  /** Pods by `namespace/name node`. */
  readonly pods: ReadonlyMap<string, SeenPods>;
  /** The uids of all pods, owned or not. */
  readonly uids: ReadonlySet<string>;
  /** Numbers of revisions by the uid of their DaemonSet. */
  readonly revisions: ReadonlyMap<string, readonly number[]>;
}

export function seenCluster(mirror: RawMirror): SeenCluster {
  const daemonSets = new Map(mirror.all("daemonsets").map((set) => [`${set.metadata.namespace}/${set.metadata.name}`, set]));
  const keyOfUid = new Map([...daemonSets].map(([key, { metadata }]) => [metadata.uid, key]));
  const pods = new Map<string, Map<string, { name: string; isBound: boolean }>>();
  const uids = new Set<string>();
  for (const pod of mirror.all("pods")) {
    if (isDeleting(pod) || hasEnded(pod)) continue;
    uids.add(pod.metadata.uid);
    const key = keyOfUid.get(controllerUid(pod) ?? "");
    const node = targetNode(pod);
    if (key === undefined || node === undefined) continue;
    const pair = `${key} ${node}`;
    const there = pods.get(pair) ?? new Map();
    there.set(pod.metadata.uid, {
      name: pod.metadata.name,
      isBound: (pod.spec?.nodeName ?? "") !== "",
    });
    pods.set(pair, there);
  }
  const revisions = new Map<string, number[]>();
  for (const object of mirror.all("controllerrevisions")) {
    const owner = controllerUid(object);
    if (owner === undefined || object.revision === undefined) continue;
    revisions.set(
      owner,
      [...(revisions.get(owner) ?? []), object.revision].sort((a, b) => a - b),
    );
  }
  const nodes = new Map(mirror.all("nodes").map((node) => [node.metadata.name, node]));
  return { nodes, daemonSets, pods, uids, revisions };
}
