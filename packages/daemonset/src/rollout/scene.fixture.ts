import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import { putDaemonSet, putNode, putPod, putRevision } from "../model/cluster-event.ts";
import { ClusterModel } from "../model/cluster-model.ts";
import {
  aDaemonSet,
  aNode,
  aPod,
  aRevision,
  type DaemonSetParts,
  EPOCH_MS,
  type NodeParts,
  type PodParts,
} from "../model/objects.fixture.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { type ConcernWithText, type RecordWithText, recordWithText } from "./record-with-text.fixture.ts";

export const MINUTE = 60_000;
export const status = (desired: number, updated: number, available: number): NonNullable<DaemonSetParts["status"]> => ({
  desiredNumberScheduled: desired,
  updatedNumberScheduled: updated,
  numberAvailable: available,
});

export interface Scene {
  readonly set?: DaemonSetParts;
  readonly nodes: readonly NodeParts[];
  readonly pods: readonly PodParts[];
  readonly revisionAtMs?: number;
  /** Template of revision 1. */
  readonly oldTemplate?: Partial<PodTemplateSummary>;
  readonly nowMs: number;
}

/** Creates a model with nodes n1, n2… Revision 2 is current, revision 1 is old. */
export function modelOf(scene: Scene): ClusterModel {
  const model = new ClusterModel({ nowMs: EPOCH_MS + scene.nowMs });
  scene.nodes.forEach((parts, at) => {
    model.apply(putNode(aNode(`n${at + 1}`, parts)));
  });
  model.apply(putDaemonSet(aDaemonSet("a", { templateHash: "template-2", ...scene.set })));
  model.apply(putRevision(aRevision("a", 1, { ...(scene.oldTemplate === undefined ? {} : { template: scene.oldTemplate }) })));
  model.apply(putRevision(aRevision("a", 2, { createdAtMs: scene.revisionAtMs ?? 0 })));
  scene.pods.forEach((parts, at) => {
    model.apply(putPod(aPod("a", `p${at}`, parts)));
  });
  model.takeChanges();
  return model;
}
export const plainRecordOf = (model: ClusterModel): DaemonSetRecord => {
  const record = model.reading.daemonSetRecord("default/a");
  if (record === undefined) throw new Error("no record");
  return record;
};
export const recordOf = (model: ClusterModel): RecordWithText => recordWithText(plainRecordOf(model));
export const concernOf = (scene: Scene): ConcernWithText | null => recordOf(modelOf(scene)).concern;
export const old = (at: number, more: PodParts = {}): PodParts => ({ node: `n${at}`, hash: "hash-1", readyAtMs: 0, ...more });
export const fresh = (at: number, more: PodParts = {}): PodParts => ({ node: `n${at}`, hash: "hash-2", ...more });
export const two: readonly NodeParts[] = [{}, {}];
