import { VERDICT_WORDS } from "@daemonscope/daemonset/rollout/verdict-word";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { CellStyle } from "../cell/cell-style.ts";
import { plainCellStyle } from "../cell/cell-style.ts";
import { verdictIcon } from "../cell/verdict-icon.ts";
import { compareVersions, runVersions, wantedVersion } from "./agent-version.ts";

/**
 * The intersection of a DaemonSet and a cluster. `unknown`: nothing is known of the cluster. `none`: the cluster has no
 * such DaemonSet. `nowhere`: the DaemonSet exists and no node matches it.
 */
export type MatrixCell =
  | { readonly kind: "unknown" | "none" | "nowhere"; readonly rank: number }
  | {
      readonly kind: "there";
      readonly agent: AgentSummary;
      readonly look: CellStyle;
      /** The large number: available nodes. `of` is the desired number, if it differs. */
      readonly count: number;
      readonly of: number | undefined;
      /** The version that the template wants. */
      readonly version: string;
      /** The template wants an older version than the row's. */
      readonly isBehind: boolean;
      /** The template wants another version than the row's, older or not. */
      readonly isOther: boolean;
      /** Urgency: larger first, 0 without a problem or another version. */
      readonly rank: number;
    };

/** Ranks of cells without a problem: another version ranks below an older version, and both rank below any problem. */
const BEHIND = 0.5;
const OTHER = 0.25;

/** A problem that ends by itself, or that a NotReady node has: it ranks below every other problem. */
const PASSING = 1;

/** Returns the urgency of a word: 1 for healthy, larger for more urgent words. */
export const wordRank = ({ word }: Pick<AgentSummary, "word">): number => VERDICT_WORDS.length - VERDICT_WORDS.indexOf(word);

function rankOf(agent: AgentSummary): number {
  if (agent.need === "fine") return 0;
  return agent.need === "partly" || agent.need === "nodesUnready" ? PASSING : wordRank(agent);
}

/** Reports whether anything is known of a cluster's DaemonSets. */
export const isKnown = ({ hearing, silentMs }: ClusterSummary): boolean =>
  hearing === "live" || hearing === "reading" || (hearing === "silent" && silentMs !== undefined);

/** `common`: the version of the row (agent-version.ts). */
export function matrixCellOf(cluster: ClusterSummary, agent: AgentSummary | undefined, common: string | undefined): MatrixCell {
  if (agent === undefined) return { kind: isKnown(cluster) ? "none" : "unknown", rank: 0 };
  if (agent.desired === 0 && agent.need === "fine") return { kind: "nowhere", rank: 0 };
  const { need, available: count, desired } = agent;
  const version = wantedVersion(agent);
  const isBehind = common !== undefined && compareVersions(version, common) < 0;
  const isOther = common !== undefined && version !== common;
  const rank = rankOf(agent);
  return {
    kind: "there",
    agent,
    look: need === "fine" && isBehind ? plainCellStyle("available", { old: true }) : verdictIcon(agent.word),
    count,
    of: count === desired ? undefined : desired,
    version,
    isBehind,
    isOther,
    rank: rank > 0 ? rank : isBehind ? BEHIND : isOther ? OTHER : 0,
  };
}

/** Reports whether a cluster runs a version, or updates to it or from it. */
export const runsVersion = (point: MatrixCell, version: string): boolean =>
  point.kind === "there" && runVersions(point.agent).includes(version);
