import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { RolloutNode, RolloutProblem, RolloutReport, RolloutSample, RolloutSpan } from "@daemonscope/shared/http/rollouts";
import type { RolloutTracker, TrackedNode } from "./rollout-tracker.ts";

const MAX_SLOWEST = 10;
const MAX_FAILED = 50;
const MAX_SAMPLES = 300;

/** Returns the quantile of sorted values by the nearest rank. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

/** Thins the samples to at most MAX_SAMPLES. Keeps the first and the last. */
function thinned(samples: readonly RolloutSample[]): readonly RolloutSample[] {
  if (samples.length <= MAX_SAMPLES) return samples;
  const step = (samples.length - 1) / (MAX_SAMPLES - 1);
  return Array.from({ length: MAX_SAMPLES }, (_, at) => samples[Math.round(at * step)]).filter((sample) => sample !== undefined);
}

function budgetOf({ budget }: DaemonSetRecord): RolloutReport["budget"] {
  return budget.kind === "maxUnavailable" || budget.kind === "maxSurge" ? { kind: budget.kind, allowed: budget.allowed } : undefined;
}

/** Moves samples of a tick after the end to the end. */
function withinTime(samples: readonly RolloutSample[], longestMs: number): readonly RolloutSample[] {
  const last = samples.at(-1);
  if (last === undefined || last[0] <= longestMs) return samples;
  return [...samples.filter(([sinceStartMs]) => sinceStartMs < longestMs), [longestMs, last[1], last[2]]];
}

/** Summarizes a rollout. `record`: the DaemonSet at the end of the report. O(nodes log nodes). */
export function rolloutReport(
  span: Pick<RolloutReport, keyof RolloutSpan>,
  tracker: RolloutTracker,
  record: DaemonSetRecord,
  problems: readonly RolloutProblem[],
): RolloutReport {
  const { endedAtMs } = span;
  const all = [...tracker.nodes.values()];
  const there = all.filter(({ isLost }) => !isLost);
  const reached = there.filter(({ isAlreadyThere, doneAtMs }) => !isAlreadyThere && doneAtMs !== undefined);
  const failed = all
    .flatMap((each) => (each.failedAtMs === undefined ? [] : [{ ...each, failedAtMs: each.failedAtMs }]))
    .sort((a, b) => a.failedAtMs - b.failedAtMs || (a.node < b.node ? -1 : 1));
  const onTheWay = there.flatMap((each): RolloutNode[] => {
    const { node, fromMs, doneAtMs, isAlreadyThere } = each;
    if (fromMs === undefined || isAlreadyThere) return [];
    return [{ node, fromMs, doneAtMs, tookMs: (doneAtMs ?? endedAtMs) - fromMs, failingMs: tracker.failingMs(each, endedAtMs) }];
  });
  const isTimed = ({ isJoined, fromMs }: TrackedNode) => !isJoined && fromMs !== undefined;
  const took = reached
    .filter(isTimed)
    .map(({ fromMs, doneAtMs }) => (doneAtMs ?? 0) - (fromMs ?? 0))
    .sort((a, b) => a - b);
  return {
    ...span,
    revision: record.revisions.find(({ hash }) => hash === span.hash)?.revision,
    images: record.containers.map(({ name, image }) => ({ container: name, image })),
    strategy: record.strategy,
    minReadySeconds: record.minReadySeconds,
    budget: budgetOf(record),
    nodes: {
      wanted: there.length,
      done: reached.length,
      alreadyThere: there.filter(({ isAlreadyThere }) => isAlreadyThere).length,
      joined: reached.filter(({ isJoined }) => isJoined).length,
      lost: all.length - there.length,
    },
    mostAtOnce: tracker.mostAtOnce,
    tookMs: took.length === 0 ? undefined : { median: quantile(took, 0.5), percentile90: quantile(took, 0.9), longest: took.at(-1) ?? 0 },
    slowest: onTheWay.sort((a, b) => b.tookMs - a.tookMs || (a.node < b.node ? -1 : 1)).slice(0, MAX_SLOWEST),
    failed: failed.slice(0, MAX_FAILED).map((each) => ({
      node: each.node,
      atMs: each.failedAtMs,
      failingMs: tracker.failingMs(each, endedAtMs),
      isFailing: each.failingSinceMs !== undefined,
    })),
    failedCount: failed.length,
    problems,
    curve: thinned(withinTime(tracker.samples, endedAtMs - span.startedAtMs)),
  };
}
