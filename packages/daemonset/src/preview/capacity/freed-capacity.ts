import { clashingPorts } from "../../capacity/host-ports.ts";
import type { ClusterReading } from "../../model/cluster-reading.ts";
import type { DaemonSetKey, DaemonSetRecord } from "../../records/records.ts";
import { type TemplateRequests, templateRequests } from "../apply/template-requests.ts";
import { PAIRS_PER_SLICE, type PreviewDaemonSet, type PreviewPair } from "../preview-daemonset.ts";

/** Reports whether the wanted demands need nothing beyond the existing ones. */
export function requestsNoMore(existing: TemplateRequests, wanted: TemplateRequests): boolean {
  if (
    existing.requests.size !== wanted.requests.size ||
    clashingPorts(wanted.hostPorts, existing.hostPorts).length < wanted.hostPorts.length
  )
    return false;
  return [...wanted.requests].every(([resource, amount]) => amount <= (existing.requests.get(resource) ?? 0n));
}

/** Reports whether a pair's pod waits for free capacity now, and may get it. */
export const isWaitingForCapacity = ({ settled, pods }: PreviewPair): boolean =>
  settled.ghost === "same" && settled.has && pods[0] !== undefined && !pods[0].scheduled && pods[0].deletingSinceMs === undefined;

const isLeaving = ({ settled }: PreviewPair): boolean =>
  settled.ghost === "goes" || settled.ghost === "restarts" || (settled.isReplaced && !settled.has);

/** Reports whether a new pod runs next to the old one until the new one is available. */
export const isCreatedFirst = ({ after }: PreviewDaemonSet): boolean => {
  const { maxSurge = 0 } = after?.spec.updateStrategy.rollingUpdate ?? {};
  return maxSurge !== 0 && maxSurge !== "0%";
};

/** Returns nodes on which capacity becomes free, even briefly: a pod ends, a pod ends before its replacement starts,
 *  or the replacement asks for less. O(pairs of the sets). */
function* freedNodes(sets: readonly PreviewDaemonSet[]): Generator<undefined, ReadonlySet<string>> {
  const nodes = new Set<string>();
  for (const set of sets) {
    const { before, after, pairs } = set;
    const isNotSmaller =
      before === after ||
      (before !== undefined && after !== undefined && requestsNoMore(templateRequests(after), templateRequests(before)));
    const isNeverFree = isNotSmaller && isCreatedFirst(set);
    for (const pair of pairs) if (isLeaving(pair) && !(pair.settled.isReplaced && pair.settled.has && isNeverFree)) nodes.add(pair.node);
    yield;
  }
  return nodes;
}

const isFullyAvailable = ({ derived, reported }: DaemonSetRecord): boolean => {
  const { desiredNumberScheduled, numberAvailable, numberMisscheduled } = derived ?? reported;
  return desiredNumberScheduled === numberAvailable && numberMisscheduled === 0;
};

/** Returns DaemonSets that no step changes, with a pod that waits for capacity on a node where some becomes free. */
export function* daemonSetsWaitingForCapacity(
  reading: ClusterReading,
  sets: readonly PreviewDaemonSet[],
): Generator<undefined, readonly DaemonSetKey[]> {
  const known = new Set(sets.map(({ key }) => key));
  const keys = reading.daemonSetKeys().filter((key) => {
    const record = reading.daemonSetRecord(key);
    return !known.has(key) && record !== undefined && !isFullyAvailable(record);
  });
  if (keys.length === 0) return [];
  const nodes = yield* freedNodes(sets);
  const waiting: DaemonSetKey[] = [];
  for (const key of keys) {
    let count = 0;
    for (const node of nodes) {
      if (++count % PAIRS_PER_SLICE === 0) yield;
      if (!reading.podsOf(key, node).some(({ scheduled }) => !scheduled)) continue;
      waiting.push(key);
      break;
    }
  }
  return waiting;
}
