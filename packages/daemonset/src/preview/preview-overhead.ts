import { NODES_PER_SLICE } from "../actions/changes/node-groups.ts";
import type { Amount } from "../capacity/amount.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { templateRequests } from "./apply/template-requests.ts";
import type { FreeCapacity } from "./capacity/free-capacity.ts";
import type { OverheadPreview } from "./effect-preview.ts";
import type { Preview } from "./preview-steps.ts";

const RESOURCES = ["cpu", "memory"] as const;
type Sums = Record<(typeof RESOURCES)[number], Amount>;
const zero = (): Sums => ({ cpu: 0n, memory: 0n });

const percent = (part: Amount, whole: Amount): number => (whole === 0n ? 0 : Number((part * 1000n) / whole) / 10);

/** Returns the number of nodes with a pod of the DaemonSet, wanted or not. */
function nodesWithPod(record: DaemonSetRecord | undefined): number {
  const counts = record?.derived ?? record?.reported;
  return counts === undefined ? 0 : counts.currentNumberScheduled + counts.numberMisscheduled;
}

/** Returns the overhead of daemon pods as a share of node capacity, before and after: the requests of each template
 *  times its pods. Empty if the capacity of a node is unknown. O(nodes + pairs of the changed DaemonSets). */
export function* previewOverhead(
  preview: Preview,
  allocatable: FreeCapacity["allocatable"],
): Generator<undefined, readonly OverheadPreview[]> {
  const { reading, cluster, nodes, sets } = preview;
  const [requestsNow, requestsThen, capacityNow, capacityThen] = [zero(), zero(), zero(), zero()];
  let count = 0;
  for (const [names, capacity] of [
    [nodes.now, capacityNow],
    [nodes.then, capacityThen],
  ] as const)
    for (const name of names.keys()) {
      if (++count % NODES_PER_SLICE === 0) yield;
      const nodeAllocatable = allocatable.get(name);
      if (nodeAllocatable === undefined) return [];
      for (const resource of RESOURCES) capacity[resource] += nodeAllocatable.get(resource) ?? 0n;
    }
  const pairs = new Map(sets.map((set) => [set.key, set]));
  for (const key of new Set([...reading.daemonSetKeys(), ...cluster.daemonSets.keys()])) {
    yield;
    const [before, after] = [reading.daemonSet(key), cluster.daemonSets.get(key)];
    const countNow = nodesWithPod(reading.daemonSetRecord(key));
    const known = pairs.get(key)?.pairs;
    const countThen =
      after === undefined
        ? 0
        : known === undefined
          ? countNow
          : known.filter(({ settled }) => settled.has && settled.ghost !== "unfit").length;
    for (const resource of RESOURCES) {
      if (before !== undefined) requestsNow[resource] += (templateRequests(before).requests.get(resource) ?? 0n) * BigInt(countNow);
      if (after !== undefined) requestsThen[resource] += (templateRequests(after).requests.get(resource) ?? 0n) * BigInt(countThen);
    }
  }
  return RESOURCES.map((resource) => ({
    resource,
    nowPercent: percent(requestsNow[resource], capacityNow[resource]),
    thenPercent: percent(requestsThen[resource], capacityThen[resource]),
  }));
}
