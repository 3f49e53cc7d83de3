import type { ClusterReading } from "../model/cluster-reading.ts";
import type { PodFacts } from "../pods/pod-facts.ts";

const NONE: readonly PodFacts[] = [];

/** A reading whose time, nodes, DaemonSets and revisions stay fixed, for work that lets the model change between its
 *  parts. Pods, conditions, cells and placements still come from the model at each read. `podsOf` omits pods of a
 *  DaemonSet that replaced a pinned one.
 *  Pods of slightly different times lead to the same preview: the final state does not depend on the controllers'
 *  progress. O(nodes). */
export function pinnedReading(reading: ClusterReading): ClusterReading {
  const { nowMs, gates, podCount } = reading;
  const nodes = reading.nodes();
  const keys = reading.daemonSetKeys();
  const pinned = <Value>(read: (key: string) => Value): ((key: string) => Value | undefined) => {
    const byKey = new Map(keys.map((key) => [key, read(key)]));
    return (key) => byKey.get(key);
  };
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const daemonSet = pinned((key) => reading.daemonSet(key));
  const record = pinned((key) => reading.daemonSetRecord(key));
  const revisions = pinned((key) => [...reading.revisionsOf(key)]);
  return {
    nowMs,
    gates,
    podCount,
    isRead: (source) => reading.isRead(source),
    nodes: () => nodes,
    nodeRecord: (name) => byName.get(name),
    conditionsOf: (name) => reading.conditionsOf(name),
    daemonSetKeys: () => keys,
    daemonSets: () => keys.flatMap((key) => record(key) ?? []),
    daemonSet,
    daemonSetRecord: record,
    setFacts: pinned((key) => reading.setFacts(key)),
    budgetHoldersOf: (key) => reading.budgetHoldersOf(key),
    revisionsOf: (key) => revisions(key) ?? [],
    currentRevisionOf: pinned((key) => reading.currentRevisionOf(key)),
    nodesByRevision: (key) => reading.nodesByRevision(key),
    containersOf: (key, hash) => reading.containersOf(key, hash),
    podsOf(key, node) {
      const uid = daemonSet(key)?.metadata.uid;
      const pods = reading.podsOf(key, node);
      return pods.every(({ ownerUid }) => ownerUid === uid) ? pods : NONE;
    },
    hasPod: (podUid) => reading.hasPod(podUid),
    surroundingsOf: (key, node) => reading.surroundingsOf(key, node),
    causeOn: (key, node) => reading.causeOn(key, node),
    pods: () => reading.pods(),
    daemonSetOfPod: (podUid) => reading.daemonSetOfPod(podUid),
    nodeOfPod: (podUid) => reading.nodeOfPod(podUid),
    joinOf: (key, node) => reading.joinOf(key, node),
    rejectionsOf: (key, node) => reading.rejectionsOf(key, node),
    verdictOf: (key, node) => reading.verdictOf(key, node),
    placementOf: (key, node) => reading.placementOf(key, node),
    cellAt: (key, node) => reading.cellAt(key, node),
  };
}
