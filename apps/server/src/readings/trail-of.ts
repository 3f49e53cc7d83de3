import { pairTrail, type WatchedPod } from "@daemonscope/daemonset/life/pair-trail";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import type { PodFacts } from "@daemonscope/daemonset/pods/pod-facts";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hashOfRevision } from "@daemonscope/daemonset/revisions/revisions-of";
import type { TrailAnswer } from "@daemonscope/shared/http/trail";
import { ApiFailure } from "../safety/api-failure.ts";
import type { PastReadings } from "./past-readings.ts";
import { nodeChangesBefore, wantedOf } from "./wanted-of.ts";

/** So long before a pod was created the end of the one before it is looked for, and so long after it its own steps. */
const BEFORE_MS = 600_000;
const AFTER_MS = 1_800_000;

/** Pods of a pair around the creation of one, or lately; none where the past is not kept, or not shown to who asks. */
async function watchedAround(
  past: () => PastReadings,
  pair: { readonly daemonSetUid: string; readonly node: string },
  createdAtMs: number | undefined,
  nowMs: number,
): Promise<readonly WatchedPod[]> {
  const fromMs = (createdAtMs ?? nowMs) - BEFORE_MS;
  try {
    return await past().pods(pair, fromMs, createdAtMs === undefined ? nowMs : Math.min(nowMs, createdAtMs + AFTER_MS));
  } catch (error) {
    if (error instanceof ApiFailure) return [];
    throw error;
  }
}

const lastOf = ({ sightings }: WatchedPod): PodFacts | undefined => sightings.findLast(({ pod }) => pod !== undefined)?.pod;

/** The same with what is so by the end, which nobody may have watched. */
function untilNow(watched: WatchedPod | undefined, now: PodFacts): WatchedPod {
  if (watched === undefined) return { isFromBirth: false, sightings: [{ atMs: undefined, pod: now }] };
  return { ...watched, sightings: [...watched.sightings, { atMs: undefined, pod: now }] };
}

/** The way of the pod that is on a node under a DaemonSet, at the reading's moment (rule W10). */
export async function trailOf(
  reading: ClusterReading,
  past: () => PastReadings,
  record: DaemonSetRecord,
  node: string,
): Promise<TrailAnswer> {
  const { nowMs } = reading;
  const { key, uid, minReadySeconds } = record;
  const pods = reading.podsOf(key, node);
  // The newest: under a surge the old one counts until the new one is available, and what is asked for is what comes.
  const now = pods.reduce<PodFacts | undefined>(
    (last, pod) => (last === undefined || pod.createdAtMs >= last.createdAtMs ? pod : last),
    undefined,
  );
  const watched = await watchedAround(past, { daemonSetUid: uid, node }, now?.createdAtMs, nowMs);
  const own =
    now &&
    untilNow(
      watched.find((each) => lastOf(each)?.uid === now.uid),
      now,
    );
  const others = watched.filter((each) => lastOf(each)?.uid !== now?.uid);
  const before = others.at(-1);
  if (now === undefined || own === undefined)
    return {
      at: nowMs,
      pod: undefined,
      steps: before === undefined ? [] : pairTrail(undefined, before, undefined, minReadySeconds, nowMs),
    };
  const made = { daemonSet: key, node, createdAtMs: now.createdAtMs, hash: now.hash };
  const wanted = wantedOf(reading, record, made, await nodeChangesBefore(made, past));
  const revision =
    now.hash === undefined ? undefined : reading.revisionsOf(key).find((each) => hashOfRevision(each) === now.hash)?.revision;
  return {
    at: nowMs,
    pod: now.name,
    ...(wanted === undefined ? {} : { wanted: { ...wanted, ...(revision === undefined ? {} : { revision }) } }),
    steps: pairTrail(own, before, wanted, minReadySeconds, nowMs),
  };
}
