import { hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { PodAnswer } from "@daemonscope/daemonset/describe/pod-answer";
import type { DaemonSetRecord, Readying } from "@daemonscope/daemonset/model/records";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import type { CellFacts } from "./cell-words.ts";
import type { GridNode } from "./select-groups.ts";

/** Looks up what is known of a node's cell besides the cell: from the stream's record and, where they were fetched, from the pods. */
export interface CellFactsIndex {
  readonly factsOf: (node: GridNode, nowMs: number) => CellFacts;
}

function shownPod(pods: readonly PodAnswer[], node: GridNode): PodAnswer | undefined {
  const fresh = hasFlag(node.byte, "twoPods") ? pods.find((pod) => pod.updated && pod.terminatingSinceMs === undefined) : undefined;
  return fresh ?? pods[0];
}

export function cellFactsIndex(record: DaemonSetRecord, answer: DaemonSetPodsAnswer | undefined): CellFactsIndex {
  const readying = new Map<string, Readying>(record.readying.map((each) => [each.node, each]));
  const holds = new Map(record.budget.holders.flatMap((group) => group.nodes.map((node) => [node, group] as const)));
  const causes = new Map(record.causes.flatMap((cause) => cause.nodes.map((node) => [node, cause] as const)));
  const pods = new Map((answer?.nodes ?? []).map((entry) => [entry.node, entry.pods]));
  return {
    factsOf: (node, nowMs) => ({
      byte: node.byte,
      record: node.record,
      pod: shownPod(pods.get(node.name) ?? [], node),
      hold: holds.get(node.name) ?? causes.get(node.name),
      availableAtMs: readying.get(node.name)?.availableAtMs,
      nowMs,
    }),
  };
}
