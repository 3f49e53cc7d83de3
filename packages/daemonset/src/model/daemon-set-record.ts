import { labelSelectorText, labelsText } from "@daemonscope/kube/label-selector";
import type { DaemonSetCounts, KubeControllerRevision } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import { deriveBudget } from "../budget/derive-budget.ts";
import { type CellByte, hasFlag } from "../cell/cell.ts";
import { deriveCounts } from "../counts/derive-counts.ts";
import { disagreementsOf } from "../counts/disagreements.ts";
import { availableAtMs } from "../pods/pod-facts.ts";
import { summarizeRevisions } from "../revisions/revisions-of.ts";
import { deriveCauses } from "../rollout/derive-causes.ts";
import { deriveConcern, stuckAtMs } from "../rollout/derive-concern.ts";
import { rolloutStateOf } from "../rollout/rollout-state.ts";
import type { DaemonSetEntry } from "./daemon-set-entry.ts";
import type { Pair } from "./pair.ts";
import { type DaemonSetRecord, READYING_LIMIT, type Readying } from "./records.ts";

export interface RecordInput {
  readonly entry: DaemonSetEntry;
  /** Pairs of the nodes that exist. */
  readonly pairs: readonly { readonly pair: Pair; readonly cell: CellByte }[];
  /** Pairs of nodes that are gone and still have claimed pods. */
  readonly strays: readonly Pair[];
  readonly revisions: readonly KubeControllerRevision[];
  readonly nowMs: number;
}

function reportedCounts(entry: DaemonSetEntry): DaemonSetCounts {
  const { status } = entry.object;
  return {
    desiredNumberScheduled: status.desiredNumberScheduled,
    currentNumberScheduled: status.currentNumberScheduled,
    numberReady: status.numberReady,
    updatedNumberScheduled: status.updatedNumberScheduled,
    numberAvailable: status.numberAvailable,
    numberUnavailable: status.numberUnavailable,
    numberMisscheduled: status.numberMisscheduled,
  };
}

function readyingOf({ entry, pairs, nowMs }: RecordInput): readonly Readying[] {
  if (entry.facts.minReadySeconds <= 0) return [];
  const readying: Readying[] = [];
  for (const { pair } of pairs)
    for (const pod of pair.pods) {
      const at = availableAtMs(pod, entry.facts.minReadySeconds);
      if (at !== undefined && at > nowMs && pod.readySinceMs !== undefined)
        readying.push({ node: pair.node, readyAtMs: pod.readySinceMs, availableAtMs: at });
    }
  return readying.sort((a, b) => a.availableAtMs - b.availableAtMs || (a.node < b.node ? -1 : 1)).slice(0, READYING_LIMIT);
}

/** The last sign of progress that objects carry: a pod made or made ready, or the current revision made. */
function progressAtMs({ entry, pairs }: RecordInput): number | undefined {
  let latest = timeMs(entry.current?.metadata.creationTimestamp);
  const see = (at: number | undefined) => {
    if (at !== undefined && (latest === undefined || at > latest)) latest = at;
  };
  for (const { pair } of pairs)
    for (const pod of pair.pods) {
      see(pod.createdAtMs);
      if (!pod.failing) see(pod.readySinceMs);
    }
  return latest;
}

/** Makes the record of a DaemonSet from its pairs, and says when time alone will change it. O(pairs). */
export function daemonSetRecordOf(input: RecordInput): { readonly record: DaemonSetRecord; readonly lookAtMs: number | undefined } {
  const { entry, pairs, strays, nowMs } = input;
  const { object, facts } = entry;
  const { metadata, spec } = object;
  const plain = pairs.map(({ pair }) => pair);
  const reported = reportedCounts(entry);
  const derived = deriveCounts(plain, facts, nowMs);
  const budget = deriveBudget(spec.updateStrategy, [...plain, ...strays], derived.desiredNumberScheduled, facts, nowMs);
  const causes = deriveCauses(pairs);
  const rollout = rolloutStateOf({
    name: metadata.name,
    strategy: spec.updateStrategy.type,
    generation: metadata.generation ?? 0,
    observedGeneration: object.status.observedGeneration,
    reported,
  });
  const nodesByHash = new Map<string, number>();
  for (const { pods } of plain) {
    const hash = pods[0]?.hash;
    if (hash !== undefined) nodesByHash.set(hash, (nodesByHash.get(hash) ?? 0) + 1);
  }
  const hostPorts = [
    ...new Set(spec.template.containers.flatMap((container) => container.ports.flatMap(({ hostPort }) => (hostPort ? [hostPort] : [])))),
  ].sort((a, b) => a - b);
  const onDelete = spec.updateStrategy.type === "OnDelete";
  const concernFacts = {
    nowMs,
    rollout,
    derived,
    budget,
    causes,
    progressAtMs: progressAtMs(input),
    minReadySeconds: facts.minReadySeconds,
    surgeImpossible: hostPorts,
    outdatedNodes: onDelete ? pairs.filter(({ pair, cell }) => pair.verdict === "run" && hasFlag(cell, "oldRevision")).length : 0,
  };
  const readying = readyingOf(input);
  const stuckAt = stuckAtMs(concernFacts);
  const looks = [readying[0]?.availableAtMs, stuckAt !== undefined && stuckAt > nowMs ? stuckAt : undefined];
  const record: DaemonSetRecord = {
    key: entry.key,
    uid: metadata.uid,
    namespace: metadata.namespace,
    name: metadata.name,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation ?? 0,
    observedGeneration: object.status.observedGeneration,
    createdAtMs: timeMs(metadata.creationTimestamp) ?? 0,
    deleting: metadata.deletionTimestamp !== undefined,
    nodeSelector: labelsText(spec.template.nodeSelector),
    containers: spec.template.containers.map(({ name, image }) => ({ name, image })),
    hostPorts,
    hostNetwork: spec.template.hostNetwork,
    volumes: spec.template.volumes.map(({ name, source }) => `${name}: ${source}`),
    selector: labelSelectorText(spec.selector),
    strategy: onDelete ? "OnDelete" : "RollingUpdate",
    minReadySeconds: facts.minReadySeconds,
    templateGeneration: facts.templateGeneration,
    reported,
    derived,
    disagreements: disagreementsOf(reported, derived, {
      generation: metadata.generation ?? 0,
      observedGeneration: object.status.observedGeneration,
      minReadySeconds: facts.minReadySeconds,
      keptPods: plain.filter((pair) => pair.verdict === "keep" && pair.pods.length > 0).length,
      strayPods: strays.length,
    }),
    budget,
    rollout,
    concern: deriveConcern(concernFacts),
    causes,
    revisions: summarizeRevisions(input.revisions, entry.current, nodesByHash),
    revisionSinceMs: timeMs(entry.current?.metadata.creationTimestamp),
    readying,
  };
  const due = looks.filter((at): at is number => at !== undefined);
  return { record, lookAtMs: due.length === 0 ? undefined : Math.min(...due) };
}
