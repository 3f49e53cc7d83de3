import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { Rejections } from "../../pair/rejections.ts";
import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";
import type { CauseFact } from "../../records/cause-fact.ts";
import type { BackoffLoopFact, StallCause } from "../../records/concern-detail.ts";
import type { Concern } from "../../records/rollout.ts";

/** A node whose pods fail again and again. */
export interface BackoffLoop {
  readonly node: string;
  readonly rejections: Rejections;
  readonly cause: CauseFact;
}

export function longestLoop(loops: readonly BackoffLoop[]): BackoffLoop | undefined {
  return [...loops].sort((a, b) => b.rejections.count - a.rejections.count || compareTexts(a.node, b.node))[0];
}

function loopFact({ node, cause, rejections: { count, atLeast } }: BackoffLoop): BackoffLoopFact {
  return { node, cause, count, ...(atLeast ? { atLeast } : {}) };
}

/** Returns the stall cause of a loop, with its next try. */
export function stallCauseOfLoop(loop: BackoffLoop): StallCause {
  const { nextTryAtMs } = loop.rejections;
  return { kind: "loop", ...loopFact(loop), ...(nextTryAtMs === undefined ? {} : { nextTryAtMs }) };
}

/** Returns the concern about pods that fail, are deleted and are created again (rule R18); undefined if there are
 *  none. */
export function backoffLoop(loops: readonly BackoffLoop[]): Concern | undefined {
  const longest = longestLoop(loops);
  if (longest === undefined) return undefined;
  const nodes = loops.map(({ node }) => node).sort();
  return {
    kind: "backoffLoop",
    detail: { kind: "loops", nodes: loops.length, longest: loopFact(longest) },
    sinceMs: Math.min(...loops.map(({ rejections }) => rejections.firstAtMs)),
    nodes: nodes.slice(0, HOLDER_NODES_LIMIT),
    stuck: false,
  };
}
