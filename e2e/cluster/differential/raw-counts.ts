import type { RawCurrent } from "./raw-current.ts";
import { isTrue, type RawObject } from "./raw-mirror.ts";
import { isAvailableRaw, isUpdatedRaw } from "./raw-pods.ts";

const nameOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Scheduled before unscheduled, then older, then by name (C3). */
function inUpstreamOrder(a: RawObject, b: RawObject): number {
  const scheduled = Number(Boolean(b.spec?.nodeName)) - Number(Boolean(a.spec?.nodeName));
  const age = Date.parse(a.metadata.creationTimestamp ?? "") - Date.parse(b.metadata.creationTimestamp ?? "");
  return scheduled || age || nameOrder(a.metadata.name, b.metadata.name);
}

/**
 * Returns the numbers of a status, from raw pods and the existing nodes, in COUNT_FIELDS order. Upstream's arithmetic,
 * implemented again (C6–C8). The reported status is not used: while the controller lags, our derived numbers must equal
 * these.
 */
export function rawCounts(
  nodes: readonly string[],
  byNode: ReadonlyMap<string, readonly RawObject[]>,
  runs: ReadonlySet<string>,
  current: RawCurrent,
  minReadySeconds: number,
  nowMs: number,
): readonly number[] {
  let [desired, scheduled, ready, updated, available, misscheduled] = [0, 0, 0, 0, 0, 0];
  for (const node of nodes) {
    const [first] = [...(byNode.get(node) ?? [])].sort(inUpstreamOrder);
    if (!runs.has(node)) {
      if (first !== undefined) misscheduled++;
      continue;
    }
    desired++;
    if (first === undefined) continue;
    scheduled++;
    if (isTrue(first, "Ready")) ready++;
    if (isUpdatedRaw(first, current)) updated++;
    if (isAvailableRaw(first, minReadySeconds, nowMs)) available++;
  }
  return [desired, scheduled, ready, updated, available, desired - available, misscheduled];
}
