import { fnv1a32, safeEncode } from "@daemonscope/kube/fnv";
import { matchesLabelSelector } from "@daemonscope/kube/label-selector";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { Store, StoredObject } from "../../store/contract.ts";
import { type JsonObject, objectIn } from "../../store/json.ts";
import { type DaemonSetView, labelsOf } from "../objects.ts";

const dataOf = (template: JsonObject): JsonObject => ({ spec: { template: { ...template, $patch: "replace" } } });
const numberOf = (revision: StoredObject): number => Number(revision.revision ?? 0);
export const revisionHash = (revision: StoredObject): string => labelsOf(revision)["controller-revision-hash"] ?? revision.metadata.name;

/** The revisions of a DaemonSet; orphaned ones that match its selector are adopted. Source: update.go, controlledHistories. */
function revisionsOf(store: Store, set: DaemonSetView): readonly StoredObject[] {
  const owned: StoredObject[] = [];
  for (const revision of store.list("controllerrevisions", set.namespace)) {
    const controller = revision.metadata.ownerReferences?.find((owner) => owner.controller === true);
    if (controller?.uid === set.uid) owned.push(revision);
    if (controller !== undefined || !matchesLabelSelector(set.selector, labelsOf(revision))) continue;
    const adopted = store.edit("controllerrevisions", set.namespace, revision.metadata.name, (copy) => {
      copy.metadata.ownerReferences = [
        { apiVersion: "apps/v1", kind: "DaemonSet", name: set.name, uid: set.uid, controller: true, blockOwnerDeletion: true },
      ];
    });
    if (adopted !== undefined) owned.push(adopted);
  }
  return owned;
}

/** Finds or makes the revision of the live template, and gives its hash. An old one that is current again gets a new, highest number.
 *  Source: update.go, constructHistory. */
export function constructHistory(store: Store, set: DaemonSetView): string {
  const revisions = revisionsOf(store, set);
  const data = stableJson(dataOf(set.template));
  const highest = revisions.reduce((most, revision) => Math.max(most, numberOf(revision)), 0);
  const equal = revisions.filter((revision) => stableJson(revision.data) === data).sort((a, b) => numberOf(b) - numberOf(a))[0];
  if (equal !== undefined) {
    if (numberOf(equal) < highest)
      store.edit("controllerrevisions", set.namespace, equal.metadata.name, (revision) => {
        revision.revision = highest + 1;
      });
    return revisionHash(equal);
  }
  const taken = new Set(revisions.map(revisionHash));
  let hash = safeEncode(fnv1a32(stableJson(set.template)));
  for (let collision = 1; taken.has(hash); collision++) hash = safeEncode(fnv1a32(stableJson(set.template) + collision));
  store.create("controllerrevisions", {
    metadata: {
      name: `${set.name}-${hash}`,
      namespace: set.namespace,
      labels: { ...(objectIn(objectIn(set.template, "metadata"), "labels") as Record<string, string>), "controller-revision-hash": hash },
      annotations: { ...set.object.metadata.annotations },
      ownerReferences: [
        { apiVersion: "apps/v1", kind: "DaemonSet", name: set.name, uid: set.uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    revision: highest + 1,
    data: dataOf(set.template),
  });
  return hash;
}

/** Deletes the oldest revisions beyond the limit, never the current one nor one that a pod carries. Source: update.go, cleanupHistory. */
export function cleanupHistory(store: Store, set: DaemonSetView, pods: readonly StoredObject[], current: string): void {
  const old = revisionsOf(store, set).filter((revision) => revisionHash(revision) !== current);
  const live = new Set(pods.map((pod) => labelsOf(pod)["controller-revision-hash"]));
  let excess = old.length - set.revisionHistoryLimit;
  for (const revision of [...old].sort((a, b) => numberOf(a) - numberOf(b))) {
    if (excess <= 0) return;
    if (live.has(revisionHash(revision))) continue;
    store.delete("controllerrevisions", set.namespace, revision.metadata.name);
    excess--;
  }
}
