import type { VerdictKind } from "@daemonscope/daemonset/rollout/verdict-kind";
import type { VerdictWord } from "@daemonscope/daemonset/rollout/verdict-word";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";

/** The usual word of a kind. */
const WORD_OF: Readonly<Record<VerdictKind, VerdictWord>> = {
  stuck: "stuck",
  stalled: "stuck",
  refused: "stuck",
  breaks: "failing",
  failing: "failing",
  blocked: "failing",
  unavailable: "degraded",
  nodesUnready: "degraded",
  partly: "degraded",
  dropped: "shrunk",
  misscheduled: "misscheduled",
  waitsForYou: "manual",
  slow: "rolling",
  rolling: "rolling",
  unknown: "healthy",
  fine: "healthy",
};

/** A healthy DaemonSet on `desired` nodes. */
export function agentOf(name: string, version: string, parts: Partial<AgentSummary> = {}): AgentSummary {
  const desired = parts.desired ?? 10;
  return {
    key: `kube-system/${name}`,
    alike: `${name} app=${name}`,
    need: "fine",
    word: parts.need === undefined ? "healthy" : WORD_OF[parts.need],
    underWay: false,
    onDelete: false,
    desired,
    available: desired,
    updated: desired,
    images: [[name, `registry.test/${name}:${version}`]],
    olderImages: [],
    template: 0,
    lacking: 0,
    nodes: [{ state: "available", old: false, unready: false, count: desired }],
    ...parts,
  };
}

/** A live cluster. */
export function clusterOf(name: string, agents: readonly AgentSummary[], parts: Partial<ClusterSummary> = {}): ClusterSummary {
  return { name, context: name, simulated: false, hearing: "live", atMs: 1_000_000, nodes: 10, agents, ...parts };
}
