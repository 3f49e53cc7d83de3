import { NODES_PER_SLICE } from "../actions/changes/node-groups.ts";
import type { Amount } from "../capacity/amount.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import { templateRequests } from "./apply/template-requests.ts";
import type { FreeCapacity } from "./capacity/free-capacity.ts";
import type { OverheadPreview } from "./effect-preview.ts";
import type { Preview } from "./preview-steps.ts";

const RESOURCES = ["cpu", "memory"] as const;
type Sums = Record<(typeof RESOURCES)[number], Amount>;
const nothing = (): Sums => ({ cpu: 0n, memory: 0n });

const percent = (part: Amount, whole: Amount): number => (whole === 0n ? 0 : Number((part * 1000n) / whole) / 10);

/** Nodes with one of its pods, wanted or not. */
function nodesWithPod(record: DaemonSetRecord | undefined): number {
  const counts = record?.derived ?? record?.reported;
  return counts === undefined ? 0 : counts.currentNumberScheduled + counts.numberMisscheduled;
}

/** Returns the overhead of daemon pods as a share of node capacity, before and after: the requests of each template
 *  times its pods. Empty if the capacity of a node is unknown. O(nodes + pairs of the changed DaemonSets). */
export function* previewOverhead(
  imagined: Preview,
  allocatable: FreeCapacity["allocatable"],
): Generator<undefined, readonly OverheadPreview[]> {
  const { reading, cluster, nodes, sets } = imagined;
  const [now, then, hasNow, hasThen] = [nothing(), nothing(), nothing(), nothing()];
  let count = 0;
  for (const [all, has] of [
    [nodes.now, hasNow],
    [nodes.then, hasThen],
  ] as const)
    for (const name of all.keys()) {
      if (++count % NODES_PER_SLICE === 0) yield;
      const of = allocatable.get(name);
      if (of === undefined) return [];
      for (const resource of RESOURCES) has[resource] += of.get(resource) ?? 0n;
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
      if (before !== undefined) now[resource] += (templateRequests(before).requests.get(resource) ?? 0n) * BigInt(countNow);
      if (after !== undefined) then[resource] += (templateRequests(after).requests.get(resource) ?? 0n) * BigInt(countThen);
    }
  }
  return RESOURCES.map((resource) => ({
    resource,
    nowPercent: percent(now[resource], hasNow[resource]),
    thenPercent: percent(then[resource], hasThen[resource]),
  }));
}
