import { putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "@daemonscope/server/cluster.fixture";
import { createRandom } from "@daemonscope/simulated-apiserver/time/random";

const ADDRESSES = 2 ** 24;

export const addressName = (address: number): string =>
  `ip-10-${address >> 16}-${(address >> 8) & 255}-${address & 255}.eu-west-1.compute.internal`;

/** Returns names of nodes after random addresses of a large network, in the order in which an API server lists them. */
export function randomAddressNames(next: () => number, count: number): readonly string[] {
  const addresses = new Set<number>();
  while (addresses.size < count) addresses.add(Math.floor(next() * ADDRESSES));
  return Array.from(addresses, addressName).sort();
}

export function randomUid(next: () => number): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab".charAt(Math.floor(next() * 4))}${hex(3)}-${hex(12)}`;
}

/** Nodes of one of the pools have a taint that no DaemonSet tolerates. */
export const POOLS = 20;
const ZONES = 3;
const UNREADY = 1500;

const uuid = (kind: string, at: number): string =>
  `${kind}${at.toString(16).padStart(7, "0")}-0000-4000-8000-${at.toString(16).padStart(12, "0")}`;
const withUid = <T extends { readonly metadata: object }>(object: T, uid: string): T => ({
  ...object,
  metadata: { ...object.metadata, uid },
});

/** The uid of a node's pod of a DaemonSet. */
export const podUid = (node: number, column: number, daemonSets: number): string => uuid("a", node * daemonSets + column);

export function ownRevision(daemonSet: KubeDaemonSet): KubeControllerRevision {
  const { name, uid } = daemonSet.metadata;
  const revision = kubeRevision(daemonSet);
  return {
    ...revision,
    metadata: {
      ...revision.metadata,
      ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true }],
    },
  };
}

/** The name and uid of a node. */
type NodeNames = (at: number) => { readonly name: string; readonly uid: string };

/** Predictable names, which take almost no space in a keyframe. */
export const namesInSequence: NodeNames = (at) => ({ name: addressName(at), uid: uuid("b", at) });

/**
 * Names as clouds give them, equal for equal numbers of nodes. They are random addresses of a large network, in the
 * order in which an API server lists them, and random uids.
 */
export function randomNames(nodes: number): NodeNames {
  const { next } = createRandom(nodes);
  const names = randomAddressNames(next, nodes);
  const uids = names.map(() => randomUid(next));
  return (at) => ({ name: names[at] ?? "", uid: uids[at] ?? "" });
}

/**
 * Puts nodes and DaemonSets into a model, with a pod of each on all nodes except one pool's; one of 1,500 pods is not
 * ready. Returns the DaemonSets.
 */
export function putWideCluster(
  model: ClusterModel,
  nodes: number,
  daemonSets: number,
  namesOf: NodeNames = namesInSequence,
): readonly KubeDaemonSet[] {
  const sets = Array.from({ length: daemonSets }, (_, at) =>
    withUid(kubeDaemonSet(`agent-${String(at).padStart(2, "0")}`, { desired: nodes }), uuid("d", at)),
  );
  for (const set of sets) {
    model.apply(putDaemonSet(set));
    model.apply(putRevision(ownRevision(set)));
  }
  for (let at = 0; at < nodes; at++) {
    const pool = at % POOLS;
    const { name, uid } = namesOf(at);
    const node = kubeNode(name, {
      labels: {
        pool: `pool-${pool}`,
        "topology.kubernetes.io/zone": `eu-west-1${"abc".charAt(at % ZONES)}`,
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/os": "linux",
      },
      taints: pool === 0 ? [{ key: "gpu", value: "yes", effect: "NoSchedule" }] : [],
    });
    model.apply(putNode(withUid(node, uid)));
    if (pool === 0) continue;
    for (const [column, set] of sets.entries()) {
      const isReady = (at * daemonSets + column) % UNREADY !== 7;
      model.apply(
        putPod(withUid(kubePod(set, node.metadata.name, { ready: isReady, suffix: at.toString(36) }), podUid(at, column, daemonSets))),
      );
    }
  }
  return sets;
}
