import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { IMMEDIATE_MS, type PodCreation, type PodCreationFacts, podCreation } from "@daemonscope/daemonset/pods/life/pod-creation";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import type { HistoryReadings } from "./history-readings.ts";

export type NodeChanges = PodCreationFacts["changes"];

/** A pod of a DaemonSet, with the DaemonSet key and its node. */
export interface CreatedPod {
  readonly daemonSet: string;
  readonly node: string;
  readonly createdAtMs: number;
  readonly hash: string | undefined;
}

/** Times of the API have whole seconds. */
const SECOND_MS = 1000;
const CHANGES = { taintsChanged: "taints", labelsChanged: "labels" } as const;

/**
 * Returns the change of a node that caused the creation of a pod: it happened just before, and until then a placement
 * check failed. Empty without such a change, or if the history is not stored, or hidden from the user.
 */
export async function nodeChangesBefore(
  { daemonSet, node, createdAtMs }: CreatedPod,
  pastReadings: () => HistoryReadings,
): Promise<NodeChanges> {
  try {
    const past = pastReadings();
    const { happenings } = await past.history({ fromMs: createdAtMs - IMMEDIATE_MS, toMs: createdAtMs + SECOND_MS }, 0);
    const last = happenings.findLast((each) => (each.kind === "taintsChanged" || each.kind === "labelsChanged") && each.node === node);
    if (last?.kind !== "taintsChanged" && last?.kind !== "labelsChanged") return [];
    const { reading } = await past.at(last.atMs - 1);
    return reading.placementOf(daemonSet, node)?.verdict === "run" ? [] : [{ by: CHANGES[last.kind], atMs: last.atMs }];
  } catch (error) {
    if (error instanceof ApiFailure) return [];
    throw error;
  }
}

/** Returns when the revision became current, and until when it was rolled out, if observed (rule R27). */
function revisionBefore(reading: ClusterReading, record: DaemonSetRecord, hash: string | undefined): PodCreationFacts["revision"] {
  const summary = record.revisions.find((each) => each.hash === hash);
  if (summary === undefined) return undefined;
  // After an unobserved undo, a revision is current at the earliest since the newest one was created.
  const earliestMs = () => Math.max(...record.revisions.map(({ createdAtMs }) => createdAtMs));
  const sinceMs = summary.current ? (record.revisionSinceMs ?? earliestMs()) : summary.createdAtMs;
  const tookMs = summary.fate?.kind === "reachedAll" ? summary.fate.tookMs : undefined;
  const isRolled = summary.current && record.underWay;
  const rolledUntilMs = isRolled ? reading.nowMs : tookMs === undefined ? undefined : sinceMs + tookMs;
  return { sinceMs, rolledUntilMs, isFirst: summary.revision === 1 };
}

/** Returns why a daemon pod was created (rule W9). */
export function creationCauseOf(
  reading: ClusterReading,
  record: DaemonSetRecord,
  pod: CreatedPod,
  changes: NodeChanges,
): PodCreation | undefined {
  return podCreation(pod.createdAtMs, {
    daemonSetCreatedAtMs: record.createdAtMs,
    nodeCreatedAtMs: reading.nodeRecord(pod.node)?.createdAtMs,
    revision: revisionBefore(reading, record, pod.hash),
    changes,
  });
}
