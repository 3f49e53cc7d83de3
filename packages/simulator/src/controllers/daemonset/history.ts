import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import { controllerOf } from "@daemonscope/kube/owner";
import { fnv1a32, safeEncode } from "@daemonscope/kube/values/fnv";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { labelsOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import { apiType } from "@daemonscope/simulated-apiserver/schema/api-types";
import { decodeObject } from "@daemonscope/simulated-apiserver/schema/decode-object";
import type { DaemonSetView } from "./daemon-set-view.ts";
import { controllerReference } from "./pod-for-node.ts";

const HASH = "controller-revision-hash";
const texts = new WeakMap<object, string>();

/** Stored parts are frozen and shared by the versions of an object, so each is serialized once. */
function textOf(part: object): string {
  let text = texts.get(part);
  if (text === undefined) {
    text = stableJson(part);
    texts.set(part, text);
  }
  return text;
}

/**
 * The data of a revision: a patch that restores the template, in the form that Go writes it. Source: update.go,
 * getPatch.
 */
const dataOf = (template: JsonObject): JsonObject => ({
  spec: { template: { ...decodeObject(template, apiType("core/v1.PodTemplateSpec")).object, $patch: "replace" } },
});
const numberOf = (revision: StoredObject): number => Number(revision.revision ?? 0);
const revisionHash = (revision: StoredObject): string => labelsOf(revision)[HASH] ?? revision.metadata.name;

const dataTexts = new WeakMap<JsonObject, string>();
function dataTextOf(template: JsonObject): string {
  let text = dataTexts.get(template);
  if (text === undefined) {
    text = stableJson(dataOf(template));
    dataTexts.set(template, text);
  }
  return text;
}

/** The field manager of the number. Only the time of a return to an old revision is read from it. */
const numberWrittenAt = (nowMs: number): JsonObject => ({
  manager: "kube-controller-manager",
  operation: "Update",
  apiVersion: "apps/v1",
  time: timestamp(nowMs),
  fieldsType: "FieldsV1",
  fieldsV1: { "f:revision": {} },
});

/**
 * Returns the revisions of a DaemonSet. Adopts orphans that match its selector. Source: update.go, controlledHistories.
 */
function revisionsOf(store: Store, set: DaemonSetView): readonly StoredObject[] {
  const owned: StoredObject[] = [];
  for (const revision of store.list("controllerrevisions", set.namespace)) {
    const controller = controllerOf(revision.metadata);
    if (controller?.uid === set.uid) owned.push(revision);
    if (controller !== undefined || !matchesLabelSelector(set.selector, labelsOf(revision))) continue;
    const adopted = store.edit("controllerrevisions", set.namespace, revision.metadata.name, (copy) => {
      copy.metadata.ownerReferences = [...(copy.metadata.ownerReferences ?? []), controllerReference(set)];
    });
    if (adopted !== undefined) owned.push(adopted);
  }
  return owned;
}

/**
 * Keeps the highest of several revisions with equal data. Relabels pods to it and deletes the others. Source:
 * update.go, dedupCurHistories.
 */
function keepHighest(store: Store, set: DaemonSetView, equal: readonly StoredObject[]): StoredObject | undefined {
  const [keep, ...others] = [...equal].sort((a, b) => numberOf(b) - numberOf(a));
  if (keep === undefined) return undefined;
  for (const other of others) {
    for (const pod of store.podsOwnedBy(set.uid))
      if (labelsOf(pod)[HASH] === revisionHash(other))
        store.edit("pods", set.namespace, pod.metadata.name, (copy) => {
          copy.metadata.labels = { ...copy.metadata.labels, [HASH]: revisionHash(keep) };
        });
    store.delete("controllerrevisions", set.namespace, other.metadata.name);
  }
  return keep;
}

/** Returns the hash of a template. Any deterministic hash works; this one uses the alphabet of the real one. */
function templateHash(template: JsonObject, collisionCount: number): string {
  return safeEncode(fnv1a32(textOf(template) + (collisionCount === 0 ? "" : String(collisionCount))));
}

/**
 * The current revision's hash, or a collision: another template has its name. After a collision the status counts it
 * and the sync is retried.
 */
type CurrentRevision = { readonly kind: "current"; readonly hash: string } | { readonly kind: "collision" };

/**
 * Finds or creates the revision of the live template. An old revision that is current again gets a new, highest number.
 * Source: update.go, constructHistory and snapshot.
 */
export function constructHistory(store: Store, set: DaemonSetView, collisionCount: number, nowMs: number): CurrentRevision {
  const revisions = revisionsOf(store, set);
  const data = dataTextOf(set.template);
  const equal = keepHighest(
    store,
    set,
    revisions.filter((revision) => textOf(objectIn(revision, "data")) === data),
  );
  const highest = revisions.reduce((most, revision) => Math.max(most, numberOf(revision)), 0);
  if (equal !== undefined) {
    if (numberOf(equal) < highest)
      store.edit("controllerrevisions", set.namespace, equal.metadata.name, (revision) => {
        revision.revision = highest + 1;
        revision.metadata.managedFields = [numberWrittenAt(nowMs)];
      });
    return { kind: "current", hash: revisionHash(equal) };
  }
  const hash = templateHash(set.template, collisionCount);
  const name = `${set.name}-${hash}`;
  if (store.get("controllerrevisions", set.namespace, name) !== undefined) return { kind: "collision" };
  store.create("controllerrevisions", {
    metadata: {
      name,
      namespace: set.namespace,
      labels: { ...(objectIn(objectIn(set.template, "metadata"), "labels") as Record<string, string>), [HASH]: hash },
      annotations: { ...set.object.metadata.annotations },
      ownerReferences: [controllerReference(set)],
    },
    revision: highest + 1,
    data: dataOf(set.template),
  });
  return { kind: "current", hash };
}

/**
 * Deletes the oldest revisions beyond the limit. Keeps the current one and those that a pod carries. Source: update.go,
 * cleanupHistory.
 */
export function cleanupHistory(store: Store, set: DaemonSetView, pods: () => readonly StoredObject[], current: string): void {
  const old = revisionsOf(store, set).filter((revision) => revisionHash(revision) !== current);
  let excess = old.length - set.revisionHistoryLimit;
  if (excess <= 0) return;
  const live = new Set(pods().map((pod) => labelsOf(pod)[HASH]));
  for (const revision of [...old].sort((a, b) => numberOf(a) - numberOf(b))) {
    if (excess <= 0) return;
    if (live.has(revisionHash(revision))) continue;
    store.delete("controllerrevisions", set.namespace, revision.metadata.name);
    excess--;
  }
}
