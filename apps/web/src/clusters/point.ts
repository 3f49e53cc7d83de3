import { NEEDS, type Need } from "@daemonscope/daemonset/rollout/need";
import type { AgentSummary, ClusterSummary } from "@daemonscope/shared/http/clusters";
import type { CellLook } from "../cell/look.ts";
import { plainLook } from "../cell/look.ts";
import { needLook } from "../verdict/need-look.ts";
import { compareVersions, runVersions, wantedVersion } from "./agent-version.ts";

/** Where a DaemonSet and a cluster meet. `unknown`: nothing can be said of the cluster. `none`: the cluster has no such DaemonSet. `nowhere`: it has, and no node wants it. */
export type Point =
  | { readonly kind: "unknown" | "none" | "nowhere"; readonly rank: number }
  | {
      readonly kind: "there";
      readonly agent: AgentSummary;
      readonly look: CellLook;
      /** What is told large: nodes that are updated while it is rolled out, else available ones; and of how many, where that is another number. */
      readonly count: number;
      readonly of: number | undefined;
      /** What its template asks for. */
      readonly version: string;
      /** It asks for an older version than the row does. */
      readonly isBehind: boolean;
      /** The same where it is another, older or not. */
      readonly isOther: boolean;
      /** How much it needs a person: larger first, 0 where it is as all are. */
      readonly rank: number;
    };

/** Above all points that need less: what is behind needs less than any trouble, and another version less than that. */
const BEHIND = 0.5;
const OTHER = 0.25;

export const rankOfNeed = (need: Need): number => (need === "fine" ? 0 : NEEDS.length - NEEDS.indexOf(need));

/** Whether anything at all is known of a cluster's DaemonSets. */
export const isKnown = ({ hearing, silentMs }: ClusterSummary): boolean =>
  hearing === "live" || hearing === "reading" || (hearing === "silent" && silentMs !== undefined);

/** `common`: the version of the row (agent-version.ts). */
export function pointOf(cluster: ClusterSummary, agent: AgentSummary | undefined, common: string | undefined): Point {
  if (agent === undefined) return { kind: isKnown(cluster) ? "none" : "unknown", rank: 0 };
  if (agent.desired === 0 && agent.need === "fine") return { kind: "nowhere", rank: 0 };
  const { need, underWay, updated, available, desired } = agent;
  const version = wantedVersion(agent);
  const isBehind = common !== undefined && compareVersions(version, common) < 0;
  const isOther = common !== undefined && version !== common;
  const count = underWay ? updated : available;
  const rank = rankOfNeed(need);
  return {
    kind: "there",
    agent,
    look: need === "fine" && isBehind ? plainLook("available", { old: true }) : needLook(need),
    count,
    of: count === desired ? undefined : desired,
    version,
    isBehind,
    isOther,
    rank: rank > 0 ? rank : isBehind ? BEHIND : isOther ? OTHER : 0,
  };
}

/** Whether a cluster runs a version of a point, or is on its way to or from it. */
export const runs = (point: Point, version: string): boolean => point.kind === "there" && runVersions(point.agent).includes(version);
