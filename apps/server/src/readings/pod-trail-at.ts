import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { pairTrail, type WatchedPodHistory } from "@daemonscope/daemonset/pods/life/pair-trail";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hashOfRevision } from "@daemonscope/daemonset/revisions/revisions-of";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { creationCauseOf, nodeChangesBefore } from "./creation-cause.ts";
import type { HistoryReadings } from "./history-readings.ts";

/** Search range around the creation of a pod: before it for the end of the previous pod, after it for its own steps. */
const BEFORE_MS = 600_000;
const AFTER_MS = 1_800_000;

/**
 * Returns the pods of a pair around the creation of a pod, or recently. Empty if the history is not stored, or hidden
 * from the user.
 */
async function watchedAround(
  past: () => HistoryReadings,
  pair: { readonly daemonSetUid: string; readonly node: string },
  createdAtMs: number | undefined,
  nowMs: number,
): Promise<readonly WatchedPodHistory[]> {
  const fromMs = (createdAtMs ?? nowMs) - BEFORE_MS;
  try {
    return await past().pods(pair, fromMs, createdAtMs === undefined ? nowMs : Math.min(nowMs, createdAtMs + AFTER_MS));
  } catch (error) {
    if (error instanceof ApiFailure) return [];
    throw error;
  }
}

const lastOf = ({ sightings }: WatchedPodHistory): PodFacts | undefined => sightings.findLast(({ pod }) => pod !== undefined)?.pod;

/** Appends the current state of the pod, which may not have been watched. */
function untilNow(watched: WatchedPodHistory | undefined, current: PodFacts): WatchedPodHistory {
  if (watched === undefined) return { isFromBirth: false, sightings: [{ atMs: undefined, pod: current }] };
  return { ...watched, sightings: [...watched.sightings, { atMs: undefined, pod: current }] };
}

/** Returns the observed lifecycle of the pod of a DaemonSet on a node (rule W10), at the reading's moment. */
export async function podTrailAt(
  reading: ClusterReading,
  past: () => HistoryReadings,
  record: DaemonSetRecord,
  node: string,
): Promise<TrailAnswer> {
  const { nowMs } = reading;
  const { key, uid, minReadySeconds } = record;
  const pods = reading.podsOf(key, node);
  // Takes the newest pod: during a surge the old pod counts until the new one is available, but the trail shows the new
  // one.
  const current = pods.reduce<PodFacts | undefined>(
    (last, pod) => (last === undefined || pod.createdAtMs >= last.createdAtMs ? pod : last),
    undefined,
  );
  const watched = await watchedAround(past, { daemonSetUid: uid, node }, current?.createdAtMs, nowMs);
  const newestWatched =
    current &&
    untilNow(
      watched.find((each) => lastOf(each)?.uid === current.uid),
      current,
    );
  const otherPods = watched.filter((each) => lastOf(each)?.uid !== current?.uid);
  const previous = otherPods.at(-1);
  if (current === undefined || newestWatched === undefined)
    return {
      at: nowMs,
      pod: undefined,
      steps: previous === undefined ? [] : pairTrail(undefined, previous, undefined, minReadySeconds, nowMs),
    };
  const created = { daemonSet: key, node, createdAtMs: current.createdAtMs, hash: current.hash };
  const cause = creationCauseOf(reading, record, created, await nodeChangesBefore(created, past));
  const revision =
    current.hash === undefined ? undefined : reading.revisionsOf(key).find((each) => hashOfRevision(each) === current.hash)?.revision;
  return {
    at: nowMs,
    pod: current.name,
    ...(cause === undefined ? {} : { creation: { ...cause, ...(revision === undefined ? {} : { revision }) } }),
    steps: pairTrail(newestWatched, previous, cause, minReadySeconds, nowMs, reading.surroundingsOf(key, node)),
  };
}
