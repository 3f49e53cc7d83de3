import { COUNT_FIELDS } from "@daemonscope/daemonset/counts/disagreements";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import { daemonSetOf, nodeOf, podOf, revisionOf } from "./decode-raw.ts";
import type { RawEvent, RawMirror, RawObject } from "./raw-mirror.ts";
import { wrongVerdicts } from "./wrong-verdicts.ts";

/** A comparison of our single model with the statuses that the controller wrote. */
export interface ReplayedInOrder {
  /** Written statuses whose counts our model had at some time since the previous write. */
  readonly reproduced: number;
  readonly writes: number;
  /** Compared verdicts of the model, including those of pairs without a pod, which no answer of the server contains. */
  readonly verdicts: number;
  /** A sentence for each verdict that differs. */
  readonly wrong: readonly string[];
}

const countsText = (counts: Partial<DaemonSetCounts>): string => COUNT_FIELDS.map((field) => counts[field] ?? 0).join();

/** Returns the latest time in an object's managed fields. */
function lastChangeAtMs({ object }: RawEvent): number {
  const times = (object.metadata.managedFields ?? []).map(({ time }) => Date.parse(time ?? ""));
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
}

function applyEvent(model: ClusterModel, kind: string, { type, object }: RawEvent): void {
  const { uid, name } = object.metadata;
  const isGone = type === "DELETED";
  if (kind === "nodes") isGone ? model.apply(dropObject("nodes", name)) : model.apply(putNode(nodeOf(object)));
  else if (kind === "pods") isGone ? model.apply(dropObject("pods", uid)) : model.apply(putPod(podOf(object)));
  else if (kind === "daemonsets") isGone ? model.apply(dropObject("daemonsets", uid)) : model.apply(putDaemonSet(daemonSetOf(object)));
  else isGone ? model.apply(dropObject("controllerrevisions", uid)) : model.apply(putRevision(revisionOf(object)));
}

/** Applies an event to `existing`, the existing objects of one kind by uid. */
function updateExisting(existing: Map<string, RawObject>, { type, object }: RawEvent): void {
  if (type === "DELETED") existing.delete(object.metadata.uid);
  else existing.set(object.metadata.uid, object);
}

/**
 * Decodes all events of the raw watches into one model, in the order of versions across kinds. Looks for each status of
 * the controller in that model. A missing status is no error yet, because the controller reads each kind from a
 * separate cache. The verdicts that a node or a DaemonSet changes must always equal those of the raw objects.
 */
export function replayInOrder(mirror: RawMirror): ReplayedInOrder {
  const kinds = ["nodes", "pods", "daemonsets", "controllerrevisions"];
  const merged = kinds.flatMap((kind) => mirror.events(kind).map((event) => ({ kind, event })));
  merged.sort((a, b) => a.event.version - b.event.version);
  const model = new ClusterModel({ nowMs: 0 });
  const countsSince = new Map<string, Set<string>>();
  const written = new Map<string, string>();
  let reproduced = 0;
  let writes = 0;
  let verdicts = 0;
  const wrong: string[] = [];
  const nodes = new Map<string, RawObject>();
  const sets = new Map<string, RawObject>();
  for (const { kind, event } of merged) {
    const { uid, namespace, name } = event.object.metadata;
    const key = `${namespace}/${name}`;
    model.tick(lastChangeAtMs(event));
    for (const { uid: changed, derived } of model.takeChanges().daemonSetsPut) countsSince.get(changed)?.add(countsText(derived ?? {}));
    const { status } = event.object;
    const text = `${status?.observedGeneration} ${countsText(status ?? {})}`;
    if (kind === "daemonsets" && event.type !== "DELETED" && written.get(uid) !== text) {
      written.set(uid, text);
      if ((status?.observedGeneration ?? 0) > 0) {
        writes++;
        if (countsSince.get(uid)?.has(countsText(status ?? {}))) reproduced++;
      }
      // The controller may also have seen the state of the model at the previous write.
      const record = model.reading.daemonSetRecord(key);
      countsSince.set(uid, new Set(record?.uid === uid ? [countsText(record.derived ?? {})] : []));
    }
    applyEvent(model, kind, event);
    for (const { uid: changed, derived } of model.takeChanges().daemonSetsPut) countsSince.get(changed)?.add(countsText(derived ?? {}));
    if (kind !== "nodes" && kind !== "daemonsets") continue;
    updateExisting(kind === "nodes" ? nodes : sets, event);
    if (event.type === "DELETED") continue;
    const changed = [event.object];
    const [checkedSets, onNodes] = kind === "nodes" ? [[...sets.values()], changed] : [changed, [...nodes.values()]];
    verdicts += checkedSets.length * onNodes.length;
    wrong.push(...wrongVerdicts(model, checkedSets, onNodes).map((text) => `at ${event.version}: ${text}`));
  }
  return { reproduced, writes, verdicts, wrong };
}
