import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { COUNT_FIELDS } from "../oracle.ts";
import { rawCounts } from "./raw-counts.ts";
import { currentOf } from "./raw-current.ts";
import type { RawMirror, RawObject } from "./raw-mirror.ts";
import { isUpdatedRaw, rawPodsByNode } from "./raw-pods.ts";
import { usedSlots } from "./used-slots.ts";

/**
 * Returns what the strategy allows, from the raw object and the number of nodes that run. Upstream's arithmetic,
 * implemented again.
 */
function allowedOf({ spec }: RawObject, desired: number): { readonly kind: string; readonly allowed: number } {
  const strategy = spec?.updateStrategy;
  if (strategy?.type === "OnDelete") return { kind: "none", allowed: 0 };
  const scaled = (value: number | string | undefined) =>
    typeof value === "string" ? Math.ceil((Number.parseInt(value, 10) * desired) / 100) : (value ?? 0);
  const surge = scaled(strategy?.rollingUpdate?.maxSurge);
  if (surge > 0) return { kind: "maxSurge", allowed: surge };
  const unavailable = scaled(strategy?.rollingUpdate?.maxUnavailable ?? 1);
  return { kind: "maxUnavailable", allowed: unavailable === 0 && desired > 0 ? 1 : unavailable };
}

/**
 * Compares the updated, counted, allowed and used numbers with those of the raw objects. `runs` are the nodes where the
 * raw objects want a pod.
 */
export function numberProblems(
  mirror: RawMirror,
  set: RawObject,
  runs: ReadonlySet<string>,
  answer: DaemonSetPodsAnswer,
): readonly string[] {
  const { budget, derived } = answer.daemonSet;
  const { name, uid } = set.metadata;
  const problems: string[] = [];
  const current = currentOf(mirror, set);
  const labelled = new Map(mirror.all("pods").map((pod) => [pod.metadata.uid, pod]));
  for (const pod of answer.nodes.flatMap((entry) => entry.pods)) {
    const raw = labelled.get(pod.uid);
    if (raw !== undefined && pod.updated !== isUpdatedRaw(raw, current))
      problems.push(`${name} ${pod.name}: updated ${pod.updated}, by its labels ${!pod.updated}`);
  }
  const { kind, allowed } = allowedOf(set, runs.size);
  if (budget.kind !== kind || budget.allowed !== allowed)
    problems.push(`${name}: budget ${budget.kind} ${budget.allowed}, by its spec ${kind} ${allowed}`);
  const byNode = rawPodsByNode(mirror, uid);
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  const nodes = mirror.all("nodes").map((node) => node.metadata.name);
  // Our own clock: at rest no minReadySeconds is running.
  const nowMs = Date.now();
  const counts = rawCounts(nodes, byNode, runs, current, minReadySeconds, nowMs).join();
  const derivedCounts = COUNT_FIELDS.map((field) => derived?.[field]).join();
  if (derivedCounts !== counts) problems.push(`${name}: derived ${derivedCounts}, by its nodes and pods ${counts}`);
  const used = usedSlots(kind, byNode, runs, current, minReadySeconds, nowMs);
  if (budget.used !== used.length) problems.push(`${name}: ${budget.used} places of the budget used, by its nodes and pods ${used.length}`);
  const holderNodes = budget.holders.flatMap((group) => group.nodes).sort();
  const heldCount = budget.holders.reduce((sum, { count }) => sum + count, 0);
  if (heldCount !== used.length || holderNodes.join() !== used.join())
    problems.push(`${name}: places held by ${holderNodes.join() || "none"} (${heldCount}), by its nodes and pods ${used.join() || "none"}`);
  return problems;
}
