import { nearestNames } from "@daemonscope/kube/base/nearest";

const MAX_PATHS = 3;
const lastPart = (path: string): string => path.split("/").at(-1) ?? "";
const isRoot = (path: string): boolean => !path.includes("/");

/**
 * Returns at most three pages that a user may have meant by an unknown path, the best first. A path of one part matches
 * a root page of a similar name. Next come things of the same name in another namespace, similar paths and similar
 * names. The last resort is the root page that resembles the first part.
 */
export function nearestPaths(path: string, paths: readonly string[]): readonly string[] {
  const asked = path.replace(/^\/+|\/+$/g, "");
  const [first = ""] = asked.split("/");
  const root = nearestNames(first, paths.filter(isRoot)).slice(0, 1);
  if (isRoot(asked) && root.length > 0) return root;
  const things = paths.filter((each) => !isRoot(each));
  const name = lastPart(asked);
  const same = things.filter((each) => lastPart(each) === name);
  if (same.length > 0) return same.slice(0, MAX_PATHS);
  const like = nearestNames(asked, things);
  if (like.length > 0) return like;
  const names = new Set(nearestNames(name, new Set(things.map(lastPart))));
  const named = things.filter((each) => names.has(lastPart(each))).slice(0, MAX_PATHS);
  return named.length > 0 ? named : root;
}
