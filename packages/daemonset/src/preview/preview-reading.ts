import type { KubeControllerRevision, KubeDaemonSet } from "@daemonscope/kube/objects";
import { LABELS } from "@daemonscope/kube/well-known";
import { putDaemonSet, putNodeEntry, putPodFacts, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import type { ClusterReading } from "../model/cluster-reading.ts";
import type { PodFacts } from "../pods/pod-facts.ts";
import type { DaemonSetKey } from "../records/records.ts";
import { hashOfRevision } from "../revisions/revisions-of.ts";
import { type PreviewPair, previewPair } from "./preview-daemonset.ts";
import type { Preview } from "./preview-steps.ts";

/** The queried part of the preview; absent: all of it. */
interface PreviewOverlay {
  readonly key: DaemonSetKey;
  readonly node: string;
}

/** A ready time so early that the pod counts as available. */
const SETTLED_SINCE_MS = 0;
const HASH = "imagined";

/** Returns the revision that the controller would create for a template without one. */
function newRevision(set: KubeDaemonSet, revisions: readonly KubeControllerRevision[]): KubeControllerRevision {
  const { namespace, name, uid } = set.metadata;
  const { fullTemplate } = set;
  return {
    metadata: {
      namespace,
      name: `${name}-${HASH}`,
      uid: `${uid} ${HASH}`,
      resourceVersion: "0",
      labels: { [LABELS.revisionHash]: HASH },
      ownerReferences: [{ apiVersion: "apps/v1", kind: "DaemonSet", name, uid, controller: true }],
    },
    revision: Math.max(0, ...revisions.map(({ revision }) => revision)) + 1,
    templateHash: set.templateHash,
    ports: set.spec.template,
    ...(fullTemplate === undefined ? {} : { fullTemplate }),
  };
}

function newPod(set: KubeDaemonSet, hash: string | undefined, { node, settled }: PreviewPair, nowMs: number): PodFacts {
  const { namespace, name, uid } = set.metadata;
  const isUnfit = settled.ghost === "unfit";
  return {
    uid: `${uid} ${HASH} ${node}`,
    namespace,
    name: `${name}-${HASH}`,
    ownerUid: uid,
    node,
    scheduled: !isUnfit,
    createdAtMs: nowMs,
    hash,
    templateGeneration: undefined,
    phase: isUnfit ? "Pending" : "Running",
    ready: settled.isAvailable,
    readySinceMs: settled.isAvailable ? SETTLED_SINCE_MS : undefined,
    unreadySinceMs: undefined,
    deletingSinceMs: undefined,
    goneByMs: undefined,
    restarts: 0,
    reason: undefined,
    message: undefined,
    failing: false,
    passing: false,
    step: undefined,
  };
}

/** Returns the pods of a pair after convergence: the remaining one, or the new one. */
function convergedPods(set: KubeDaemonSet, hash: string | undefined, pair: PreviewPair, nowMs: number): readonly PodFacts[] {
  const { settled, pods } = pair;
  if (!settled.has) return [];
  const [kept] = pods.filter(({ deletingSinceMs }) => deletingSinceMs === undefined);
  const isKept = kept !== undefined && !settled.isReplaced && settled.ghost !== "restarts" && settled.ghost !== "unfit";
  if (!isKept) return [newPod(set, hash, pair, nowMs)];
  // An adopted pod belongs to its new owner. It keeps its hash, which becomes the hash of the owner's revision.
  const becomesReady = settled.isAvailable && !kept.ready;
  return [{ ...kept, ownerUid: set.metadata.uid, ...(becomesReady ? { ready: true, readySinceMs: SETTLED_SINCE_MS } : {}) }];
}

/** Puts one DaemonSet with its revisions and the pods of its pairs into a model. */
function putSet(model: ClusterModel, reading: ClusterReading, set: KubeDaemonSet, pairs: readonly PreviewPair[]): void {
  const { namespace, name, uid, generation = 0 } = set.metadata;
  const key = `${namespace}/${name}`;
  const isExisting = reading.daemonSet(key)?.metadata.uid === uid;
  const revisions = isExisting ? reading.revisionsOf(key) : [];
  // The controller has observed the change.
  model.apply(putDaemonSet({ ...set, status: { ...set.status, observedGeneration: generation } }));
  for (const revision of revisions) model.apply(putRevision(revision));
  const adoptedHash = isExisting
    ? undefined
    : pairs.find(({ settled }) => settled.has && settled.isUpdated && settled.ghost === "same")?.pods[0]?.hash;
  const found = revisions.find(({ templateHash }) => templateHash === set.templateHash);
  const created = newRevision(set, revisions);
  const current =
    found ??
    (adoptedHash === undefined
      ? created
      : { ...created, metadata: { ...created.metadata, labels: { [LABELS.revisionHash]: adoptedHash } } });
  if (found === undefined) model.apply(putRevision(current));
  const hash = hashOfRevision(current);
  for (const pair of pairs) for (const pod of convergedPods(set, hash, pair, reading.nowMs)) model.apply(putPodFacts(pod));
}

/** Returns the converged cluster as an ordinary live reading, without memory. O(nodes × DaemonSets), or O(nodes)
 *  for one pair. */
export function previewReading(preview: Preview, part?: PreviewOverlay): ClusterReading {
  const { reading, cluster, nodes, sets } = preview;
  const model = new ClusterModel({ nowMs: reading.nowMs, gates: reading.gates });
  for (const record of nodes.then.values()) {
    if (part !== undefined && part.node !== record.name) continue;
    const known = reading.conditionsOf(record.name);
    const { conditions = [], kubeletVersion, nodeInfo, allocatable } = known ?? {};
    const entry = { record, conditions, kubeletVersion, nodeInfo };
    model.apply(putNodeEntry(allocatable === undefined ? entry : { ...entry, allocatable }));
  }
  const pairsByKey = new Map(sets.map((set) => [set.key, set.pairs]));
  for (const [key, set] of cluster.daemonSets) {
    if (part !== undefined && part.key !== key) continue;
    const names = part === undefined ? [...nodes.then.keys()] : [part.node].filter((name) => nodes.then.has(name));
    const pairs = pairsByKey.get(key)?.filter(({ node }) => part === undefined || part.node === node);
    putSet(model, reading, set, pairs ?? names.map((name) => previewPair(preview, key, name)));
  }
  model.takeChanges();
  return model.reading;
}
