import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import { TopN } from "../budget/top-n.ts";
import { isPausing } from "../managed/upgrade-controllers.ts";
import { NODE_FIELD_OF_CHECK, type Placement } from "../placement/placement.ts";
import { requiredLabelKeys } from "../placement/required-labels.ts";
import { HOLDER_NODES_LIMIT } from "../records/budget.ts";
import { lossKey } from "../records/cause-key.ts";
import { isEnding, nodeLifecycle } from "../records/node-lifecycle.ts";
import type { NodeLossCause } from "../records/node-loss-cause.ts";
import type { PlacementTemplate } from "../records/placement-template.ts";
import type { NodeRecord } from "../records/records.ts";

/** Existing nodes that no longer want a pod, because one of their labels or taints changed. */
export interface LostNodes {
  readonly count: number;
  /** The change on most of them. */
  readonly what: NodeLossCause;
  /** The number of nodes with that change. */
  readonly whatCount: number;
  readonly sinceMs: number;
  /** The number of nodes that wanted it before the first loss. */
  readonly desiredBefore: number;
  /** Sorted, at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
}

/** How long a loss is reported. */
export const RECENT_CHANGE_MS = 3_600_000;

/** Returns the change of a node after which it wants no pod; undefined if only a node condition is the reason, or if
 *  labels are and none that the template requires changed, except for a planned pause. */
export function changedFieldsOf(
  before: NodeRecord,
  after: NodeRecord,
  template: PlacementTemplate,
  placement: Placement,
): NodeLossCause | undefined {
  // A node that leaves is no loss (rule N2).
  if (isEnding(nodeLifecycle(after))) return undefined;
  const failed = placement.checks.filter((check) => !check.passed);
  const isByLabel = failed.some((check) => NODE_FIELD_OF_CHECK[check.kind] === "labels");
  if (isByLabel) {
    const labelValue = (labels: NodeRecord["labels"], key: string) => (Object.hasOwn(labels, key) ? labels[key] : undefined);
    const keys = [...requiredLabelKeys(template)].filter((key) => labelValue(before.labels, key) !== labelValue(after.labels, key)).sort();
    // A planned pause is no loss (rule R32).
    return keys.every((key) => isPausing(key, labelValue(after.labels, key))) ? undefined : { kind: "labels", keys };
  }
  for (const check of failed)
    if (check.kind === "taint" && !isConditionTaint(check.taint)) return { kind: "taint", taint: taintText(check.taint) };
  return undefined;
}

interface Loss {
  readonly what: NodeLossCause;
  readonly atMs: number;
  readonly desiredBefore: number;
}

/** The memory as plain data. */
export type SavedLosses = readonly (readonly [node: string, loss: Loss])[];

/** Remembers the nodes that a DaemonSet lost by such changes; objects do not hold the earlier state. */
export class LostNodeTracker {
  readonly #byNode: Map<string, Loss>;
  /** Cached summary, until a node is lost or returns, or the oldest loss expires. */
  #cachedSummary: { readonly lost: LostNodes | undefined; readonly untilMs: number } | undefined;

  constructor(saved: SavedLosses = []) {
    this.#byNode = new Map(saved);
  }

  get saved(): SavedLosses {
    return [...this.#byNode];
  }

  lost(node: string, what: NodeLossCause, nowMs: number, desiredBefore: number): void {
    this.#byNode.set(node, { what, atMs: nowMs, desiredBefore });
    this.#cachedSummary = undefined;
  }

  /** Forgets a node that wants a pod again, or is gone. */
  back(node: string): void {
    if (this.#byNode.delete(node)) this.#cachedSummary = undefined;
  }

  clear(): void {
    this.#byNode.clear();
    this.#cachedSummary = undefined;
  }

  /** Returns when the oldest loss expires; undefined if there is none. */
  nextWakeAtMs(): number | undefined {
    if (this.#byNode.size === 0) return undefined;
    let untilMs = this.#cachedSummary?.untilMs ?? Number.POSITIVE_INFINITY;
    if (this.#cachedSummary === undefined)
      for (const { atMs } of this.#byNode.values()) untilMs = Math.min(untilMs, atMs + RECENT_CHANGE_MS);
    return untilMs + 1;
  }

  /** Undefined if there is no recent loss. O(lost nodes) after a loss, a return or an expiry. */
  summary(nowMs: number): LostNodes | undefined {
    if (this.#cachedSummary === undefined || nowMs > this.#cachedSummary.untilMs) {
      for (const [node, { atMs }] of this.#byNode) if (nowMs - atMs > RECENT_CHANGE_MS) this.#byNode.delete(node);
      const lost = this.#summarize();
      this.#cachedSummary = { lost, untilMs: lost === undefined ? Number.POSITIVE_INFINITY : lost.sinceMs + RECENT_CHANGE_MS };
    }
    return this.#cachedSummary.lost;
  }

  #summarize(): LostNodes | undefined {
    const counts = new Map<string, { readonly what: NodeLossCause; count: number }>();
    const names = new TopN<string>(HOLDER_NODES_LIMIT, compareTexts);
    let sinceMs = Number.POSITIVE_INFINITY;
    let desiredBefore = 0;
    for (const [node, { what, atMs, desiredBefore: before }] of this.#byNode) {
      names.add(node);
      const key = lossKey(what);
      const same = counts.get(key);
      if (same === undefined) counts.set(key, { what, count: 1 });
      else same.count++;
      if (atMs < sinceMs) desiredBefore = before;
      sinceMs = Math.min(sinceMs, atMs);
    }
    const [most] = [...counts].sort(([a, x], [b, y]) => y.count - x.count || compareTexts(a, b));
    if (most === undefined) return undefined;
    return {
      count: names.count,
      what: most[1].what,
      whatCount: most[1].count,
      sinceMs,
      desiredBefore,
      nodes: names.list(() => this.#byNode.keys()),
    };
  }
}
