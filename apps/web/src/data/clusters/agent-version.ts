import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { AgentSummary } from "@daemonscope/shared/http/clusters";
import { agentVersionOf } from "./image-version.ts";

/** Matches a pre-release. It is the common version only if no release qualifies. */
const PRE_RELEASE = /[-.+](?:rc|alpha|beta|dev|pre|preview|snapshot|canary|nightly)/i;

/** Returns the version that a cluster's template wants, by its first image; `latest` if the template names no image. */
export const wantedVersion = ({ images }: Pick<AgentSummary, "images">): string => agentVersionOf(images[0]?.[1] ?? "");

/** Returns all versions that a cluster runs, each once: the template's version first, then those of older
 *  revisions. */
export const runVersions = (agent: Pick<AgentSummary, "images" | "olderImages">): readonly string[] => [
  ...new Set([wantedVersion(agent), ...agent.olderImages.map(agentVersionOf)]),
];

const numbersIn = (version: string): readonly number[] =>
  (version.replace(PRE_RELEASE, " ").split(" ")[0] ?? "").match(/\d+/g)?.map(Number) ?? [];

/** Orders versions by their numbers, older first; a pre-release precedes its release. Returns 0 if neither is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersIn(a), numbersIn(b)];
  if (left.length === 0 || right.length === 0) return 0;
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(PRE_RELEASE.test(b)) - Number(PRE_RELEASE.test(a));
}

/** With at most this many clusters, one cluster is enough for the newest version to count. */
const FEW = 3;

/**
 * Returns the version that clusters are compared with: the newest release that more than one cluster wants. A
 * pre-release or a version of one cluster is considered a trial, unless no release qualifies. `wanted` has one entry
 * for each cluster with the DaemonSet. Undefined if it is empty.
 */
export function commonVersion(wanted: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const version of wanted) counts.set(version, (counts.get(version) ?? 0) + 1);
  const minClusters = wanted.length <= FEW ? 1 : 2;
  const released = [...counts].filter(([version]) => !PRE_RELEASE.test(version));
  const candidates = released.some(([, count]) => count >= minClusters)
    ? released.filter(([, count]) => count >= minClusters)
    : [...counts];
  // If versions have no order, the version of most clusters wins.
  return candidates.sort(([a, x], [b, y]) => compareVersions(b, a) || y - x || compareTexts(a, b))[0]?.[0];
}
