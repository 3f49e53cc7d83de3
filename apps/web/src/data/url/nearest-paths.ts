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
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  const [first = ""] = trimmed.split("/");
  const root = nearestNames(first, paths.filter(isRoot)).slice(0, 1);
  if (isRoot(trimmed) && root.length > 0) return root;
  const things = paths.filter((each) => !isRoot(each));
  const name = lastPart(trimmed);
  const same = things.filter((each) => lastPart(each) === name);
  if (same.length > 0) return same.slice(0, MAX_PATHS);
  const similar = nearestNames(trimmed, things);
  if (similar.length > 0) return similar;
  const names = new Set(nearestNames(name, new Set(things.map(lastPart))));
  const withSimilarName = things.filter((each) => names.has(lastPart(each))).slice(0, MAX_PATHS);
  return withSimilarName.length > 0 ? withSimilarName : root;
}
