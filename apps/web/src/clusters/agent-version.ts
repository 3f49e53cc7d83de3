import type { AgentSummary } from "@daemonscope/shared/http/clusters";

const DIGEST_LENGTH = 7;
/** Being tried: no cluster is behind such a version. */
const PRE_RELEASE = /[-.+](?:rc|alpha|beta|dev|pre|preview|snapshot|canary|nightly)/i;

/** What tells an image from others of the same name: its tag, else the beginning of its digest. Registries differ from cluster to cluster, and are left out. */
export function versionOf(image: string): string {
  const [named = "", digest] = image.split("@");
  const name = named.slice(named.lastIndexOf("/") + 1);
  const tag = name.includes(":") ? name.slice(name.indexOf(":") + 1) : undefined;
  if (tag !== undefined) return tag;
  return digest === undefined ? "latest" : digest.slice(digest.indexOf(":") + 1).slice(0, DIGEST_LENGTH);
}

/** The version that a cluster's template asks for; `latest` where it names no image. */
export const wantedVersion = ({ images }: Pick<AgentSummary, "images">): string => versionOf(images[0]?.[1] ?? "");

/** All versions that a cluster runs: what its template asks for, and what is still there of older revisions. Each once. */
export const runVersions = (agent: Pick<AgentSummary, "images" | "olderImages">): readonly string[] => [
  ...new Set([wantedVersion(agent), ...agent.olderImages.map(versionOf)]),
];

const numbersIn = (version: string): readonly number[] =>
  (version.replace(PRE_RELEASE, " ").split(" ")[0] ?? "").match(/\d+/g)?.map(Number) ?? [];

/** Orders versions as their numbers say, older first; a version that is being tried comes before the one that it will be. 0 where neither can be called older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersIn(a), numbersIn(b)];
  if (left.length === 0 || right.length === 0) return 0;
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const by = (left[at] ?? 0) - (right[at] ?? 0);
    if (by !== 0) return by;
  }
  return Number(PRE_RELEASE.test(b)) - Number(PRE_RELEASE.test(a));
}

/** With so many clusters or fewer the newest version counts, however few have it. */
const FEW = 3;

/** The version that clusters are measured by: the newest that more than one of them wants, since a version that one alone wants, or that is called a candidate, is being tried. `wanted`: of
 *  each cluster that has the DaemonSet. Undefined where there is none. */
export function commonVersion(wanted: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const version of wanted) counts.set(version, (counts.get(version) ?? 0) + 1);
  const least = wanted.length <= FEW ? 1 : 2;
  const released = [...counts].filter(([version]) => !PRE_RELEASE.test(version));
  const among = released.some(([, count]) => count >= least) ? released.filter(([, count]) => count >= least) : [...counts];
  // Of versions that nothing orders, the one that most want.
  return among.sort(([a, x], [b, y]) => compareVersions(b, a) || y - x || (a < b ? -1 : 1))[0]?.[0];
}
